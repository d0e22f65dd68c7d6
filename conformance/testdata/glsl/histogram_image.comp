#version 450
// Image processing: loads and stores with formats, a luminance histogram by shared and by
// global atomics, min and max of floats by bits, a compare-and-swap loop.
layout(local_size_x = 8, local_size_y = 4) in;
layout(rgba8, set = 0, binding = 0) uniform readonly image2D source;
layout(r32ui, binding = 1) uniform uimage2D counts;
layout(rgba16f, binding = 2) writeonly uniform image2D target;
layout(std430, binding = 3) buffer Result { uint bins[8]; uint lowest, highest; int sum; float average; } result;
shared uint local[8];
shared int low, high;
float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }
void main() {
	uint i = gl_LocalInvocationIndex;
	if (i < 8u) { local[i] = 0u; }
	if (i == 0u) { low = 0x7f7fffff; high = 0; result.lowest = 0xffffffffu; result.highest = 0u; result.sum = 0; }
	if (i < 8u) result.bins[i] = 0u;
	barrier();
	ivec2 size = imageSize(source), at = ivec2(gl_GlobalInvocationID.xy) % size;
	vec4 texel = imageLoad(source, at);
	int bits = floatBitsToInt(floor(luma(texel.rgb) * 64.0) / 64.0);
	uint bin = min(uint(luma(texel.rgb) * 8.0), 7u);
	atomicAdd(local[bin], 1u);
	atomicMin(low, bits); atomicMax(high, bits);
	memoryBarrierImage(); memoryBarrierBuffer(); barrier();
	if (i < 8u) {
		uint seen = result.bins[i], assumed;
		do { assumed = seen; seen = atomicCompSwap(result.bins[i], assumed, assumed + local[i]); } while (assumed != seen);
		imageAtomicAdd(counts, ivec2(0), local[i]);
	}
	if (i == 1u) { atomicExchange(result.lowest, uint(low)); atomicOr(result.highest, uint(high)); }
	atomicAdd(result.sum, int(bin) - 3);
	if (i == 2u) imageStore(target, ivec2(0), vec4(intBitsToFloat(low), intBitsToFloat(high), 0.5, 1.0));
	if (i == 0u) result.average = float(gl_WorkGroupSize.x * gl_WorkGroupSize.y) / float(size.x > 0 ? 2 : 3);
}
