// HLSL: a constant buffer, byte addresses, structs in a structured buffer.
cbuffer C : register(b2) { uint4 k; float2x2 m; uint last; };
struct E { uint a; float3 v; uint2 tail; };
RWStructuredBuffer<uint> b : register(u0);
RWStructuredBuffer<E> e : register(u1);
RWByteAddressBuffer raw : register(u3);
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    E x = e[1];
    x.a += k.y + last;
    x.v = x.v.zxy + float3(m[0], m[1].y);
    e[0] = x;
    b[4] = x.a + x.tail.y;
    raw.Store2(8, uint2(b[0], raw.Load(4)));
    raw.Store(0, raw.Load(8) + raw.Load(12));
    uint size;
    raw.GetDimensions(size);
    b[5] = size;
}
