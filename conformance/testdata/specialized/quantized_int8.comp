// 0=4 1=8
// 0=2 1=32
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
layout(local_size_x_id = 0, local_size_x = 1) in;
layout(constant_id = 0) const uint BLOCKS = 1;
layout(constant_id = 1) const int QUANTS = 16;
struct block { int16_t d; uint8_t qs[16]; };
layout(std430, binding = 0) readonly buffer A { block blocks[8]; };
layout(std430, binding = 1) writeonly buffer D { int d[256]; };
int[QUANTS] dequantize(uint i) {
    int v[QUANTS];
    for (int k = 0; k < QUANTS; k++) {
        const int q = int(blocks[i].qs[(k / 2) % 16]);
        v[k] = (((k & 1) == 0 ? q & 15 : q >> 4) - 8) * int(blocks[i].d);
    }
    return v;
}
void main() {
    const int first = dequantize(gl_LocalInvocationIndex)[0];
    for (int k = 0; k < QUANTS; k++) d[int(gl_LocalInvocationIndex) * QUANTS + k] = dequantize(gl_LocalInvocationIndex)[k] + first;
}
