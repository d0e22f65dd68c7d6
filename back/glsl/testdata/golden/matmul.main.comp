#version 450

layout(local_size_x = 16, local_size_y = 16) in;

layout(std140, binding = 0) uniform Sizes {
    uint rows;
    uint inner;
    uint columns;
    float alpha;
    float beta;
} sizes;

layout(std430, binding = 0) readonly buffer A {
    float a[];
};

layout(std430, binding = 1) readonly buffer B {
    float b[];
};

layout(std430, binding = 2) buffer C {
    float c[];
};

shared float a_tile[256];
shared float b_tile[256];

float a_at(uint row, uint column) {
    if (row < sizes.rows && column < sizes.inner) {
        return a[min(row * sizes.inner + column, uint(a.length()) - 1u)];
    }
    return 0.0;
}

float b_at(uint row, uint column) {
    if (row < sizes.inner && column < sizes.columns) {
        return b[min(row * sizes.columns + column, uint(b.length()) - 1u)];
    }
    return 0.0;
}

void main() {
    a_tile[gl_LocalInvocationIndex] = 0.0;
    b_tile[gl_LocalInvocationIndex] = 0.0;
    memoryBarrierShared();
    barrier();
    uint row = gl_GlobalInvocationID.y;
    uint column = gl_GlobalInvocationID.x;
    uint slot = gl_LocalInvocationID.y * 16u + gl_LocalInvocationID.x;
    uint tiles = (sizes.inner + 16u - 1u) / 16u;
    float sum = 0.0;
    for (uint t = 0u; t < tiles; t++) {
        a_tile[slot] = a_at(row, t * 16u + gl_LocalInvocationID.x);
        b_tile[slot] = b_at(t * 16u + gl_LocalInvocationID.y, column);
        memoryBarrierShared();
        barrier();
        for (uint k = 0u; k < 16u; k++) {
            sum = fma(a_tile[gl_LocalInvocationID.y * 16u + k], b_tile[k * 16u + gl_LocalInvocationID.x], sum);
        }
        memoryBarrierShared();
        barrier();
    }
    if (row < sizes.rows && column < sizes.columns) {
        uint i = row * sizes.columns + column;
        c[min(i, uint(c.length()) - 1u)] = sizes.alpha * sum + sizes.beta * c[min(i, uint(c.length()) - 1u)];
    }
}
