RWStructuredBuffer<uint> o : register(u0);
ByteAddressBuffer src : register(t0);
struct P { uint a; float2 b; };
groupshared uint sums[8];
groupshared P parts[4];
groupshared uint total;
groupshared float4x4 mat;
uint reduce(uint i) { for (uint s = 4; s > 0; s >>= 1) { if (i < s) sums[i] += sums[i + s]; GroupMemoryBarrierWithGroupSync(); } return sums[0]; }
[numthreads(4, 2, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 g : SV_GroupID, uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex) {
    if (i == 0) total = 0;
    sums[i] = src.Load(4 * i) & 255;
    if (i < 4) { parts[i].a = i * 3; parts[i].b = float2(i, 0.5); mat[i] = float4(i, 1, 2, 3); }
    GroupMemoryBarrierWithGroupSync();
    uint s = reduce(i), old;
    InterlockedAdd(total, i + 1); InterlockedMax(parts[i & 3].a, i);
    AllMemoryBarrierWithGroupSync();
    o[id.x + id.y * 4] = s + total * 100 + t.x + t.y * 10 + g.x;
    o[16 + i] = parts[(i + 1) & 3].a; o[32 + i] = asuint(mul(mat, float4(1, 1, 1, 1))[i & 3] + parts[i & 3].b.x);
    uint v = id.y * 4 + id.x; o[48 + i] = v; DeviceMemoryBarrier(); GroupMemoryBarrier();
    uint before; InterlockedAdd(o[60], 1, before); InterlockedXor(o[61], 1u << i); InterlockedAnd(o[62], before); if (i == 3) { uint x; InterlockedExchange(o[63], 77, x); }
}
