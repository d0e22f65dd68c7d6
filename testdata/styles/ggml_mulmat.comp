#version 450
// In the style of inference on GPUs: sizes from specialization constants, one binding
// with several types, code by macros.
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
#define A_TYPE float
#define B_TYPE vec4
#define D_TYPE float
#define FLOAT_TYPE float
#define QUANT_K 32
#define LOAD_VEC_A 4
#define SHMEM_STRIDE (BK + 1)
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 0) const uint BLOCK_SIZE = 64;
layout(constant_id = 1) const uint BM = 32;
layout(constant_id = 2) const uint BN = 32;
layout(constant_id = 4) const uint WM = 16;
layout(constant_id = 7) const uint TM = 4;
const uint BK = 16;
const uint WARPS = BLOCK_SIZE / 32;
layout(binding = 0) readonly buffer A { A_TYPE data_a[]; };
layout(binding = 1) readonly buffer B { B_TYPE data_b[]; };
layout(binding = 2) writeonly buffer D { D_TYPE data_d[]; };
layout(push_constant) uniform parameter {
    uint M; uint N; uint K;
    uint stride_a; uint stride_b; uint stride_d;
    float scale;
} p;
shared FLOAT_TYPE buf_a[BM * SHMEM_STRIDE];
shared FLOAT_TYPE buf_b[BN * SHMEM_STRIDE];
shared FLOAT_TYPE tmpsh[BLOCK_SIZE];
uint fastdiv(uint n, uint mp, uint L) { uint msbs, lsbs; umulExtended(n, mp, msbs, lsbs); return (msbs + n) >> L; }
FLOAT_TYPE get(const uint at, const bool in_a) { return in_a ? FLOAT_TYPE(data_a[at]) : data_b[at / 4][at % 4]; }
void main() {
    const uint blocks_m = (p.M + BM - 1) / BM;
    const uint ir = gl_WorkGroupID.x % blocks_m;
    const uint ik = gl_WorkGroupID.x / blocks_m;
    const uint ic = gl_WorkGroupID.y;
    const uint tid = gl_LocalInvocationID.x;
    const uint loadr_a = tid % (BK / LOAD_VEC_A), loadc_a = tid / (BK / LOAD_VEC_A);
    const uint loadstride = gl_WorkGroupSize.x * LOAD_VEC_A / BK;
    uint pos_a = ir * BM * p.stride_a / LOAD_VEC_A + ik * p.K;
    FLOAT_TYPE sums[4];
    [[unroll]] for (uint i = 0; i < 4; i++) { sums[i] = FLOAT_TYPE(0.0f); }
    for (uint block = 0; block < p.K; block += BK) {
        [[unroll]] for (uint l = 0; l < BM; l += loadstride) {
            const uint buf_idx = (loadc_a + l) * SHMEM_STRIDE + loadr_a * LOAD_VEC_A;
            [[flatten]] if (loadc_a + l < BM) {
                const uint idx = pos_a + (loadc_a + l) * p.stride_a + loadr_a;
                buf_a[buf_idx    ] = get(idx, true);
                buf_a[buf_idx + 1] = FLOAT_TYPE(data_a[idx + 1]);
            }
        }
        for (uint l = tid; l < BN * BK; l += BLOCK_SIZE) {
            buf_b[l / BK * SHMEM_STRIDE + l % BK] = get(ic * BN + l, false);
        }
        barrier();
        pos_a += BK / LOAD_VEC_A;
        [[loop]] for (uint i = 0; i < BK; i++) {
            [[unroll, dependency_infinite]] for (uint j = 0; j < TM && j < 4; ++j) {
                sums[j] = fma(buf_a[(tid % WM + j) % BM * SHMEM_STRIDE + i], buf_b[(tid / WM % BN) * SHMEM_STRIDE + i], sums[j]);
            }
        }
        barrier();
    }
    tmpsh[tid] = (sums[0] + sums[1] + sums[2] + sums[3]) * p.scale;
    barrier();
    [[unroll]] for (uint s = BLOCK_SIZE / 2; s > 0; s >>= 1) {
        if (tid < s) { tmpsh[tid] += tmpsh[tid + s]; }
        barrier();
    }
    if (tid == 0) { data_d[fastdiv(gl_WorkGroupID.x, p.M, 0) + WARPS * 0] = D_TYPE(tmpsh[0]); }
}
