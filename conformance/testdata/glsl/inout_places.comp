#version 450
// Places given to out and inout parameters: swizzles, components by index, elements of
// elements, columns, members of blocks. Copies out happen from left to right.
layout(local_size_x = 1) in;
struct Inner { vec2 uv[2]; ivec3 id; };
struct Outer { Inner parts[3]; mat3 frame; float tail; };
layout(std430, binding = 0) buffer Data { Outer stored; int log_[64]; float f[64]; };
int at, fat;
void put(int x) { log_[at++] = x; }
void put(float x) { f[fat++] = x; }
void put(vec2 v) { put(v.x); put(v.y); }
void put(vec3 v) { put(v.xy); put(v.z); }
void put(ivec3 v) { put(v.x); put(v.y); put(v.z); }
void turn(inout vec2 v) { v = vec2(-v.y, v.x); }
void twist(inout vec2 a, inout vec2 b) { vec2 t = a; a = b + 1.0; b = t - 1.0; }
void fill(out float a, out int b, out vec3 c) { a = 0.5; b = 7; c = vec3(1, 2, 3); }
void halve(inout float x) { x *= 0.5; }
float stepBack(inout int i) { i -= 2; return float(i); }
void change(inout Inner p[3], int k) { p[k].id.zx = p[k].id.xz + k; p[(k + 1) % 3].uv[1] = p[k].uv[0] * 2.0; }
void column(inout vec3 c, float k) { c = c.zxy * k; }
void whole(inout mat3 m) { m[1] = m[0]; m[2].x += 5.0; m = transpose(m); }
int next(inout int i) { return i++; }
void pair(inout int a, out int b) { a++; b = a * 10; a++; }
float both(const in float a, in float b) { b += a; return b; }
void main() {
	Outer o;
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 2; ++k) o.parts[i].uv[k] = vec2(i, k) + 0.25;
		o.parts[i].id = ivec3(i, i * 10, i * 100);
		o.frame[i] = vec3(i, i + 1, i * i);
	}
	o.tail = 9.0;
	vec4 v = vec4(1, 2, 3, 4);
	turn(v.wy); put(v.xyz); put(v.w);
	twist(v.xy, v.zw); put(v.xyz); put(v.w);
	twist(v.xy, v.yx); put(v.xy);
	int i = 1;
	fill(v[i++], i, o.frame[i]); put(v.y); put(i); put(o.frame[2]);
	i = 2;
	halve(o.frame[i - 1][i]); put(o.frame[1]);
	change(o.parts, 1); put(o.parts[1].id); put(o.parts[2].uv[1]);
	change(o.parts, 2); put(o.parts[2].id); put(o.parts[0].uv[1]);
	column(o.frame[2], 2.0); put(o.frame[2]);
	whole(o.frame); put(o.frame[0]); put(o.frame[1]); put(o.frame[2]);
	int a[4] = int[](3, 1, 2, 0);
	i = 0;
	pair(a[i], a[a[i]]); put(a[0]); put(a[1]); put(a[2]); put(a[3]);
	pair(a[next(i)], a[next(i)]); put(i); put(a[0]); put(a[1]); put(a[2]); put(a[3]);
	pair(i, i); put(i);
	stored = o;
	turn(stored.parts[2].uv[next(i) % 2]); put(stored.parts[2].uv[0]); put(stored.parts[2].uv[1]); put(i);
	halve(stored.tail); put(stored.tail);
	column(stored.frame[1], 3.0); put(stored.frame[1]);
	pair(stored.parts[0].id.y, stored.parts[1].id[2]); put(stored.parts[0].id); put(stored.parts[1].id);
	change(stored.parts, 0); put(stored.parts[0].id); put(stored.parts[1].uv[1]);
	put(both(2.0, 3.0)); i = 9; put(stepBack(i) + float(i));
}
