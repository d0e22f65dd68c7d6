var<workgroup> buffer: array<array<u32, 256>, 2>;
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> block_sums: array<u32>;

@compute @workgroup_size(256)
fn scan(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local_invocation_index: u32) {
    for (var index = local_invocation_index; index < 512u; index += 256u) {
        buffer[index / 256u][index % 256u] = 0u;
    }
    workgroupBarrier();
    let i = local.x;
    let length = arrayLength(&input);
    let t = length - 1u;
    let t_1 = global.x < length;
    buffer[0][i] = select(0u, input[min(min(global.x, t), t)], t_1);
    workgroupBarrier();
    var current = 0u;
    for (var step = 1u; step < 256u; step <<= 1u) {
        let other = 1u - current;
        let t = min(current, 1u);
        var sum = buffer[t][i];
        if step <= i {
            sum += buffer[t][min(i - step, 255u)];
        }
        buffer[min(other, 1u)][i] = sum;
        workgroupBarrier();
        current = other;
    }
    if t_1 {
        output[min(global.x, arrayLength(&output) - 1u)] = buffer[min(current, 1u)][i];
    }
    if i == 255u {
        block_sums[min(group.x, arrayLength(&block_sums) - 1u)] = buffer[min(current, 1u)][i];
    }
}

@compute @workgroup_size(256)
fn add_blocks(@builtin(global_invocation_id) global: vec3u, @builtin(workgroup_id) group: vec3u) {
    let t = arrayLength(&output);
    if global.x >= t || group.x == 0u {
        return;
    }
    var before = 0u;
    for (var b = 0u; b < group.x; b++) {
        before += block_sums[min(b, arrayLength(&block_sums) - 1u)];
    }
    output[min(global.x, t - 1u)] += before;
}
