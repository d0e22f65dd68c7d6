#version 450
// zero
// not wgsl
// Overloads that differ by implicit conversions, by const, by array sizes, structs with the
// name of functions' parameters, and functions declared before they are defined.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int r[64]; float f[16]; };
int at = 0; void put(int x) { r[at++] = x; }
int k(float a); int k(uint a); int k(vec2 a);
int k(float a) { return 1; } int k(uint a) { return 2; } int k(vec2 a) { return 3; } int k(ivec3 a) { return 4; } int k(vec4 a) { return 5; }
int m(float a, float b) { return 1; } int m(float a, uint b) { return 2; }
int m2(int a, float b) { return 1; } int m2(float a, int b) { return 2; } int m2(int a, int b) { return 3; }
int arr(int a[2]) { return 2; } int arr(int a[3]) { return 3; } int arr(float a[2]) { return 4; } int arr(int a[2][3]) { return 5; }
struct P { int x; }; struct Q { int x; };
int st(P p) { return p.x; } int st(Q q) { return q.x * 100; }
int inn(const in int a) { return a; } void oo(out float a) { a = 1.5; } void oo(out vec3 a) { a = vec3(2.5); }
int mat(mat2 a) { return 1; } int mat(mat2x3 a) { return 2; } int mat(mat3 a) { return 3; }
int b(bool a) { return 1; } int b(bvec2 a) { return 2; }
int none() { return 7; } int none(int a) { return 8; } int none(void);
void conv(float x, inout float y, out vec2 z) { z = vec2(x, y); y = x; }
float abs(float x, float y) { return x - y; }
int max(bool a, bool c) { return a || c ? 1 : 0; }
float length(P p) { return float(p.x); }
float sq(float x) { return x * x; } vec2 sq(vec2 x) { return x * x; } int sq(int x) { return x * x; }
#define g(x) sq(sq(x))
int later(int n);
int early(int n) { return n <= 0 ? 0 : later(n - 1) + 1; }
int later(int n) { return n * 2; }
void main() {
	put(k(1u)); put(k(1.0)); put(k(ivec2(1))); put(k(uvec2(1))); put(k(ivec3(1))); put(k(uvec4(1))); put(k(ivec4(1)));
	put(m(1, 2u)); put(m(1u, 2.0)); put(m(1.0, 2u)); put(m2(1, 2)); put(m2(1, 2.0)); put(m2(1.0, 2)); 
	put(arr(int[](1, 2))); put(arr(int[3](1, 2, 3))); put(arr(float[](1, 2))); put(arr(int[2][3](int[3](1, 2, 3), int[](1, 2, 3))));
	put(st(P(3))); put(st(Q(4))); put(inn(5)); float o1; vec3 o3; oo(o1); oo(o3); f[0] = o1 + o3.z;
	put(mat(mat2(1))); put(mat(mat2x3(1))); put(mat(mat3(1))); put(b(true)); put(b(bvec2(true, false))); put(none()); put(none(1));
	float y = 2.5; vec2 z; conv(3, y, z); f[1] = y; f[2] = z.y; f[3] = abs(3, 1); f[4] = abs(-3.0); put(max(true, false)); put(max(3, 4)); put(int(max(2.5, 1.0)));
	f[5] = length(P(6)); f[6] = length(vec2(3, 4)); f[7] = g(3.0); f[8] = g(vec2(2, 3)).y; put(g(2)); put(early(5));
	int i = 3; float q = i; vec3 v = ivec3(1, 2, 3); v *= i; v += 1u; q -= i / 2; f[9] = q; f[10] = v.z; uint w = i; w += 2; put(int(w)); f[11] = true ? i : 2.5; f[12] = i < 2.5 ? 1 : 0; f[13] = vec2(1, 2) == ivec2(1, 2) ? 1.0 : 0.0; f[14] = i * 2u * 0.5;
	float fa[2] = float[](1, 2u); put(int(fa[1])); dvec2 dv = vec2(1, 2); double d = 3; d += i; put(int(d)); put(int(dv.y));
}
