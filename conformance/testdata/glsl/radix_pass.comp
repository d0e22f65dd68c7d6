#version 450
#extension GL_KHR_shader_subgroup_basic : enable
// A radix sort of one workgroup: histograms with atomics, an exclusive scan, a stable scatter.
layout(local_size_x_id = 0, local_size_x = 64) in;
layout(constant_id = 1) const uint RADIX_BITS = 4;
const uint BINS = 16u;
struct Item { uint key; uint value; };
layout(std430, set = 0, binding = 0) readonly restrict buffer Src { Item items[]; } src;
layout(std430, set = 0, binding = 1) writeonly restrict buffer Dst { Item items[64]; } dst;
layout(std430, set = 0, binding = 2) coherent buffer Hist { uint counts[BINS]; uint total; } hist;
shared uint bins[16], offsets[BINS + 1u], keys[64];
shared struct { uint sum; uint last[2]; } scratch;
uint digit(uint key, uint pass) { return bitfieldExtract(key, int(pass * RADIX_BITS), int(RADIX_BITS)); }
void main() {
	uint me = gl_LocalInvocationIndex;
	if (me < BINS) bins[me] = 0u;
	if (me == 0u) scratch.sum = 0u;
	barrier();
	Item mine = src.items[me % uint(src.items.length())];
	mine.key ^= me * 2654435761u;
	keys[me] = mine.key;
	uint d = digit(mine.key, 2u);
	atomicAdd(bins[d], 1u);
	memoryBarrierShared(); barrier();
	if (me == 0u) {
		uint run = 0u;
		for (uint i = 0u; i <= BINS; ++i) { offsets[i] = run; if (i < BINS) run += bins[i]; }
		scratch.sum = run; scratch.last[1] = offsets[BINS];
	}
	groupMemoryBarrier(); barrier();
	uint rank = offsets[d];
	for (uint i = 0u; i < me; i++) rank += uint(digit(keys[i], 2u) == d);
	dst.items[rank] = Item(mine.key, me);
	if (me < BINS) hist.counts[me] = bins[me];
	if (me == 0u) { hist.total = scratch.sum + scratch.last[1]; }
}
