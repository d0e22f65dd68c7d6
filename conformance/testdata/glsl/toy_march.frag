#version 300 es
// opengl
// loose 2e-3
precision highp float; precision highp sampler2D;
uniform vec3 iResolution; uniform float iTime; uniform vec4 iMouse; uniform int iFrame; uniform vec3 iChannelResolution[4]; uniform sampler2D iChannel0;
out vec4 shadertoy_out;
void mainImage(out vec4 c, in vec2 f);
#define R iResolution
#define rot(a) mat2(cos(a), -sin(a), sin(a), cos(a))
#define T(p) textureLod(iChannel0, (p) / 8., 0.)
#define S(a, b, t) smoothstep(a, b, t)
#define F for (float i = 0., j; i++ < 4.;)
#define sat(x) clamp(x, 0., 1.)
float h21(vec2 p) { p = fract(p * vec2(.1234, .345)); p += dot(p, p + 3.45); return fract(p.x * p.y); }
vec2 h22(vec2 p) { float n = h21(p); return vec2(n, h21(p + n)); }
float noise(vec2 p) { vec2 i = floor(p), f = p - i, u = f * f * (3. - 2. * f); return mix(mix(h21(i), h21(i + vec2(1, 0)), u.x), mix(h21(i + vec2(0, 1)), h21(i + 1.), u.x), u.y); }
float fbm(vec2 p) { float a = .5, s = 0.; for (int i = 0; i < 4; ++i, a *= .5) s += a * noise(p), p = p * 2. * mat2(.8, .6, -.6, .8); return s; }
vec2 map(vec3 p) { vec2 d = vec2(p.y + 1., 1); float s = length(p - vec3(0, 0, 3)) - 1.; d = s < d.x ? vec2(s, 2) : d; vec3 q = abs(p - vec3(1.5, -.5, 2.5)) - .4; float b = length(max(q, 0.)) + min(max(q.x, max(q.y, q.z)), 0.); if (b < d.x) d = vec2(b, 3); return d; }
vec3 nrm(vec3 p) { vec2 e = vec2(.01, 0); return normalize(vec3(map(p + e.xyy).x - map(p - e.xyy).x, map(p + e.yxy).x - map(p - e.yxy).x, map(p + e.yyx).x - map(p - e.yyx).x)); }
void mainImage(out vec4 c, in vec2 f) {
	vec2 u = f / 8. - .5, uv = u; u *= rot(.3); vec3 ro = vec3(0), rd = normalize(vec3(u, 1)); float t = 0., i = 0.; vec2 d;
	for (; i < 40.; i++) { d = map(ro + rd * t); if (d.x < .01 || t > 12.) break; t += d.x; }
	vec3 p = ro + rd * t, n = nrm(p), l = normalize(vec3(1, 2, -1)); float dif = sat(dot(n, l)); c = vec4(0); 
	switch (int(d.y)) { case 1: c.rgb = mix(vec3(.2), vec3(.4), mod(floor(p.x) + floor(p.z), 2.)); break; case 2: c.rgb += .5 + .5 * cos(vec3(0, 2, 4)); case 3: c.r += .25; }
	c.rgb *= dif + .1; if (t > 12.) c = vec4(.1, .2, .3, 0) + rd.y; 
	F { j = i * i; c.g += .01 * h22(vec2(i, j)).y; if (i > 2.) continue; c.b += .02; }
	c += .1 * T(f) + .05 * fbm(uv * 4.); float k = 0.; do k += .1; while (k < .45); c.a = k; c = sqrt(max(c, 0.)); c *= S(1.2, .2, length(uv)); ivec2 g = ivec2(f) ^ 3; c.r += float((g.x ^ g.y) & 1) * .05;
}
void main() { shadertoy_out = vec4(0.0, 0.0, 0.0, 1.0); vec4 color = vec4(1e20); mainImage(color, gl_FragCoord.xy); shadertoy_out = vec4(color.xyz, 1.0); }
