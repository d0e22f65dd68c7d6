// profiles: hs_5_0 hs_5_1
// Isolines, whose control points pass through.
struct Point { float4 position : POSITION; };
struct Patch { float edges[2] : SV_TessFactor; };
Patch patch(InputPatch<Point, 12> p)
{
	Patch r;
	r.edges[0] = p[0].position.x;
	r.edges[1] = 8;
	return r;
}
[domain("isoline")]
[partitioning("pow2")]
[outputtopology("line")]
[outputcontrolpoints(2)]
[patchconstantfunc("patch")]
Point main(InputPatch<Point, 12> p, uint i : SV_OutputControlPointID)
{
	Point r;
	r.position = p[i].position + p[11 - i].position;
	return r;
}
