// profiles: cs_4_0 cs_4_1
// Compute programs of model 4: raw and structured buffers.
struct S { float3 v; uint n; };
ByteAddressBuffer a;
StructuredBuffer<S> b;
RWStructuredBuffer<S> c : register(u0);
groupshared S cells[64];
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
	cells[index].v = b[id.x].v;
	cells[index].n = a.Load(id.x * 4);
	GroupMemoryBarrierWithGroupSync();
	c[id.x] = cells[63 - index];
}
