#version 310 es
precision highp float;
precision highp int;
precision highp image2D;
layout(local_size_x = 16, local_size_y = 16) in;
layout(rgba8, binding = 0) uniform readonly highp image2D source;
layout(std430, binding = 1) buffer Bins { uint bins[256]; uint overflow; float log_min; };
shared uint local_bins[256];
uniform float scale;
uint bin(vec3 c) {
	float l = dot(c, vec3(0.2126, 0.7152, 0.0722));
	if (l < 0.001) return 0u;
	return uint(clamp((log2(l) - log_min) * scale, 0.0, 1.0) * 254.0 + 1.0);
}
void main() {
	local_bins[gl_LocalInvocationIndex] = 0u;
	groupMemoryBarrier();
	barrier();
	ivec2 size = imageSize(source);
	ivec2 p = ivec2(gl_GlobalInvocationID.xy);
	if (p.x < size.x && p.y < size.y) atomicAdd(local_bins[bin(imageLoad(source, p).rgb)], 1u);
	groupMemoryBarrier();
	barrier();
	uint n = local_bins[gl_LocalInvocationIndex];
	if (n > 0u && atomicAdd(bins[gl_LocalInvocationIndex], n) > 0xFFFF0000u) atomicMax(overflow, n);
}
