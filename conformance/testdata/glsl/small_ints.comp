#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
// not msl wgsl hlsl wasm
layout(local_size_x = 4) in;
struct H { float16_t a; f16vec3 b; int16_t c; u8vec2 d; uint64_t e; i8vec4 f; };
layout(std430, binding = 0) buffer I { H h[4]; int8_t bytes[16]; uint16_t sh[8]; int64_t big[4]; };
layout(std430, binding = 1) buffer O { int o[4][32]; uint64_t p[4][8]; f16vec2 r[4][4]; int8_t by[4][4]; };
int8_t nar(int x) { return int8_t(x); } int64_t wide(int16_t x) { return int64_t(x) << 40; } 
void main() {
	uint l = gl_LocalInvocationIndex; int k = 0, q = 0; H x = h[l]; o[l][k++] = int(x.c) * 2; o[l][k++] = int(x.d.y) + int(x.f.z); o[l][k++] = int(x.f.x >> 2); o[l][k++] = int(uint8_t(x.d.x << uint8_t(1))); o[l][k++] = int(nar(int(sh[l]))); o[l][k++] = int(int16_t(sh[l + 4u] * sh[l])); p[l][q++] = x.e * 3ul + uint64_t(bytes[l]); p[l][q++] = uint64_t(wide(x.c)); p[l][q++] = uint64_t(big[l] / 7l); p[l][q++] = x.e >> (l * 9u); o[l][k++] = int(big[l] > 0l) + int(x.e < 5ul); o[l][k++] = int(big[l] >> 33); o[l][k++] = int(bitCount(uint(x.e >> 32))); 
	float16_t a = float16_t(l) * 0.5hf; f16vec2 v = f16vec2(a, 1.5hf); v = v.yx * 2.0hf; r[l][0] = v; r[l][1] = f16vec2(max(a, 0.25hf), abs(-a)); r[l][2] = f16vec2(uint16BitsToFloat16(uint16_t(0x3c00us)), float16_t(3)); o[l][k++] = int(float16BitsToInt16(v.x)); by[l][0] = int8_t(l) - int8_t(200); by[l][1] = bytes[l] & int8_t(0x5f); by[l][2] = int8_t(-int(bytes[l])); o[l][k++] = int(min(int16_t(-3), x.c)); o[l][k++] = int(packInt2x32(ivec2(l, 7)) >> 30); p[l][q++] = packUint2x32(uvec2(l, 9u)); o[l][k++] = int(unpackUint2x32(x.e).y >> 4); i16vec2 iv = i16vec2(x.c, -x.c); iv <<= int16_t(1); o[l][k++] = int(iv.x ^ iv.y); u8vec4 uv = u8vec4(250, 5, 6, 7); uv += uint8_t(l * 4u); o[l][k++] = int(uv.x) * 1000 + int(uv.y); h[l].c = int16_t(l); h[l].f.yw = i8vec2(1, -2); h[l].e++; sh[l] -= uint16_t(5);
}
