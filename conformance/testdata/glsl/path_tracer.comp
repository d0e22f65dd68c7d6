#version 460
// loose 1e-3
// A path tracer's core: stack traversal, slabs, swaps of near and far, early outs through flags.
layout(local_size_x = 16) in;
struct Ray { vec3 o, d; float tmax; }; struct Hit { float t; int id; vec2 uv; bool ok; }; struct Node { vec3 lo; int left; vec3 hi; int count; };
layout(std430, binding = 0) readonly buffer N { Node nodes[8]; }; layout(std430, binding = 1) readonly buffer T { vec4 tris[24]; }; layout(std430, binding = 2) writeonly buffer O { vec4 outp[16]; ivec4 stat[16]; };
Node node(int i) { Node n; i &= 7; n.lo = vec3(-1.0 - float(i) * 0.25, -1, -1); n.hi = vec3(1, 1.0 + float(i & 3) * 0.5, 1.5); n.left = i < 3 ? i * 2 + 1 : i; n.count = i < 3 ? 0 : 2; n.lo += clamp(nodes[i].lo, 0.0, 0.1); return n; }
bool slab(Ray r, vec3 lo, vec3 hi, out float tn) { vec3 inv = 1.0 / r.d; vec3 t0 = (lo - r.o) * inv, t1 = (hi - r.o) * inv; vec3 mn = min(t0, t1), mx = max(t0, t1); tn = max(max(mn.x, mn.y), mn.z); float tf = min(min(mx.x, mx.y), min(mx.z, r.tmax)); return tn <= tf && tf > 0.0; }
bool tri(Ray r, int i, inout Hit h) {
	vec3 a = clamp(tris[i * 3 % 24].xyz, -1.0, 1.0), b = a + vec3(1, 0.25, 0), c = a + vec3(0.125, 1, 0.5); vec3 e1 = b - a, e2 = c - a, p = cross(r.d, e2); float det = dot(e1, p); if (abs(det) < 1e-5) return false;
	float f = 1.0 / det; vec3 s = r.o - a; float u = f * dot(s, p); if (u < 0.0 || u > 1.0) return false; vec3 q = cross(s, e1); float v = f * dot(r.d, q); if (v < 0.0 || u + v > 1.0) return false; float t = f * dot(e2, q); if (t < 1e-3 || t >= h.t) return false;
	h = Hit(t, i, vec2(u, v), true); return true;
}
Hit trace(inout Ray r, out int steps) {
	Hit h = Hit(r.tmax, -1, vec2(0), false); int stack[8]; int sp = 0; int cur = 0; steps = 0; float tn;
	if (!slab(r, node(0).lo, node(0).hi, tn)) return h;
	while (true) { steps++; Node n = node(cur);
		if (n.count > 0) { for (int k = 0; k < n.count; ++k) if (tri(r, cur + k, h)) r.tmax = h.t; if (sp == 0) break; cur = stack[--sp]; continue; }
		int l = n.left, rr = n.left + 1; float tl, tr; bool hl = slab(r, node(l).lo, node(l).hi, tl), hr = slab(r, node(rr).lo, node(rr).hi, tr);
		if (hl && hr) { if (tr < tl) { int t = l; l = rr; rr = t; float ft = tl; tl = tr; tr = ft; } if (sp < 8) stack[sp++] = rr; cur = l; }
		else if (hl) cur = l; else if (hr) cur = rr; else { if (sp == 0) break; cur = stack[--sp]; } 
		if (steps > 50) break; }
	return h;
}
void main() {
	uint i = gl_LocalInvocationID.x; Ray r; r.o = vec3(float(i & 3u) * 0.5 - 0.75, float(i >> 2) * 0.5 - 0.75, -4.0); r.d = normalize(vec3(0.01 + float(i) * 0.01, 0.02, 1)); r.tmax = 1e3; int st, total = 0; vec3 col = vec3(0), thr = vec3(1); Hit h; int b = 0;
	for (; b < 3; b++) { h = trace(r, st); total += st; if (!h.ok) { col += thr * vec3(0.5, 0.7, 1.0); break; } vec3 n = normalize(vec3(h.uv, 1.0 - h.uv.x - h.uv.y)); n = faceforward(n, r.d, n); r = Ray(r.o + r.d * h.t + n * 1e-2, reflect(r.d, n), 1e3); thr *= 0.6 + 0.1 * n; if (max(thr.x, max(thr.y, thr.z)) < 0.2) break; }
	outp[i] = vec4(col, h.t > 999. ? -1. : 1.); stat[i] = ivec4(total > 0, b, h.id, st > 0);
}
