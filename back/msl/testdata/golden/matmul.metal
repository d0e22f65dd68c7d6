#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Sizes {
    uint rows;
    uint inner;
    uint columns;
    float alpha;
    float beta;
};

struct Array256_float {
    float inner[256];
};

// Sizes in bytes, set by the host.
struct BufferSizes {
    uint a;
    uint b;
    uint c;
};

float a_at(uint row, uint column, constant Sizes& sizes, device const float* a, constant BufferSizes& buffer_sizes) {
    if (row < sizes.rows && column < sizes.inner) {
        return a[min(row * sizes.inner + column, buffer_sizes.a / 4u - 1u)];
    }
    return 0.0;
}

float b_at(uint row, uint column, constant Sizes& sizes, device const float* b, constant BufferSizes& buffer_sizes) {
    if (row < sizes.inner && column < sizes.columns) {
        return b[min(row * sizes.columns + column, buffer_sizes.b / 4u - 1u)];
    }
    return 0.0;
}

kernel void main_(
    uint3 global [[thread_position_in_grid]],
    uint3 local [[thread_position_in_threadgroup]],
    uint local_invocation_index [[thread_index_in_threadgroup]],
    constant Sizes& sizes [[buffer(0)]],
    device const float* a [[buffer(1)]],
    device const float* b [[buffer(2)]],
    device float* c [[buffer(3)]],
    constant BufferSizes& buffer_sizes [[buffer(4)]]
) {
    threadgroup Array256_float a_tile;
    threadgroup Array256_float b_tile;
    a_tile.inner[local_invocation_index] = 0.0;
    b_tile.inner[local_invocation_index] = 0.0;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    uint row = global.y;
    uint column = global.x;
    uint slot = local.y * 16u + local.x;
    uint tiles = (sizes.inner + 16u - 1u) / 16u;
    float sum = 0.0;
    for (uint t = 0u; t < tiles; t++) {
        a_tile.inner[slot] = a_at(row, t * 16u + local.x, sizes, a, buffer_sizes);
        b_tile.inner[slot] = b_at(t * 16u + local.y, column, sizes, b, buffer_sizes);
        threadgroup_barrier(mem_flags::mem_threadgroup);
        for (uint k = 0u; k < 16u; k++) {
            sum = fma(a_tile.inner[local.y * 16u + k], b_tile.inner[k * 16u + local.x], sum);
        }
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (row < sizes.rows && column < sizes.columns) {
        uint i = row * sizes.columns + column;
        c[min(i, buffer_sizes.c / 4u - 1u)] = sizes.alpha * sum + sizes.beta * c[min(i, buffer_sizes.c / 4u - 1u)];
    }
}
