// 0=5 1=3 2=2 3=9 4=70000
// 0=2 1=4 2=6 3=1 4=12
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const int8_t A8 = int8_t(3);
layout(constant_id = 1) const uint16_t A16 = uint16_t(2);
layout(constant_id = 2) const uint8_t U8 = uint8_t(4);
layout(constant_id = 3) const int64_t A64 = 6l;
layout(constant_id = 4) const uint64_t U64 = 5000000000ul;
layout(binding = 1) writeonly buffer D { uint d[32]; };
void main() {
    uint a[int(A8)], b[int(A16)], c[uint(U8)];
    for (uint i = 0; i < uint(A8); i++) a[i] = i * 3u;
    for (uint i = 0; i < uint(A16); i++) b[i] = i * 5u;
    for (uint i = 0; i < uint(U8); i++) c[i] = i * 7u;
    d[0] = a[a.length() - 1] + b[b.length() - 1] + c[c.length() - 1];
    d[1] = uint(A64) + uint(U64 >> 4);
    d[2] = uint(int(A8) - int(A16));
}
