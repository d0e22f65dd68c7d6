#version 460
// zero
// workgroups 2
// Append lists by atomic counters in buffers, free lists, indirect arguments, all atomics.
layout(local_size_x = 8) in;
struct Particle { vec2 p; uint id; int life; };
struct Args { uint x, y, z; };
layout(std430, binding = 0) buffer Counters { uint alive, dead; int lowest, highest; uint ors, ands, xors; Args args; } k;
layout(std430, binding = 1) buffer Pool { Particle pool[]; };
layout(std430, binding = 2) buffer Seen { uint seen[16]; int sums[2]; };
shared uint base, localCount; shared int mins[2];
bool keep(uint i) { return (i * 7u & 3u) != 1u; }
void main() {
	uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex, slot = ~0u;
	if (l == 0u) { localCount = 0u; mins[0] = 1000; mins[1] = -1000; }
	barrier();
	if (keep(i)) slot = atomicAdd(localCount, 1u); else atomicAdd(k.dead, 1u);
	atomicMin(mins[0], int(i) - 5); atomicMax(mins[1], int(i) * 2);
	barrier();
	if (l == 0u) { base = atomicAdd(k.alive, localCount); atomicMin(k.lowest, mins[0]); atomicMax(k.highest, mins[1]); atomicAdd(k.args.x, (localCount + 3u) / 4u); }
	barrier();
	atomicOr(k.ors, 1u << i); atomicAnd(k.ands, ~i); atomicXor(k.xors, i * i);
	if (slot != ~0u) atomicAdd(seen[base + slot], 1u);
	atomicAdd(sums[i & 1u], -int(i)); if (i == 3u) { k.args.y = k.args.z = 1u; }
	if (i == 0u && pool.length() > 0) { pool[0].id++; pool[0].life = -1; pool[0].p += 2.5; }
}
