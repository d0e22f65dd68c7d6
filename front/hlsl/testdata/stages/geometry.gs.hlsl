struct V { float4 pos : SV_Position; float3 color : COLOR0; nointerpolation uint id : ID; };
struct G { float4 pos : SV_Position; float3 color : COLOR0; uint layer : SV_RenderTargetArrayIndex; uint prim : SV_PrimitiveID; };
void emit(inout TriangleStream<G> s, V v, uint l) { G g; g.pos = v.pos; g.color = v.color * l; g.layer = l; g.prim = v.id; s.Append(g); }
[maxvertexcount(6)] [instance(2)]
void main(triangle V v[3], uint pid : SV_PrimitiveID, uint inst : SV_GSInstanceID, inout TriangleStream<G> s) {
  if (pid == 3) return;
  for (uint l = 0; l < 2; l++) {
    [unroll] for (uint i = 0; i < 3; i++) emit(s, v[(i + inst) % 3], l);
    s.RestartStrip();
  }
}
