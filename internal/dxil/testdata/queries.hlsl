// profiles: ps_6_5 ps_6_7
RaytracingAccelerationStructure scene : register(t0);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> feedback : register(u3);
Texture2D<float4> image : register(t1);
Texture2DMS<float4, 4> samples : register(t2);
SamplerState s : register(s0);
globallycoherent RWBuffer<uint> seen : register(u0);
RasterizerOrderedTexture2D<float4> blended : register(u1);
static const float3 directions[4] = { float3(1, 0, 0), float3(0, 1, 0), float3(0, 0, 1), float3(-1, 0.25, 0) };

struct Output { float4 color[2] : SV_Target1; float depth : SV_DepthLessEqual; uint coverage : SV_Coverage; };

Output main(linear noperspective centroid float4 at : SV_Position, float3 barycentrics : SV_Barycentrics, uint primitive : SV_PrimitiveID, uint rate : SV_ShadingRate) {
	RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
	RayDesc ray = { at.xyz, 0, directions[primitive & 3], 100 };
	q.TraceRayInline(scene, 0, 1, ray);
	while (q.Proceed())
		if (q.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE)
			q.CommitProceduralPrimitiveHit(q.CandidatePrimitiveIndex());
	feedback.WriteSamplerFeedback(image, s, at.xy);
	Output o;
	switch (q.CommittedStatus()) {
	case COMMITTED_TRIANGLE_HIT:
		o.color[0] = float4(q.CommittedTriangleBarycentrics(), q.CommittedRayT(), 1);
		break;
	case COMMITTED_NOTHING:
		o.color[0] = samples.Load(at.xy, 2);
		break;
	default:
		o.color[0] = rate;
	}
	seen[primitive] = WaveActiveCountBits(o.color[0].x > 0);
	blended[at.xy] += o.color[0];
	o.color[1] = float4(barycentrics, image.GatherRed(s, at.xy).x);
	o.depth = at.z * 0.5;
	o.coverage = 3;
	return o;
}
