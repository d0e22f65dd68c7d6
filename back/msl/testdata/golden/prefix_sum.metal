#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Array256_uint {
    uint inner[256];
};

struct Array2_Array256_uint {
    Array256_uint inner[2];
};

constant uint block = 256u;

// Sizes in bytes, set by the host.
struct BufferSizes {
    uint input;
    uint output;
    uint block_sums;
};

kernel void scan(
    uint3 global [[thread_position_in_grid]],
    uint3 local [[thread_position_in_threadgroup]],
    uint3 group [[threadgroup_position_in_grid]],
    uint local_invocation_index [[thread_index_in_threadgroup]],
    device const uint* input [[buffer(0)]],
    device uint* output [[buffer(1)]],
    device uint* block_sums [[buffer(2)]],
    constant BufferSizes& buffer_sizes [[buffer(3)]]
) {
    threadgroup Array2_Array256_uint buffer;
    for (uint index = local_invocation_index; index < 512u; index += 256u) {
        buffer.inner[index / 256u].inner[index % 256u] = 0u;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint i = local.x;
    uint length = buffer_sizes.input / 4u;
    buffer.inner[0].inner[i] = global.x < length ? input[min(min(global.x, length - 1u), buffer_sizes.input / 4u - 1u)] : 0u;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint current = 0u;
    for (uint step = 1u; step < block; step <<= 1u) {
        uint other = 1u - current;
        uint sum = buffer.inner[min(current, 1u)].inner[i];
        if (i >= step) {
            sum += buffer.inner[min(current, 1u)].inner[min(i - step, 255u)];
        }
        buffer.inner[min(other, 1u)].inner[i] = sum;
        current = other;
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (global.x < length) {
        output[min(global.x, buffer_sizes.output / 4u - 1u)] = buffer.inner[min(current, 1u)].inner[i];
    }
    if (i == 255u) {
        block_sums[min(group.x, buffer_sizes.block_sums / 4u - 1u)] = buffer.inner[min(current, 1u)].inner[i];
    }
}

kernel void add_blocks(
    uint3 global [[thread_position_in_grid]],
    uint3 group [[threadgroup_position_in_grid]],
    device uint* output [[buffer(0)]],
    device uint* block_sums [[buffer(1)]],
    constant BufferSizes& buffer_sizes [[buffer(2)]]
) {
    if (global.x >= buffer_sizes.output / 4u || group.x == 0u) {
        return;
    }
    uint before = 0u;
    for (uint b = 0u; b < group.x; b++) {
        before += block_sums[min(b, buffer_sizes.block_sums / 4u - 1u)];
    }
    output[min(global.x, buffer_sizes.output / 4u - 1u)] += before;
}
