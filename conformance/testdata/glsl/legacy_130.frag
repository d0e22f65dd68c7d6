#version 130
// opengl
// loose 1e-3
// Version 1.30: in and out, integers, switch, texelFetch without places.
#extension GL_ARB_explicit_attrib_location : disable
precision highp float;
smooth in vec3 n; in vec2 uv; uniform isampler2D idMap; uniform sampler2D tex; uniform int mode; uniform uint mask; uniform float weights[4]; out vec4 frag;
uint pack(ivec3 v) { return uint(v.x & 0xff) | uint(v.y & 0xff) << 8u | uint(v.z & 0xff) << 16u; }
void main() {
	int id = texelFetch(idMap, ivec2(0), 0).r & 7; uint m = pack(ivec3(id, 3, 5)) ^ 0x10u; vec4 c = vec4(0.0);
	switch (mode % 3) { case 0: c = vec4(n, 1); break; case 1: c.xy = uv; case 2: c.z += 1.0; break; default: c = vec4(float(m >> 8), uv, 2); }
	for (int i = 0; i < weights.length(); i++) c += clamp(weights[i], -1.0, 1.0) * (i % 2 == 0 ? 1.0 : -1.0);
	c.w += float(mask & 0u) + round(2.6) + trunc(-1.5) + roundEven(3.0) + float(isnan(c.x)) + sinh(0.5) + acosh(2.0) + float(int(uv.x > 1.0) << 2);
	frag = c + texelFetch(tex, ivec2(0), 0) + textureLod(tex, vec2(0.5), 0.0);
}
