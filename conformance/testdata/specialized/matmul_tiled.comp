// 0=8 1=4 2=4 3=4
// 0=4 1=2 2=8 3=2
// 0=16 1=8 2=8 3=1
#version 450
layout(local_size_x_id = 0, local_size_x = 4) in;
layout(constant_id = 0) const uint THREADS = 4;
layout(constant_id = 1) const uint BM = 4;
layout(constant_id = 2) const uint BN = 4;
layout(constant_id = 3) const uint BK = 2;
layout(binding = 0) readonly buffer A { uint a[64]; };
layout(binding = 1) readonly buffer B { uint b[64]; };
layout(binding = 2) writeonly buffer C { uint c[64]; };
shared uint ta[BM * BK];
shared uint tb[BK * (BN + 1)];
void main() {
    uint sums[BM];
    for (uint i = 0; i < BM; i++) sums[i] = 0u;
    for (uint k0 = 0; k0 < 8; k0 += BK) {
        for (uint e = gl_LocalInvocationIndex; e < BM * BK; e += THREADS) ta[e] = a[(e / BK) * 8 + (k0 + e % BK) % 8] & 255u;
        for (uint e = gl_LocalInvocationIndex; e < BN * BK; e += THREADS) tb[(e / BN) * (BN + 1) + e % BN] = b[((k0 + e / BN) % 8) * 8 + e % BN] & 255u;
        barrier();
        if (gl_LocalInvocationIndex < BN)
            for (uint i = 0; i < BM; i++)
                for (uint k = 0; k < BK; k++) sums[i] += ta[i * BK + k] * tb[k * (BN + 1) + gl_LocalInvocationIndex];
        barrier();
    }
    if (gl_LocalInvocationIndex < BN)
        for (uint i = 0; i < BM; i++) c[i * BN + gl_LocalInvocationIndex] = sums[i] + (gl_WorkGroupSize.x << 24);
}
