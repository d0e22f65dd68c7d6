// profiles: cs_5_0 cs_5_1
// Views of all kinds, atomics, counters, shared memory and barriers.
struct S { float3 v; uint2 n; };
RWTexture1D<uint> a : register(u0);
RWTexture2DArray<float2> b : register(u1);
RWTexture3D<int> c : register(u2);
RWBuffer<float> d : register(u3);
RWByteAddressBuffer e : register(u4);
AppendStructuredBuffer<S> f : register(u5);
ConsumeStructuredBuffer<S> g : register(u6);
RWStructuredBuffer<S> h : register(u7);
groupshared uint cells[64];
groupshared S items[8];
groupshared int small;
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex)
{
	uint old, count, stride;
	cells[index] = id.x;
	items[local.x].v = float3(id);
	if (index == 0)
		small = -5;
	GroupMemoryBarrierWithGroupSync();
	InterlockedAdd(cells[index ^ 1], 3);
	InterlockedAnd(cells[local.y], 7, old);
	InterlockedOr(a[id.x], old);
	InterlockedXor(a[id.y], 5, old);
	InterlockedMax(small, (int)local.z, c[id]);
	InterlockedMin(small, 4);
	InterlockedMax(a[0], old);
	InterlockedMin(a[1], old, old);
	int was;
	InterlockedExchange(c[id], 9, was);
	InterlockedCompareExchange(cells[2], 3, 4, old);
	InterlockedCompareStore(a[4], 5, 6);
	e.InterlockedCompareExchange(4, 5, old, old);
	e.InterlockedExchange(id.x * 4, 7, old);
	e.InterlockedMin(8, old);
	DeviceMemoryBarrier();
	GroupMemoryBarrier();
	AllMemoryBarrier();
	S s = g.Consume();
	s.v += items[local.y].v + b[id].xyy + d[id.x];
	f.Append(s);
	h[h.IncrementCounter()] = s;
	h[id.x].n.y = old;
	b[id] = s.v.xy;
	d[id.x] = s.v.z + was;
	c[id.zyx] = small;
	h.GetDimensions(count, stride);
	e.Store4(id.x * 16, uint4(count + old, stride, e.Load2(12)));
	AllMemoryBarrierWithGroupSync();
	DeviceMemoryBarrierWithGroupSync();
	e.Store(id.x * 4, cells[index]);
}
