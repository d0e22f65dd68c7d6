// Each workgroup adds the squares of eight numbers.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

const size = 8u;

var<workgroup> part: array<f32, size>;

fn square(x: f32) -> f32 {
    return x * x;
}

@compute @workgroup_size(size)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    part[i] = square(input[id.x]);
    for (var step = size / 2; step > 0; step /= 2) {
        workgroupBarrier();
        if i < step {
            part[i] += part[i + step];
        }
    }
    if i == 0 {
        sums[group.x] = part[0];
    }
}
