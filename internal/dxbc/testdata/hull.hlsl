// profiles: hs_5_0 hs_5_1
// A hull program with a control-point phase, fork and join phases.
struct Point { float4 position : POSITION; float2 uv : TEXCOORD; float3 normal : NORMAL; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 tangent[4] : TANGENT; float w : WEIGHT; };
float level;
Patch patch(InputPatch<Point, 4> p, OutputPatch<Point, 4> o, uint id : SV_PrimitiveID)
{
	Patch r;
	[unroll] for (int i = 0; i < 4; i++)
	{
		r.edges[i] = level * p[i].position.w;
		r.tangent[i] = o[i].normal - p[(i + 1) % 4].normal;
	}
	r.inside[0] = max(r.edges[0], r.edges[2]);
	r.inside[1] = max(r.edges[1], r.edges[3]) + id;
	r.w = r.inside[0] * o[3].uv.x;
	return r;
}
[domain("quad")]
[partitioning("fractional_even")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch")]
[maxtessfactor(32.0)]
Point main(InputPatch<Point, 4> p, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID)
{
	Point r = p[i];
	r.position.xyz *= id;
	r.uv += p[(i + 1) & 3].uv;
	return r;
}
