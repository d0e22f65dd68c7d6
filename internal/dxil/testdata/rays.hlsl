// profiles: lib_6_3 lib_6_6
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
ByteAddressBuffer materials[] : register(t1, space5);
struct Payload { float4 color; uint depth; };
struct Hit { float2 at; uint id; };
cbuffer Camera : register(b0) { float4x4 inverse; float3 eye; };

float luminance(float3 c) { return dot(c, float3(0.3, 0.59, 0.11)); }

[shader("raygeneration")]
void generate() {
	RayDesc ray;
	ray.Origin = eye;
	ray.Direction = mul(inverse, float4(DispatchRaysIndex().xy, 0, 1)).xyz;
	ray.TMin = 0.001;
	ray.TMax = 1000;
	Payload p = { float4(0, 0, 0, 1), 0 };
	TraceRay(scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 0xff, 0, 1, 0, ray, p);
	image[DispatchRaysIndex().xy] = p.color * luminance(p.color.rgb);
}

[shader("closesthit")]
void closest(inout Payload p, BuiltInTriangleIntersectionAttributes a) {
	p.color = float4(a.barycentrics, RayTCurrent(), asfloat(materials[NonUniformResourceIndex(InstanceID())].Load(4 * PrimitiveIndex())));
	p.depth++;
}

[shader("miss")]
void sky(inout Payload p) { p.color = float4(0.5, 0.7, 1, WorldRayDirection().y); }

[shader("anyhit")]
void any(inout Payload p, BuiltInTriangleIntersectionAttributes a) {
	if (a.barycentrics.x < 0.5)
		IgnoreHit();
	if (HitKind() == HIT_KIND_TRIANGLE_BACK_FACE)
		AcceptHitAndEndSearch();
	p.depth += 2;
}

[shader("intersection")]
void sphere() {
	Hit h = { ObjectRayOrigin().xy, InstanceIndex() };
	ReportHit(RayTMin() + 1, 3, h);
}

[shader("callable")]
void shade(inout Payload p) {
	p.color *= 2;
	CallShader(p.depth, p);
}
