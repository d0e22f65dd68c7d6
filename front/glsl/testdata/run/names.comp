#version 450
// Names that other languages keep, and names of built-in functions declared anew.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer float4 { float matrix[32]; int fn[32]; } var;
struct vec2f { float kernel; int device; };
struct array { vec2f half2; };
float saturate(float lerp) { return clamp(lerp, 0.0, 1.0); }
float mul(float float3, float ptr) { return float3 * ptr; }
float frac(float let) { return let - floor(let); }
int select(int a, int b, bool c) { return c ? b : a; }
float mix(int a, int b) { return float(a * b); }
float dot(float a, float b, float c) { return a + b + c; }
float main0 = 1.5, main_ = 2.5;
int loop(int override) { int alias = override; { int loop = alias + 1; alias = loop * 2; } return alias; }
int f32(int i32) { return i32 + 1; }
float SV_Position() { return 4.0; }
float tex2D(float Texture2D) { return Texture2D * 2.0; }
#define thread(x) ((x) + 1.0)
void main() {
	float sin = 2.0, vertex = 3.0, fragment = 4.0, constant = 5.0, groupshared = 6.0, register = 7.0;
	int mod = 3;
	vec2f workgroup = vec2f(8.0, 9);
	array storage = array(workgroup);
	var.matrix[0] = sin * vertex + fragment;
	var.matrix[1] = saturate(constant) + mul(groupshared, register) + frac(1.25);
	var.matrix[2] = storage.half2.kernel + main0 * main_;
	var.matrix[3] = mix(3, 4) + mix(1.0, 3.0, 0.5) + dot(1.0, 2.0, 3.0) + dot(vec2(1.0), vec2(2.0));
	var.matrix[4] = SV_Position() + tex2D(1.5) + thread(2.0);
	var.fn[0] = select(1, 2, mod > 2) + loop(5) + f32(storage.half2.device);
	{ float abs = -3.0; var.matrix[5] = abs; }
	var.matrix[6] = abs(-3.0) + max(float(mod), 2.5);
	int nullptr = 1, template_ = 2, string = 3, pass = 4, technique = 5, discard_ = 6, bool2 = 7, snorm = 8, mat4x4f = 9;
	var.fn[1] = nullptr + template_ + string + pass + technique + discard_ + bool2 + snorm + mat4x4f;
	int target = 1, self = 2, type = 3, and = 4, or = 5, xor = 6, not_ = 7, vector = 8;
	for (int vector = 0; vector < 2; vector++) target += vector;
	var.fn[2] = target + self + type + and + or + xor + not_ + vector;
}
