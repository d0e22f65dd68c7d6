// 0=3
// 0=5
#version 450
layout(local_size_x = 2) in;
layout(constant_id = 0) const uint K = 2;
layout(binding = 0) readonly buffer A { uint a[64]; };
layout(binding = 1) writeonly buffer D { uint d[64]; };
void insert(inout uint best[K], uint v) {
    for (uint i = 0; i < K; i++)
        if (v > best[i]) { uint t = best[i]; best[i] = v; v = t; }
}
uint[K] start() { uint r[K]; for (uint i = 0; i < K; i++) r[i] = 0u; return r; }
uint least(uint best[K]) { best[0] = best[K - 1]; return best[0]; }
void main() {
    uint best[K];
    for (uint i = 0; i < K; i++) best[i] = start()[i];
    for (uint i = 0; i < 32; i++) insert(best, a[i * 2 + gl_LocalInvocationIndex]);
    for (uint i = 0; i < K; i++) d[gl_LocalInvocationIndex * K + i] = best[i];
    d[40 + gl_LocalInvocationIndex] = least(best);
}
