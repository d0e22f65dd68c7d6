#version 460
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
layout(local_size_x = 128) in;
layout(set = 0, binding = 0, rgba32f) uniform restrict readonly image2D src;
layout(set = 0, binding = 1, rgba32f) uniform restrict writeonly image2D dst;
layout(set = 0, binding = 2, std430) buffer Stats { uint total; float sums[]; } stats;
layout(push_constant) uniform P { uint stage; uint count; } pc;
shared vec2 lds[2][128];
vec2 cmul(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
void butterfly(inout vec2 a, inout vec2 b, vec2 w) { vec2 t = cmul(b, w); b = a - t; a += t; }
void main() {
	uint i = gl_LocalInvocationIndex, buf = 0;
	ivec2 at = ivec2(i, gl_WorkGroupID.x);
	vec4 v = imageLoad(src, at);
	lds[0][i] = v.xy;
	lds[1][i] = v.zw;
	barrier();
	for (uint s = 1u; s < 128u; s <<= 1, buf ^= 1u) {
		uint k = i & (s - 1u), j = ((i - k) << 1) + k;
		vec2 a = lds[buf][i >> 1], b = lds[buf][(i >> 1) + 64u];
		float ang = -3.14159265 * float(k) / float(s);
		butterfly(a, b, vec2(cos(ang), sin(ang)));
		barrier();
		lds[buf ^ 1u][j & 127u] = a;
		lds[buf ^ 1u][(j + s) & 127u] = b;
		barrier();
	}
	float e = dot(lds[buf][i], lds[buf][i]);
	float sum = subgroupAdd(e);
	if (subgroupElect()) {
		uint slot = atomicAdd(stats.total, 1u);
		if (slot < uint(stats.sums.length())) stats.sums[slot] = sum;
	}
	imageStore(dst, at, vec4(lds[buf][i], lds[buf ^ 1u][i]));
}
