#version 450
// loose 1e-5
layout(local_size_x = 1) in; layout(std430, binding = 0) readonly buffer I { vec4 f[4]; uvec4 u[4]; }; layout(std430, binding = 1) buffer O { uint o[64]; vec4 r[24]; };
uint rgb9e5(vec3 c) { c = clamp(c, 0., 65408.); float m = max(c.r, max(c.g, c.b)); int e = max(-16, int(floor(log2(max(m, 1e-9))))) + 16; float d = exp2(float(e - 24)); int mx = int(floor(m / d + .5)); if (mx == 512) { d *= 2.; e += 1; } uvec3 q = uvec3(floor(c / d + .5)); return q.r | q.g << 9 | q.b << 18 | uint(e) << 27; }
vec3 un9e5(uint x) { return vec3(uvec3(x, x >> 9, x >> 18) & 511u) * exp2(float(int(x >> 27) - 24)); }
vec2 oct(vec3 n) { n /= abs(n.x) + abs(n.y) + abs(n.z); if (n.z < 0.) n.xy = (1. - abs(n.yx)) * vec2(n.x >= 0. ? 1. : -1., n.y >= 0. ? 1. : -1.); return n.xy; }
vec3 unoct(vec2 e) { vec3 v = vec3(e, 1. - abs(e.x) - abs(e.y)); float t = max(-v.z, 0.); v.x += v.x >= 0. ? -t : t; v.y += v.y >= 0. ? -t : t; return normalize(v); }
uint morton(uvec3 p) { p = (p | p << 16) & 0x030000FFu; p = (p | p << 8) & 0x0300F00Fu; p = (p | p << 4) & 0x030C30C3u; p = (p | p << 2) & 0x09249249u; return p.x | p.y << 1 | p.z << 2; }
float halfToFloat(uint h) { uint s = (h & 0x8000u) << 16, e = h >> 10 & 31u, m = h & 1023u; if (e == 0u) { if (m == 0u) return uintBitsToFloat(s); while ((m & 1024u) == 0u) { m <<= 1; e--; } e++; m &= ~1024u; } else if (e == 31u) return uintBitsToFloat(s | 0x7f800000u | m << 13); return uintBitsToFloat(s | e + 112u << 23 | m << 13); }
vec3 hsv(vec3 c) { vec4 K = vec4(0., -1. / 3., 2. / 3., -1.); vec4 p = c.g < c.b ? vec4(c.bg, K.wz) : vec4(c.gb, K.xy); vec4 q = c.r < p.x ? vec4(p.xyw, c.r) : vec4(c.r, p.yzx); float d = q.x - min(q.w, q.y); return vec3(abs(q.z + (q.w - q.y) / (6. * d + 1e-10)), d / (q.x + 1e-10), q.x); }
vec3 fromHsv(vec3 c) { vec3 p = abs(fract(c.xxx + vec3(1., 2. / 3., 1. / 3.)) * 6. - 3.); return c.z * mix(vec3(1), clamp(p - 1., 0., 1.), c.y); }
void main() {
	for (int i = 0; i < 4; i++) { vec4 c = clamp(f[i], -1., 1.); if (c != c) c = vec4(.5); int k = i * 8; o[k] = packUnorm4x8(c * .5 + .5); o[k + 1] = packSnorm4x8(vec4(1, -1, .5, -.25) * (f[i].x == 1e30 ? 0. : 1.)); o[k + 2] = packHalf2x16(vec2(c.x, 1e6)); o[k + 3] = packUnorm2x16(vec2(0, 2)); o[k + 4] = rgb9e5(vec3(.5, 1.5, 3.25) * float(i + 1)); o[k + 5] = morton(u[i].xyz & 255u); r[i] = unpackUnorm4x8(u[i].x); r[i + 4] = vec4(un9e5(o[k + 4]), halfToFloat(u[i].y & 0x7bffu)); vec3 n = normalize(c.xyz + vec3(.01, .02, -.3)); r[i + 8] = vec4(unoct(oct(n)), 1); r[i + 12] = vec4(fromHsv(hsv(abs(c.xyz))), 0); r[i + 16] = vec4(unpackHalf2x16(u[i].z & 0x7bff7bffu), unpackSnorm2x16(u[i].w)); r[i + 20] = unpackSnorm4x8(u[i].w); }
}
