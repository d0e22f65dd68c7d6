struct H { float3 pos : POS; float2 uv : TEXCOORD; };
struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 extra[2] : EXTRA; };
struct D { float4 pos : SV_Position; float2 uv : TEXCOORD; float clip : SV_ClipDistance; };
[domain("tri")]
D main(P c, float3 b : SV_DomainLocation, const OutputPatch<H, 3> p) {
  D d; d.pos = float4(p[0].pos * b.x + p[1].pos * b.y + p[2].pos * b.z, 1) + c.extra[1]; d.uv = p[0].uv * c.e[1] + c.i; d.clip = d.uv.x; return d;
}
