#version 450
// Arrays sized by use, by initializers, by redeclaration; their lengths; out parameters of
// arrays; arrays of vectors indexed twice; an unsized last member of structs.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { int n[4]; vec3 rows[]; } b;
layout(std430, binding = 1) buffer O { float f[40]; };
float early[]; float late[6]; float early[5];
vec4 v[] = { vec4(1), vec4(2), vec4(3) }; int g[] = int[](1, 2, 3, 4, 5); const float t[][2] = float[][2](float[2](1, 2), float[2](3, 4), float[2](5, 6));
float grow[]; void fill(out float a[3], inout vec2 p[2]) { for (int i = 0; i < a.length(); i++) a[i] = float(i * i) + p[i & 1].y; p[1].x += 1.0; p[0] = p[1].yx; }
int at = 0; void put(float x) { f[at++] = x; }
void main() {
	early[4] = 2.5; grow[3] = 7.0; late[5] = early[4]; put(float(early.length() + late.length() * 10)); put(float(v.length() + g.length() * 10)); put(float(t.length() * 10 + t[0].length()));
	put(grow[3] + early[4] + late[5]); int k = b.n[0] & 1; put(v[k + 1][k + 2]); put(t[k + 1][k]); v[k].zw = v[2].xy * 3.0; put(v[k].w); put(float(g[k + 2]));
	float a[3]; vec2 p[2] = vec2[2](vec2(1, 2), vec2(3, 4)); fill(a, p); put(a[2]); put(p[0].x); put(p[1].x); vec2 q[2][2] = { p, p }; fill(a, q[k]); put(q[k][0].y); put(q[1 - k][0].y); put(a[1]);
	b.rows[b.rows.length() - 1] = vec3(1, 2, 3); b.rows[0][k] = float(b.rows.length() > 0); put(b.rows[b.rows.length() - 1].z); int len = b.n.length() + b.rows[0].length(); put(float(len));
	const int sizes[3] = int[](2, 3, 4); float dyn[sizes[1]]; dyn[k + 1] = 4.0; put(dyn[k + 1] + float(dyn.length())); mat3 m[2]; m[k] = mat3(2.0); m[k][k + 1].yz = vec2(5, 6); put(m[k][k + 1][2]); put(m[k][k + 1][1]); mat3x2 mm[2][2]; mm[1][k] = mat3x2(m[k]); put(mm[1][k][k + 1].y);
}
