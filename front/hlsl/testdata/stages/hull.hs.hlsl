struct V { float4 pos : SV_Position; float2 uv : TEXCOORD; };
struct H { float3 pos : POS; float2 uv : TEXCOORD; };
struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 extra[2] : EXTRA; };
P constants(InputPatch<V, 3> p, const OutputPatch<H, 3> o, uint id : SV_PrimitiveID) {
  P r; for (int k = 0; k < 3; k++) r.e[k] = p[k].uv.x + o[k].pos.y; r.i = id; r.extra[0] = p[0].pos; r.extra[1] = o[2].uv.xyxy; return r;
}
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("constants")] [maxtessfactor(15)]
H main(InputPatch<V, 3> p, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID) {
  H h; if (id == 4) { h.pos = 0; h.uv = 1; return h; }
  h.pos = p[i].pos.xyz; h.uv = p[(i + 1) % 3].uv; return h;
}
