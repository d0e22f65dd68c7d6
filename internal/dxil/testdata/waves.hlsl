// profiles: cs_6_0 cs_6_5 cs_6_8
RWStructuredBuffer<uint4> result : register(u0);
RWByteAddressBuffer log : register(u1, space2);
groupshared uint total;
groupshared float partial[64];

[numthreads(32, 2, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID) {
	if (index == 0)
		total = 0;
	partial[index] = id.x * 0.5;
	GroupMemoryBarrierWithGroupSync();
	uint sum = WaveActiveSum(id.x), first = WaveReadLaneFirst(local.y);
	uint before = WavePrefixSum(group.x + 1);
	if (WaveActiveAnyTrue(id.x > 7) && !WaveActiveAllTrue(id.y == 1))
		sum += WaveActiveBitOr(id.x) ^ WaveActiveMax((int)id.y - 4);
	uint4 votes = WaveActiveBallot(id.x & 1);
	uint old;
	InterlockedAdd(total, sum, old);
	InterlockedCompareExchange(total, old, 5, old);
	log.InterlockedMax(4 * index, old);
	float x = QuadReadAcrossX(partial[index ^ 1]) + QuadReadLaneAt(partial[63 - index], 2);
	GroupMemoryBarrierWithGroupSync();
	result[id.x] = uint4(sum, first + before, votes.x + WaveGetLaneCount(), asuint(x) + total + WaveGetLaneIndex());
}
