#version 300 es
// opengl
// loose 5e-3
// A ported Shadertoy: loose constants, macros with statements, rotation by mat2 multiplied
// in place, a march with a break, in-out accumulators, shadowed names, hashes of integers.
precision highp float; precision highp int; precision mediump sampler2D;
uniform vec3 iResolution; uniform float iTime; uniform int iFrame; uniform vec4 iMouse; uniform sampler2D iChannel0;
in vec2 vUv; out vec4 outColor;
#define rot(a) mat2(cos(a), -sin(a), sin(a), cos(a))
#define PI 3.14159265
#define T (iTimeSafe * .5)
#define sat(x) clamp(x, 0., 1.)
#define REP(p, c) (mod(p, c) - .5 * (c))
#define FOLD(p) { p = abs(p); if (p.x < p.y) p.xy = p.yx; if (p.x < p.z) p.xz = p.zx; }
float iTimeSafe = 0.25; const vec3 light = vec3(.577); vec3 glow;
uint ihash(uvec2 q) { q = 1103515245U * ((q >> 1U) ^ (q.yx)); uint n = 1103515245U * ((q.x) ^ (q.y >> 3U)); return n ^ n >> 7; }
float hash(ivec2 p) { return float(ihash(uvec2(p)) & 0xffffu) / 65535.; }
float noise(in vec2 p) { ivec2 i = ivec2(floor(p)); vec2 f = fract(p), u = f * f * (3. - 2. * f);
	return mix(mix(hash(i), hash(i + ivec2(1, 0)), u.x), mix(hash(i + ivec2(0, 1)), hash(i + 1), u.x), u.y); }
float fbm(vec2 p) { float a = .5, s = 0.; for (int i = 0; i < 4; i++, a *= .5) s += a * noise(p), p *= mat2(1.6, 1.2, -1.2, 1.6); return s; }
float box(vec3 p, vec3 b) { vec3 d = abs(p) - b; return length(max(d, 0.)) + min(max(d.x, max(d.y, d.z)), 0.); }
vec2 map(vec3 p) {
	vec3 q = p; q.xz *= rot(T); q.xy *= rot(.3);
	FOLD(q)
	vec2 d = vec2(box(q - vec3(.3, 0, 0), vec3(.5)), 1.), e = vec2(length(p - vec3(0, 0, 1.5)) - .6, 2.);
	glow += .002 / (.1 + d.x * d.x);
	return d.x < e.x ? d : e;
}
vec3 normal(vec3 p) { vec2 e = vec2(.01, 0); return normalize(vec3(map(p + e.xyy).x - map(p - e.xyy).x, map(p + e.yxy).x - map(p - e.yxy).x, map(p + e.yyx).x - map(p - e.yyx).x)); }
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
	vec2 uv = (fragCoord * 2. - 8.) / 8.; glow = vec3(0);
	vec3 ro = vec3(0, 0, -3), rd = normalize(vec3(uv, 2)), p; float t = 0., i; vec2 h;
	for (i = 0.; i < 24.; i++) { p = ro + rd * t; h = map(p); if (h.x < .02 || t > 8.) break; t += h.x * .7; }
	vec3 col = mix(vec3(.1, .2, .3), vec3(.4), fbm(uv * 3.));
	if (t < 8.) { int id = int(h.y); vec3 n = normal(p); col = (id == 1 ? vec3(.9, .4, .2) : vec3(.2, .5, .9)) * (.3 + .7 * sat(dot(n, light))); }
	col += glow * .01;
	fragColor = vec4(pow(sat(col), vec3(1. / 2.2)), 1);
}
void main() { mainImage(outColor, floor(vUv * 2.) + .5); outColor += texelFetch(iChannel0, ivec2(0), 0) * .1 + vec4(iFrame == iFrame) * 0.; }
