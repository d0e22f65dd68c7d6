#version 450
// loose 2e-3
// Distance fields by operators that are macros, unions in structs, early returns.
layout(location = 0) in vec2 uv; layout(location = 0) out vec4 c; layout(push_constant) uniform P { float k; int mode; } pc;
struct D { float d; int m; }; 
#define OP(name, expr) D name(D a, D b) { return expr; }
OP(join, a.d < b.d ? a : b) OP(meet, a.d > b.d ? a : b) OP(cut, -b.d > a.d ? D(-b.d, b.m) : a)
#undef OP
float smin(float a, float b, float k) { float h = max(k - abs(a - b), 0.) / k; return min(a, b) - h * h * k * .25; }
D blend(D a, D b, float k) { D r = join(a, b); r.d = smin(a.d, b.d, k); return r; }
D sphere(vec3 p, float r, int m) { return D(length(p) - r, m); }
D plane(in vec3 p) { return D(p.y + 1., 0); }
D scene(vec3 p) { D r = plane(p); r = join(r, cut(sphere(p, 1., 1), sphere(p - vec3(.5), .7, 2))); return pc.mode > 1000000 ? meet(r, r) : blend(r, sphere(p + vec3(1, 0, 0), .4, 3), .3); }
bool hit(vec3 o, vec3 d, out vec3 p, out D at) { float t = 0.; for (int i = 0; i < 40; i++) { p = o + d * t; at = scene(p); if (at.d < .01) return true; t += at.d; if (t > 10.) return false; } return false; }
void main() {
	vec3 p, d = normalize(vec3(uv * .2 - .5, 1.5)); D at;
	if (!hit(vec3(0, .5, -3), d, p, at)) { c = vec4(0, 0, 0, -1); return; }
	c = vec4(floor(p * 4. + .37) / 4., at.m);
	c.xyz[at.m % 3] += at.m == 0 ? .5 : at.m == 1 ? .25 : -.5;
}
