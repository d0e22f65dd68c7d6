// Inclusive prefix sum of one block per workgroup, in shared memory (Hillis and
// Steele), and a second pass that adds the sums of the blocks before.

const block = 256u;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> block_sums: array<u32>;

var<workgroup> buffer: array<array<u32, block>, 2>;

@compute @workgroup_size(block)
fn scan(
    @builtin(global_invocation_id) global: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(workgroup_id) group: vec3u,
) {
    let i = local.x;
    let length = arrayLength(&input);
    buffer[0][i] = select(0u, input[min(global.x, length - 1u)], global.x < length);
    workgroupBarrier();

    var current = 0u;
    for (var step = 1u; step < block; step <<= 1u) {
        let other = 1u - current;
        var sum = buffer[current][i];
        if i >= step {
            sum += buffer[current][i - step];
        }
        buffer[other][i] = sum;
        current = other;
        workgroupBarrier();
    }

    if global.x < length {
        output[global.x] = buffer[current][i];
    }
    if i == block - 1u {
        block_sums[group.x] = buffer[current][i];
    }
}

@compute @workgroup_size(block)
fn add_blocks(
    @builtin(global_invocation_id) global: vec3u,
    @builtin(workgroup_id) group: vec3u,
) {
    if global.x >= arrayLength(&output) || group.x == 0u {
        return;
    }
    var before = 0u;
    for (var b = 0u; b < group.x; b++) {
        before += block_sums[b];
    }
    output[global.x] += before;
}
