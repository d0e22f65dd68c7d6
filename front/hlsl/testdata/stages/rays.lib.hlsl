struct [raypayload] P { float3 c : read(caller) : write(caller, closesthit, miss); bool hit : read(caller) : write(caller, closesthit); };
struct C { float4 x; };
struct A { float3 n; };
RaytracingAccelerationStructure tlas : register(t0);
RWTexture2D<float4> o : register(u0);
cbuffer L : register(b0) { float4 tint; };
float3 dirOf(uint2 i) { return normalize(float3(i, DispatchRaysDimensions().x)); }
[shader("raygeneration")] void gen() {
  RayDesc r; r.Origin = 0; r.TMin = 0.01; r.TMax = 1000; r.Direction = dirOf(DispatchRaysIndex().xy);
  P p = (P)0; TraceRay(tlas, RAY_FLAG_NONE, 0xff, 0, 1, 0, r, p);
  C c; c.x = tint; CallShader(1, c);
  o[DispatchRaysIndex().xy] = float4(p.c, p.hit) + c.x;
}
[shader("closesthit")] void hit(inout P p, in BuiltInTriangleIntersectionAttributes a) {
  p.c = float3(a.barycentrics, RayTCurrent()) + mul(ObjectToWorld3x4(), float4(ObjectRayOrigin(), 1)) + WorldRayDirection(); p.hit = HitKind() == HIT_KIND_TRIANGLE_FRONT_FACE;
  p.c += InstanceID() + InstanceIndex() + PrimitiveIndex() + GeometryIndex();
}
[shader("anyhit")] void any(inout P p, in A a) { if (a.n.x > 0.5) { p.c.x = 1; IgnoreHit(); } p.c.y = 2; AcceptHitAndEndSearch(); }
[shader("intersection")] void sect() { A a; a.n = ObjectRayDirection(); if (ReportHit(RayTMin() + 1, 3, a)) return; ReportHit(4, 5, a); }
[shader("miss")] void miss(inout P p : SV_RayPayload) { p.c = WorldRayDirection() * tint.xyz; }
[shader("callable")] void call(inout C c) { c.x *= 2; }
