#version 100
// opengl
// loose 1e-3
// What WebGL 1 forces people to: constant loops with breaks, arrays indexed through loops,
// integers by floats, bit operations by arithmetic, chained selects.
precision highp float; precision highp int;
varying vec2 uv; varying float seed; uniform float data[8]; uniform sampler2D lut; uniform ivec3 counts; uniform bvec2 switches;
float at(int i) { for (int k = 0; k < 8; k++) if (k == i) return clamp(data[k], -4.0, 4.0); return 0.0; }
float bitAnd(float a, float b) { float r = 0.0, p = 1.0; for (int i = 0; i < 8; i++) { if (mod(a, 2.0) >= 1.0 && mod(b, 2.0) >= 1.0) r += p; a = floor(a / 2.0); b = floor(b / 2.0); p *= 2.0; } return r; }
int imod(int a, int b) { return a - (a / b) * b; }
vec4 encode(float v) { vec4 e = vec4(1.0, 255.0, 65025.0, 16581375.0) * v; e = fract(e); e -= e.yzww * vec4(vec3(1.0 / 255.0), 0.0); return e; }
void sort3(inout vec3 v) { if (v.x > v.y) v.xy = v.yx; if (v.y > v.z) v.yz = v.zy; if (v.x > v.y) v.xy = v.yx; }
mat2 rotate(float a) { float s = sin(a), c = cos(a); return mat2(c, s, -s, c); }
void main() {
	vec3 v = vec3(at(1), at(imod(10, 8)), at(7)); sort3(v);
	float s = 0.0; for (int i = 0; i < 16; i++) { if (float(i) > floor(seed)) break; if (i == 2) continue; s += at(i) * (mod(float(i), 2.0) == 0.0 ? 1.0 : -0.5); }
	vec2 p = rotate(0.5) * uv; p = (p + 1.0) * mat2(0.5);
	float b = bitAnd(floor(abs(seed) * 3.0), 13.0);
	vec4 c = switches.x ? vec4(v, s) : switches.y ? vec4(s, v.zyx) : vec4(p, v.xy);
	gl_FragColor = c + texture2D(lut, vec2(0.5), 0.0) + vec4(b) * 0.01 + vec4(counts.x > counts.y, all(switches), any(not(switches)), counts == ivec3(1)) + encode(0.3) ;
}
