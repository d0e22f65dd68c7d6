// profiles: ps_6_1 ps_6_8
Texture2D<float4> image : register(t0);
Texture2D<float> shadow : register(t1);
TextureCube<float4> cube : register(t2);
Texture2DMS<float4, 8> samples : register(t3);
SamplerState s : register(s0);
SamplerComparisonState c : register(s1);

struct Input {
	float4 position : SV_Position;
	float2 uv : UV;
	sample float fade : FADE;
	nointerpolation float3 corner : CORNER;
	float clip : SV_ClipDistance1;
	uint layer : SV_RenderTargetArrayIndex;
	uint viewport : SV_ViewportArrayIndex;
	bool front : SV_IsFrontFace;
	uint coverage : SV_Coverage;
};

float4 main(Input i, uint view : SV_ViewID) : SV_Target3 {
	float4 r = image.SampleBias(s, i.uv, 0.5, int2(1, 2)) + image.SampleGrad(s, i.uv, ddx(i.uv), ddy_fine(i.uv), int2(0, 1), 2);
	r += image.CalculateLevelOfDetail(s, i.uv) + image.CalculateLevelOfDetailUnclamped(s, i.uv * 2);
	r += shadow.SampleCmp(c, i.uv, 0.5) + shadow.SampleCmpLevelZero(c, i.uv, i.fade) + shadow.GatherCmp(c, i.uv, 0.25, int2(3, 3));
	r += cube.GatherAlpha(s, i.corner) + image.GatherBlue(s, i.uv, int2(1, 1), int2(2, 1), int2(-3, 0), int2(0, 0));
	r += EvaluateAttributeCentroid(i.uv).x + EvaluateAttributeAtSample(i.uv, 2).y + EvaluateAttributeSnapped(i.fade, int2(3, -4));
	r.x += GetRenderTargetSampleCount() + GetRenderTargetSamplePosition(1).y + samples.GetSamplePosition(3).x;
	r.y += GetAttributeAtVertex(i.corner, 1).z + ddx_coarse(i.fade) + ddy_coarse(i.clip) + ddx_fine(i.fade);
	r.z += i.layer + i.viewport + view + (i.front ? 1 : i.coverage);
	if (WaveIsFirstLane() && WaveActiveAllEqual(i.uv.x))
		r += WaveReadLaneAt(i.fade, 3) + WavePrefixCountBits(i.front) + QuadReadAcrossY(r.x) + QuadReadAcrossDiagonal(r.w);
	clip(r.w - 0.125);
	return r;
}
