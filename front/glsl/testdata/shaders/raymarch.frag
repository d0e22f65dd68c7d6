#version 300 es
precision highp float;
uniform vec3 iResolution; uniform float iTime; uniform vec4 iMouse; uniform sampler2D iChannel0; uniform int iFrame;
out vec4 fragColor;
#define MAX_STEPS 64
#define EPS 0.001
float sdSphere(vec3 p, float r) { return length(p) - r; }
float sdBox(vec3 p, vec3 b) { vec3 q = abs(p) - b; return length(max(q, 0.)) + min(max(q.x, max(q.y, q.z)), 0.); }
vec2 opU(vec2 a, vec2 b) { return (a.x < b.x) ? a : b; }
vec2 map(vec3 p) {
  vec2 res = vec2(p.y, 0.);
  for (int i = 0; i < 3; ++i) { p.xz *= mat2(cos(iTime), sin(iTime), -sin(iTime), cos(iTime)); res = opU(res, vec2(sdBox(p - vec3(float(i), 1, 0), vec3(.3)), float(i))); }
  return opU(res, vec2(sdSphere(p, 1.), 4.));
}
vec3 normal(vec3 p) { vec2 e = vec2(EPS, 0); return normalize(vec3(map(p + e.xyy).x - map(p - e.xyy).x, map(p + e.yxy).x - map(p - e.yxy).x, map(p + e.yyx).x - map(p - e.yyx).x)); }
bool march(vec3 ro, vec3 rd, out float t, inout vec2 m) {
  t = 0.;
  for (int i = 0; i < MAX_STEPS; i++) { vec2 h = map(ro + rd * t); if (h.x < EPS) { m = h; return true; } t += h.x; if (t > 50.) break; }
  return false;
}
void mainImage(out vec4 O, in vec2 U) {
  vec2 uv = (2. * U - iResolution.xy) / iResolution.y;
  vec3 ro = vec3(0, 1, -4), rd = normalize(vec3(uv, 1.5)), col;
  float t; vec2 m = vec2(-1);
  if (march(ro, rd, t, m)) { vec3 n = normal(ro + rd * t); col = .5 + .5 * n; col *= texture(iChannel0, uv).xyz; }
  else col = vec3(.1, .2, .3) - rd.y;
  ivec2 q = ivec2(U) & 7; int k = (q.x ^ q.y) << 2; col += float(k % 5) / 50.;
  O = vec4(sqrt(col), 1);
  O.rgb *= 1. - .3 * dot(uv, uv), O.a = 1.;
}
void main() { mainImage(fragColor, gl_FragCoord.xy); }
