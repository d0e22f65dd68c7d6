struct Payload { uint n; float2 p[4]; };
struct V { float4 pos : SV_Position; float3 c : COLOR; float2 clip : SV_ClipDistance0; };
struct Pr { uint id : SV_PrimitiveID; bool cull : SV_CullPrimitive; uint layer : SV_RenderTargetArrayIndex; uint m : MATERIAL; };
[outputtopology("triangle")] [numthreads(8, 1, 1)]
void main(uint t : SV_GroupThreadID, uint3 g : SV_GroupID, in payload Payload pl, out vertices V v[8], out indices uint3 tri[4], out primitives Pr pr[4]) {
  SetMeshOutputCounts(8, pl.n);
  V x; x.pos = float4(pl.p[t & 3], 0, 1); x.c = 1; x.clip = t;
  v[t] = x;
  v[t].c.x = 0.5; v[t].clip[1] = 3;
  if (t < 4) { tri[t] = uint3(t, t + 1, t + 2); pr[t].id = t; pr[t].cull = t == 2; pr[t].layer = g.x; pr[t].m = 5; }
}
