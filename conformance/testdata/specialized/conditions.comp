// 0=1 1=5 2=0 3=-3
// 0=0 1=2 2=1 3=7
#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const bool FAST = false;
layout(constant_id = 1) const uint N = 3;
layout(constant_id = 2) const bool SIGNED = true;
layout(constant_id = 3) const int BIAS = -1;
const uint SIZE = FAST ? N * 2 : N + 1;
const uint MASK = (1u << N) - 1u;
const int STEP = SIGNED ? -BIAS : BIAS;
layout(binding = 0) readonly buffer A { uint a[32]; };
layout(binding = 1) writeonly buffer D { uint d[32]; };
void main() {
    uint v[SIZE];
    for (uint i = 0; i < SIZE; i++) v[i] = (a[i] & MASK) + uint(STEP);
    for (uint i = 0; i < SIZE; i++) d[i] = v[SIZE - 1 - i] ^ uint(v.length());
    d[31] = uint(BIAS) + SIZE / N + SIZE % N;
}
