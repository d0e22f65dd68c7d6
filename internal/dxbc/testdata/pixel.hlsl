// profiles: ps_5_0 ps_5_1
// System values and outputs of pixel programs, evaluation of attributes.
struct In
{
	noperspective centroid float4 position : SV_Position;
	centroid float2 a : A;
	noperspective float b : B;
	sample float3 c : C;
	noperspective centroid float d : D;
	noperspective sample float e : E;
	nointerpolation int2 f : F;
	float4 clip : SV_ClipDistance;
	float2 cull : SV_CullDistance;
	uint id : SV_PrimitiveID;
	uint layer : SV_RenderTargetArrayIndex;
	uint view : SV_ViewportArrayIndex;
	bool front : SV_IsFrontFace;
	uint coverage : SV_Coverage;
};
struct Out { float4 x : SV_Target0; uint2 y : SV_Target3; int z : SV_Target5; float depth : SV_DepthLessEqual; uint mask : SV_Coverage; };
RWTexture2D<float> rw : register(u6);
globallycoherent RWByteAddressBuffer words : register(u7);
[earlydepthstencil]
Out main(In i)
{
	Out o;
	o.x = i.position + i.a.xyxy * i.b + i.c.xyzx * i.d * i.e + EvaluateAttributeSnapped(i.a, int2(1, 2)).xyxy;
	o.x += EvaluateAttributeAtSample(i.c, i.id).xyzx + EvaluateAttributeCentroid(i.b) + i.clip + i.cull.xyxy;
	o.y = i.f + i.layer;
	o.z = i.view + (i.front ? 1 : 2);
	o.depth = i.position.z;
	o.mask = i.coverage & 3;
	rw[i.f] = o.x.x;
	words.InterlockedAdd(4, 1, o.y.x);
	DeviceMemoryBarrier();
	if (o.x.y < 0)
		discard;
	return o;
}
