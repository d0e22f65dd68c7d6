// profiles: ds_6_0 ds_6_6
struct Point { float3 at : POSITION; float2 uv : UV; };
struct Constants { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 middle : MIDDLE; };
struct Output { float4 position : SV_Position; float3 color : COLOR; float depths[2] : SV_CullDistance; };

[domain("quad")]
Output main(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> p) {
	Output o;
	float3 a = lerp(p[0].at, p[1].at, at.x), b = lerp(p[2].at, p[3].at, at.x);
	o.position = float4(lerp(a, b, at.y), 1);
	o.color = c.middle * c.edges[2] + float3(p[0].uv, 0);
	o.depths[0] = at.x - 0.5;
	o.depths[1] = c.inside[1];
	return o;
}
