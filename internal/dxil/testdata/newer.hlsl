// profiles: ps_6_8
// args: -enable-16bit-types
Texture2D<uint> raw : register(t0);
Texture2D<float> shadow : register(t1);
Texture2D<float4> image : register(t2);
RWTexture2DMS<float4, 4> samples : register(u1);
RWTexture2DMSArray<int2> layers : register(u2);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIN_MIP> feedback : register(u3);
Texture2DArray<float4> sampled : register(t3);
SamplerState s : register(s0);
SamplerComparisonState c : register(s1);
static const int2 offsets[4] = { int2(-1, 0), int2(1, 0), int2(0, 3), int2(0, -2) };

float4 main(float3 uv : UV, nointerpolation uint which : WHICH, nointerpolation half2 h : HALF, float4 at : SV_Position) : SV_Target {
	float4 r = raw.GatherRaw(s, uv.xy).w + shadow.SampleCmpLevel(c, uv.xy, 0.5, 2);
	r += shadow.SampleCmpBias(c, uv.xy, 0.5, 1.5) + shadow.SampleCmpGrad(c, uv.xy, 0.25, ddx(uv.xy), ddy(uv.xy));
	r += image.Sample(s, uv.xy, offsets[which & 3]);
	samples.sample[2][(int2)at.xy] = r;
	layers.sample[which][int3(at.xy, 1)] = (int2)r.xy;
	feedback.WriteSamplerFeedback(sampled, s, uv);
	feedback.WriteSamplerFeedbackBias(sampled, s, uv, 1);
	feedback.WriteSamplerFeedbackLevel(sampled, s, uv, 2);
	feedback.WriteSamplerFeedbackGrad(sampled, s, uv, uv.xy, uv.yx);
	r.x += dot2add(h, h.yx, r.y) + dot4add_u8packed(which, 0x01020304, 5) + dot4add_i8packed(which, which, 7);
	int4 unpacked = unpack_s8s32(which);
	uint16_t4 narrow = unpack_u8u16(which);
	uint8_t4_packed p = pack_clamp_u8(unpacked);
	r.y += (uint)pack_s8((int16_t4)narrow) + (uint)p;
	if (QuadAny(r.x > 1) || QuadAll(uv.z < 0) || IsHelperLane())
		r.z += asfloat16((uint16_t)(asuint16(h.x) + 1));
	uint4 m = WaveMatch(which);
	r.w += WaveMultiPrefixSum(r.x, m) + WaveMultiPrefixCountBits(r.x > 0, m) + WaveMultiPrefixBitXor(which, m);
	return r * (float)h.y;
}
