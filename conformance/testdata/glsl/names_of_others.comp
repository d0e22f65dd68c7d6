#version 450
// zero
// Functions, variables, structs and members called as built-in functions and types of others.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { float o[64]; int n[32]; } output_;
float saturate(float x) { return clamp(x, 0.0, 1.0); }
float lerp(float a, float b, float t) { return a + (b - a) * t; }
float fmod(float a, float b) { return a - b * trunc(a / b); }
float frac(float x) { return x - floor(x) + 10.0; }
float rsqrt(float x) { return 1.0 / sqrt(x) + 1.0; }
float atan2(float y, float x) { return y * 100.0 + x; }
float ddx(float x) { return x * 3.0; }
float select(float a, float b, bool c) { return c ? a : b; }
float mul(float a, float b) { return a * b; }
int asint(float x) { return int(x) + 1; }
float asfloat(int x) { return float(x) + 0.5; }
int countbits(int x) { return x * 2; }
int firstbithigh(int x) { return x * 3; }
int reversebits(int x) { return x + 7; }
float half_(float x) { return x / 2.0; }
float fma(float a) { return a; }
float fabs(float x) { return -x; }
float powr(float a, float b) { return a + b; }
float log10(float x) { return x; }
float select_(float x) { return x; }
float round(int x) { return float(x); }
float dot(float a) { return a * a; }
float transpose(float x) { return x; }
float vec(float x) { return x; }
float fmin(float a, float b) { return max(a, b); }
float fmax(float a, float b) { return a * b; }
float f32(float x) { return x + 1.0; }
int i32(int x) { return x + 1; }
int u32(int x) { return x + 2; }
float vec4f(float x) { return x; }
float precise_(float x) { return x; }
float isnan(int x) { return float(x); }
float exp10(float x) { return 10.0 * x; }
float clamp(float x) { return clamp(x, -1.0, 1.0); }
float all(float x) { return x; }
struct float4 { float x, y; };
struct half4 { float dot; int length_; };
struct texture2d { int sample_; };
struct ptr { int array; };
void main() {
	int k = 0, q = 0;
#define P(x) output_.o[k++] = x
	P(saturate(2.0)); P(lerp(1.0, 2.0, 0.25)); P(fmod(-7.5, 2.0)); P(frac(1.5)); P(rsqrt(4.0)); P(atan2(1.0, 2.0)); P(ddx(2.0)); P(sin(1.0)); P(normalize(vec3(1)).x); P(length(normalize(vec3(3, 0, 0))));
	P(mod(7.0, 4.0)); P(mod(vec2(7.0), 4.0).x); output_.n[q++] = min(1, 2); P(mix(vec2(1), vec2(2), 0.5).x); P(mix(1.0, 2.0, 0.5)); P(select(1.0, 2.0, false)); P(mul(2.0, 3.0));
	output_.n[q++] = asint(1.0); P(asfloat(3)); output_.n[q++] = countbits(3); output_.n[q++] = bitCount(3); output_.n[q++] = firstbithigh(4); output_.n[q++] = findMSB(4); output_.n[q++] = reversebits(1); output_.n[q++] = bitfieldReverse(1);
	P(half_(3.0)); P(fma(3.0)); P(fma(2.0, 3.0, 4.0)); P(fabs(1.0)); P(abs(-1.0)); P(powr(1.0, 2.0)); P(sign(-1.0)); P(log10(5.0)); P(round(3)); P(dot(3.0)); P(dot(vec2(1), vec2(2))); P(fmin(1.0, 2.0)); P(fmax(3.0, 4.0)); P(min(3.0, 4.0));
	P(f32(1.0)); output_.n[q++] = i32(3) + u32(4); P(vec4f(2.0)); P(isnan(3)); P(isnan(0.0) ? 1.0 : 2.0); P(exp10(2.0)); P(clamp(5.0)); P(all(3.0)); P(transpose(2.0)); P(vec(2.0));
	float4 a = float4(1.0, 2.0); half4 b = half4(3.0, 4); texture2d t = texture2d(5); ptr p = ptr(6);
	P(a.x + a.y + b.dot); output_.n[q++] = b.length_ + t.sample_ + p.array;
	float float3 = 2.0, int4 = 3.0, thread = 4.0, device = 5.0, kernel = 6.0, constant = 7.0, cbuffer = 8.0, groupshared = 9.0, register = 10.0, fn = 11.0, let = 12.0, var = 13.0, ptr_ = 14.0, loop = 15.0, string = 16.0, matrix = 17.0, vector = 18.0, metal = 19.0, main_ = 20.0, Texture2D = 21.0, f16 = 22.0, typename_ = 23.0;
	P(float3 + int4 * thread + device * kernel - constant * cbuffer + groupshared * register - fn * let + var * ptr_ + loop * string - matrix * vector + metal * main_ - Texture2D * f16);
}
