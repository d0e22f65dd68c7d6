// profiles: ds_5_0 ds_5_1
// A domain program that reads control points, patch constants and factors.
struct Point { float4 position : POSITION; float2 uv : TEXCOORD; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 tangent[4] : TANGENT; };
struct Out { float4 position : SV_Position; float2 uv : TEXCOORD; float2 clip : SV_ClipDistance; uint layer : SV_RenderTargetArrayIndex; uint view : SV_ViewportArrayIndex; };
[domain("quad")]
Out main(Patch c, float2 d : SV_DomainLocation, const OutputPatch<Point, 16> p, uint id : SV_PrimitiveID)
{
	Out r;
	r.position = lerp(p[0].position, p[15].position, d.x) + lerp(p[id & 15].position, c.edges[2], d.y);
	r.uv = p[5].uv * c.inside[1] + c.tangent[id & 3].xy;
	r.clip = r.position.xy - r.uv;
	r.layer = id;
	r.view = id & 3;
	return r;
}
