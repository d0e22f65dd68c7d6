#version 460
// Atomic counters: an increment gives what was there before it, a decrement what is
// there after it.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer O { uint n[32]; };
layout(binding = 0, offset = 8) uniform atomic_uint a;
layout(binding = 0) uniform atomic_uint list[2][2];
layout(binding = 1) uniform atomic_uint other;
layout(binding = 1, offset = 16) uniform atomic_uint;
layout(binding = 1) uniform atomic_uint late;
void main() {
	uint x = atomicCounterIncrement(a);
	n[x] = x + 1u;
	atomicCounterIncrement(list[x & 1u][1]);
	memoryBarrierAtomicCounter();
	barrier();
	if (gl_LocalInvocationIndex != 0u) return;
	n[4] = atomicCounter(a);
	n[5] = atomicCounterDecrement(a);
	n[6] = atomicCounter(list[0][1]) * 10u + atomicCounter(list[1][1]) + atomicCounter(list[0][0]);
	n[7] = atomicCounterAdd(other, 5u); n[8] = atomicCounterSubtract(other, 2u); n[9] = atomicCounter(other);
	n[10] = atomicCounterMax(other, 9u); n[11] = atomicCounterMin(other, 4u); n[12] = atomicCounterOr(other, 3u);
	n[13] = atomicCounterXor(other, 1u); n[14] = atomicCounterAnd(other, 12u); n[15] = atomicCounterExchange(other, 77u);
	n[16] = atomicCounterCompSwap(other, 77u, 78u); n[17] = atomicCounterCompSwap(other, 77u, 79u); n[18] = atomicCounter(other);
	n[19] = atomicCounterIncrement(late); n[20] = atomicCounter(late);
	n[21] = uint(list.length() * 10 + list[0].length());
}
