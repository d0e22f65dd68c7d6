// 0=32 1=8 2=8 3=4 4=4 5=2 6=2
// 0=16 1=8 2=4 3=4 4=2 5=2 6=1
#version 450
layout(local_size_x_id = 0, local_size_x = 16, local_size_y = 1) in;
layout(constant_id = 0) const uint BLOCK_SIZE = 16;
layout(constant_id = 1) const uint BM = 8;
layout(constant_id = 2) const uint BN = 8;
layout(constant_id = 3) const uint WM = 4;
layout(constant_id = 4) const uint WN = 4;
layout(constant_id = 5) const uint TM = 2;
layout(constant_id = 6) const uint TN = 2;
const uint WARPS = (BM / WM) * (BN / WN);
const uint PER_WARP = (WM * WN) / (TM * TN);
layout(std430, binding = 0) readonly buffer A { int a[256]; };
layout(std430, binding = 1) writeonly buffer C { int c[256]; };
shared int tile[(BM + BN) * 2];
void load(uint first, uint count) {
    for (uint i = gl_LocalInvocationID.x; i < count * 2; i += BLOCK_SIZE) tile[first * 2 + i] = a[(first * 2 + i) % 256] & 63;
}
void main() {
    load(0, BM);
    load(BM, BN);
    barrier();
    for (uint cell = gl_LocalInvocationID.x; cell < WARPS * PER_WARP; cell += gl_WorkGroupSize.x) {
        const uint warp = cell / PER_WARP, lane = cell % PER_WARP;
        const uint row = (warp % (BM / WM)) * WM + (lane % (WM / TM)) * TM;
        const uint column = (warp / (BM / WM)) * WN + (lane / (WM / TM)) * TN;
        int sums[TM * TN];
        for (uint i = 0; i < TM * TN; i++) sums[i] = 0;
        for (uint i = 0; i < TM; i++)
            for (uint j = 0; j < TN; j++)
                for (uint k = 0; k < 2; k++) sums[i * TN + j] += tile[(row + i) * 2 + k] * tile[(BM + column + j) * 2 + k];
        for (uint i = 0; i < TM; i++)
            for (uint j = 0; j < TN; j++) c[((row + i) * BN + column + j) % 256] = sums[i * TN + j];
    }
}
