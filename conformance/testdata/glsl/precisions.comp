#version 320 es
precision mediump float; precision highp int; precision mediump image2D;
layout(local_size_x = 8) in; layout(std430, binding = 0) buffer O { highp float o[8][16]; highp int n[8][16]; }; layout(std430, binding = 1) readonly buffer I { mediump vec4 v[8]; highp uint u[8]; lowp int li; };
struct L { lowp vec3 c; mediump float i; highp vec2 p; }; highp float hf(highp float x) { return x * 1.5; } mediump int mi(lowp int a, mediump int b) { return a + b; }
void main() {
	uint l = gl_LocalInvocationID.x; int k = 0, q = 0; mediump float a = clamp(v[l].x, -8.0, 8.0); lowp float b = 0.5; highp float c = a * b + 0.25; L s = L(vec3(a, b, c), a, vec2(c)); { precision highp float; float d = c * c; o[l][k++] = d; } o[l][k++] = hf(a); o[l][k++] = s.c.z + s.i * s.p.y; n[l][q++] = mi(3, int(l)); n[l][q++] = int(u[l] >> 3) % 7; n[l][q++] = bitfieldExtract(int(u[l]), 4, 8); 
	uvec4 un = uvec4(unpackUnorm4x8(u[l]) * 255.0 + 0.5); n[l][q++] = int(packUnorm4x8(vec4(un) / 255.0) ^ u[l]); n[l][q++] = int(packHalf2x16(vec2(1.5, float(l)))); o[l][k++] = unpackHalf2x16(0x3c00c000u).x; o[l][k++] = unpackSnorm2x16(packSnorm2x16(vec2(-1.0, 0.5))).x; int e; o[l][k++] = frexp(8.0, e); n[l][q++] = e; o[l][k++] = ldexp(0.75, int(l)); float ip; o[l][k++] = modf(2.75, ip); o[l][k++] = ip; n[l][q++] = floatBitsToInt(float(l)); o[l][k++] = roundEven(float(l) * 0.5); o[l][k++] = fma(a, 0.0, 2.0); mat3x2 m = mat3x2(1, 2, 3, 4, 5, 6); o[l][k++] = (m * vec3(1)).y; highp uint cr; n[l][q++] = int(uaddCarry(u[l], 0x80000000u, cr)); n[l][q++] = int(cr);
}
