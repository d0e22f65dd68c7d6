#version 450
// zero
// Swizzles in all sets of names as values and as places, of swizzles, of calls, of scalars
// by constructors; compound assignments to them; components by variables.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int at; vec4 v[60]; };
void put(vec4 x) { v[at++] = x; } void put(vec3 x) { put(vec4(x, -1)); } void put(vec2 x) { put(vec4(x, -2, -2)); } void put(float x) { put(vec4(x)); }
vec4 four(float x) { return vec4(x, x + 1., x + 2., x + 3.); }
vec3 a3 = vec3(1, 2, 3);
void bump(inout vec3 p) { p += vec3(10, 20, 30); } void set(out vec2 p) { p = vec2(7, 8); }
struct W { vec4 q; mat3 m; };
void main() {
	vec4 p = four(1.);
	put(p.wzyx); put(p.rgb.bgr); put(p.stpq.qp); put(p.xyzw.xyz.xy.yx); put(four(5.).zw.y); put(p.xxxx + p.yyyy);
	p.zy = p.xw; put(p); p.abgr = p; put(p); p.xyz.xz = vec2(50, 60); put(p); p.wx.y += 3.; put(p); p.yzw *= mat3(1, 0, 0, 0, 2, 0, 0, 0, 3); put(p);
	bump(p.zxy); put(p); set(p.wx); put(p); bump(a3.xzy); put(a3);
	p.ts = p.st; put(p); (p.xy).y = 4.; put(p); p.xy = vec2(p.y, p.x) * (p.yx -= 1.); put(p);
	int i = 2; p[i] = 9.; p[i - 1] += p[i + 1]; put(p); p.zyx[i] = 77.; put(p); put(p.zyx[i - 1]); put(four(3.)[i]); put(vec2(p.zx)[1]);
	W w = W(four(1.), mat3(1, 2, 3, 4, 5, 6, 7, 8, 9)); w.q.yw = w.m[1].zx; w.m[2].xz = w.q.xy; w.m[i - 1][i] *= 2.; w.m[i].zyx = w.m[0]; put(w.q); put(w.m[0]); put(w.m[1]); put(w.m[2]);
	w.m[0].xy += w.m[1].yx, w.m[i].y++; put(w.m[0]); put(w.m[2]); v[58].wx = v[0].xy; v[59][i] = v[1].z; v[59].yx += 1.;
	ivec4 n = ivec4(1, 2, 3, 4); n.xz <<= 2; n.wy ^= n.xx; n.x = n.y++ + --n.z; put(vec4(n)); n.xyz = -n.zyx; put(vec4(n)); n.xy = abs(n.xy) % 3; put(vec4(n));
	bvec4 b = greaterThan(p, four(0.)); b.xw = not(b.wx); b.y = b.x || b.z; put(vec4(b)); put(mix(p, w.q, b)); put(vec3(any(b.xy), all(b.zw), b.zyx == bvec3(true)));
	float f = 3.; put(vec4(f).xy); f += vec3(1, 2, 3).z; put(f); put(vec3(p.xy, f).zxy); put(vec4(1, p.yx, i).wzyx); put(vec2(mat2(1, 2, 3, 4)[1])); put((p.xy + p.zw).yx * 2.);
}
