#version 450
#define RADIX_BITS 4u
#define BINS (1u << RADIX_BITS)
#define WG 128
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint WG_SIZE = 128u;
layout(constant_id = 1) const uint ITEMS = 2u;
layout(push_constant) uniform P { uint shift, count; };
layout(binding = 0) readonly buffer Keys { uint keys[]; } src;
layout(binding = 1) buffer Dst { uint keys[]; } dst;
layout(binding = 2) coherent volatile buffer Hist { uint _; uint bins[]; } hist;
shared uint counts[BINS];
shared uint scan_[WG_SIZE * ITEMS];
shared struct { uint total; bool done; } ctl;
void add(inout uint a, uint b) { a += b; }
void main() {
	const uint lid = gl_LocalInvocationIndex, gid = gl_GlobalInvocationID.x;
	if (lid < BINS) counts[lid] = 0u;
	if (lid == 0u) { ctl.total = 0u; ctl.done = false; }
	barrier();
	uint d = BINS;
	if (gid < count) { d = bitfieldExtract(src.keys[gid], int(shift), int(RADIX_BITS)); atomicAdd(counts[d], 1u); }
	scan_[lid] = uint(d == 0u);
	for (uint s = 1u; s < WG_SIZE; s <<= 1) { barrier(); uint v = lid >= s ? scan_[lid - s] : 0u; barrier(); add(scan_[lid], v); }
	barrier();
	if (lid == WG_SIZE - 1u) { ctl.total = scan_[lid]; ctl.done = !ctl.done; }
	barrier();
	if (gid < count && ctl.done) dst.keys[gid] = scan_[lid] + ctl.total + counts[d & (BINS - 1u)];
}
