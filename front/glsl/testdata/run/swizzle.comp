#version 450
// Swizzles, columns and elements as arguments that are out and inout, and as what is
// assigned to.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { float f[160]; vec4 bv; mat3 bm; int n[8]; };
int at = 0;
void put(float x) { f[at++] = x; }
void put(vec2 v) { put(v.x); put(v.y); }
void put(vec3 v) { put(v.xy); put(v.z); }
void put(vec4 v) { put(v.xyz); put(v.w); }
void put(mat2 m) { put(m[0]); put(m[1]); }
void swap(inout vec2 a, inout vec2 b) { vec2 t = a; a = b; b = t; }
void swap(inout float a, inout float b) { float t = a; a = b; b = t; }
void fill(out vec2 a) { a = vec2(8.0, 9.0); }
void add(inout vec3 v, float s) { v += s; v.x *= 2.0; }
float whole(out vec3 a, inout vec4 b) { a = vec3(8.0); b.w += 1.0; return a.x + b.x; }
float part(inout vec4 b, out vec3 a) { a = vec3(8.0); b.w += 1.0; return a.x + b.x; }
struct S { vec3 p; float w[3]; mat2 m; };
vec3 gv = vec3(1.0, 2.0, 3.0);
void both(inout vec3 v) { v.x = 5.0; gv.y = 6.0; v.z = gv.x; }
int next = 0;
int idx() { return next++; }
void main() {
	vec4 v = vec4(1.0, 2.0, 3.0, 4.0);
	swap(v.xy, v.zw); put(v);
	swap(v.x, v.w); put(v);
	fill(v.wy); put(v);
	add(v.zyx, 0.5); put(v);
	v.zyx.xy = vec2(20.0, 30.0); put(v);
	v.rg = v.gr; put(v);
	v.xyz = v.zxy.zyx; put(v);
	S s = S(vec3(1.0), float[3](1.0, 2.0, 3.0), mat2(1.0, 2.0, 3.0, 4.0));
	swap(s.w[0], s.w[2]); put(vec3(s.w[0], s.w[1], s.w[2]));
	swap(s.m[0], s.m[1]); put(s.m);
	swap(s.m[0].y, s.m[1][0]); put(s.m);
	add(s.p, 1.0); put(s.p);
	both(gv); put(gv);
	S list[2] = S[2](s, s);
	int i = 1;
	swap(list[i].m[i].xy, list[0].p.zx); put(list[1].m); put(list[0].p);
	swap(list[idx()].w[idx()], list[0].w[idx()]); put(vec3(list[0].w[0], list[0].w[1], list[0].w[2])); put(float(next));
	mat3 m = mat3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
	m[1].zx = m[2].xy; put(m[1]);
	m[i][i + 1] += 100.0; put(m[1]);
	m[2] *= 2.0; put(m[2]);
	m[idx() - 3]++; put(m[0]);
	bv = v;
	swap(bv.xw, bv.zy); put(bv);
	bv.yz += bv.w; put(bv);
	bm = m;
	bm[2].yx = bm[0].xz; put(bm[2]);
	bm[i].y = -1.0; put(bm[1]);
	vec2 w = vec2(1.0, 2.0);
	w.xy = w.yx + w; put(w);
	w *= w.yx; put(w);
	w[i] = 7.0; put(w);
	w.y -= w.x--; put(w);
	put(++w.x); put(w--); put(w);
	v = vec4(1.0, 2.0, 3.0, 4.0);
	put(whole(v.xzw, v)); put(v); put(part(v, v.xzw)); put(v);
	n[0] = at;
}
