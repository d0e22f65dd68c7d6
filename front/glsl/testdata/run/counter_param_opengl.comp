#version 460
// Atomic counters as parameters of functions, and of functions that these call.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { uint n[32]; };
layout(binding = 0, offset = 8) uniform atomic_uint a;
layout(binding = 1) uniform atomic_uint list[3];
uint up(atomic_uint c) { return atomicCounterIncrement(c); }
uint twice(in atomic_uint c, uint by) {
	up(c);
	return up(c) * by;
}
void main() {
	n[0] = up(a);
	n[1] = twice(a, 10u);
	n[2] = atomicCounter(a);
	uint i = n[0] + 1u;
	n[3] = twice(list[2], 7u) + twice(list[i], 1u) + up(list[i]);
	n[4] = atomicCounter(list[0]) * 100u + atomicCounter(list[1]) * 10u + atomicCounter(list[2]);
}
