// profiles: lib_6_5 lib_6_6
struct Payload { float4 a; uint b; };
struct Attributes { float2 at; };

[shader("closesthit")]
void closest(inout Payload p, Attributes a) {
	p.a = float4(WorldRayOrigin() + WorldRayDirection(), RayTMin());
	p.a += float4(ObjectRayDirection() * ObjectRayOrigin(), RayTCurrent());
	p.a.xyz += mul(ObjectToWorld3x4(), p.a) + mul(p.a, WorldToObject4x3());
	p.b = RayFlags() + DispatchRaysDimensions().z + DispatchRaysIndex().y + InstanceID() + InstanceIndex() + PrimitiveIndex() + HitKind() + GeometryIndex();
}

RaytracingAccelerationStructure scene;
RWByteAddressBuffer result;

[shader("raygeneration")]
void query() {
	RayQuery<RAY_FLAG_NONE> q;
	RayDesc r = { float3(0, 1, 2), 0.5, float3(0, 0, 1), 10 };
	q.TraceRayInline(scene, RAY_FLAG_CULL_FRONT_FACING_TRIANGLES, 0xf, r);
	float4 sum = 0;
	uint n = 0;
	while (q.Proceed()) {
		if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) {
			sum.xy += q.CandidateTriangleBarycentrics();
			sum.z += q.CandidateTriangleRayT();
			n += q.CandidateTriangleFrontFace() + q.CandidateInstanceIndex() + q.CandidateInstanceID() + q.CandidateGeometryIndex() + q.CandidatePrimitiveIndex();
			q.CommitNonOpaqueTriangleHit();
		} else if (q.CandidateProceduralPrimitiveNonOpaque()) {
			sum.xyz += q.CandidateObjectRayOrigin() + q.CandidateObjectRayDirection();
			sum.xyz += mul(q.CandidateObjectToWorld3x4(), sum) + mul(q.CandidateWorldToObject3x4(), sum);
			n += q.CandidateInstanceContributionToHitGroupIndex();
			q.CommitProceduralPrimitiveHit(2.5);
		} else {
			q.Abort();
		}
	}
	if (q.CommittedStatus() != COMMITTED_NOTHING) {
		sum.xy += q.CommittedTriangleBarycentrics();
		sum.z += q.CommittedRayT() + q.RayTMin();
		sum.xyz += q.CommittedObjectRayOrigin() + q.CommittedObjectRayDirection() + q.WorldRayOrigin() * q.WorldRayDirection();
		sum.xyz += mul(q.CommittedObjectToWorld3x4(), sum) + mul(q.CommittedWorldToObject3x4(), sum);
		n += q.CommittedTriangleFrontFace() + q.CommittedInstanceIndex() + q.CommittedInstanceID() + q.CommittedGeometryIndex() + q.CommittedPrimitiveIndex();
		n += q.CommittedInstanceContributionToHitGroupIndex() + q.RayFlags();
	}
	result.Store4(0, asuint(sum) + n);
}
