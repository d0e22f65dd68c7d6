// profiles: hs_6_0 hs_6_6
struct Point { float3 at : POSITION; float2 uv : UV; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float3 middle : MIDDLE; };

Constants measure(InputPatch<Point, 4> p, OutputPatch<Point, 3> o, uint primitive : SV_PrimitiveID) {
	Constants c;
	[unroll] for (int i = 0; i < 3; i++)
		c.edges[i] = distance(p[i].at, p[(i + 1) % 3].at);
	c.inside = p[3].uv.x + primitive;
	c.middle = o[0].at + o[1].at;
	return c;
}

[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("measure")] [maxtessfactor(16)]
Point main(InputPatch<Point, 4> p, uint i : SV_OutputControlPointID) {
	Point o = p[i];
	o.at *= 2;
	return o;
}
