#version 450
// zero
// Names that are keywords, types or built-ins of WGSL, HLSL, MSL and C++.
layout(local_size_x = 1) in;
struct fn { float let, var; int loop; }; struct ptr { fn array; vec2 vec3f; }; struct matrix_ { float float3x3[2]; };
struct half4 { int x; }; struct device { half4 thread_; float override; };
layout(std430, binding = 0) buffer StructuredBuffer { float register[16]; int cbuffer[16]; ptr kernel; } groupshared_;
layout(std140, binding = 1) uniform main_ { float texture2d; vec4 SV_Target; mat3 float4x4; } constant_;
float lerp(float a, float b, float frac) { return a + (b - a) * frac; }
float fmod(float a, float b) { return a - b * trunc(a / b); }
float rsqrt(float x) { return 1.0 / sqrt(x); } float select(float vector, bool operator_) { return operator_ ? vector : -vector; }
vec2 mul(vec2 row_major_, mat2 column) { return column * row_major_; } int main0(int main1) { return main1 + 1; } int main_1 = 3;
float clip(float alias) { return alias; } int asuint(float virtual) { return int(virtual); } uint as_type(uint typename) { return typename; }
bool all(float x) { return x > 0.0; } float fma(float a, float b) { return a * b; } int firstbitlow(int delete) { return delete; }
int f32 = 1, i32 = 2, u32 = 3, bool4 = 4, vec2f = 5, mat4x4f = 6, atomic = 7, ref = 8, storage = 9, sampler_ = 10, workgroup = 11, read_write = 12, private_ = 13, function = 14, true_ = 15;
int metal = 1, simd = 2, thread = 3, threadgroup = 4, vertex = 5, fragment = 6, stage_in = 7, SV_Position = 8, InterlockedAdd = 9, discard_ = 10, try = 11, catch = 12, new = 13, operator = 14, final = 15;
int type = 1, self = 2, mut = 3, match = 4, impl = 5, crate = 6, yield = 7, import = 8, fallthrough = 9, enable = 10, requires = 11, diagnostic = 12, const_assert = 13, continuing = 14, bitcast = 15, _x = 16, x_ = 17, string = 18;
int sizeof_ = 1, pass = 2, technique = 3, compile = 4, shared_ = 5, NULL = 6, nullptr = 7, int32_t_ = 8, decltype = 9, auto_ = 10, friend = 11, mutable = 12, throw = 13, explicit = 14, and = 15, or = 16, not_eq = 17, xor = 18, bitor = 19, compl = 20, M_PI = 21, INFINITY = 22, NAN = 23, assert = 24, printf = 25, ushort = 26, size_t = 27, uchar4 = 28, packed_float3 = 29, bfloat = 30, char = 31;
void main() {
	float abs = -2.0, sqrt = 4.0; { float sin = abs * sqrt; groupshared_.register[0] = sin; }
	fn let = fn(1.0, 2.0, 3); ptr var = ptr(let, vec2(5, 6)); half4 float4 = half4(4); device buffer_ = device(float4, 2.5);
	groupshared_.kernel = var; groupshared_.kernel.array.loop += buffer_.thread_.x; groupshared_.register[1] = lerp(let.let, var.vec3f.y, 0.5) + fmod(7.5, 2.0) + rsqrt(0.25) + select(3.0, all(-1.0));
	groupshared_.register[2] = mul(vec2(1, 2), mat2(1, 2, 3, 4)).y + float(main0(main_1)) + clip(1.5) + fma(2.0, 3.0) + buffer_.override + matrix_(float[2](1.0, 2.0)).float3x3[1];
	int[7] asfloat = int[7](f32 + i32 * u32 - bool4 + vec2f + mat4x4f + atomic + ref + storage + sampler_ + workgroup + read_write + private_ + function + true_, metal + simd + thread + threadgroup + vertex + fragment + stage_in + SV_Position + InterlockedAdd + discard_ + try + catch + new + operator + final, type + self + mut + match + impl + crate + yield + import + fallthrough + enable + requires + diagnostic + const_assert + continuing + bitcast + _x + x_ + string, sizeof_ + pass + technique + compile + shared_ + NULL + nullptr + int32_t_ + decltype + auto_ + friend + mutable + throw + explicit + and + or + not_eq + xor + bitor + compl + M_PI + INFINITY + NAN + assert + printf + ushort + size_t + uchar4 + packed_float3 + bfloat + char, asuint(3.7), int(as_type(9u)), firstbitlow(4));
	for (int saturate = 0; saturate < asfloat.length(); saturate++) groupshared_.cbuffer[saturate] = asfloat[saturate];
	for (int f32 = 0; f32 < 2; f32++) { { int i32 = f32, f32 = i32 + 100; groupshared_.cbuffer[8 + i32] = f32; } }
	groupshared_.register[3] = constant_.texture2d * 0.0 == 0.0 ? constant_.SV_Target.y * 0.0 : 0.0; groupshared_.register[4] = constant_.float4x4[1].y == constant_.float4x4[1][1] ? 1.0 : 2.0;
}
