// profiles: ps_6_2 ps_6_6
// args: -enable-16bit-types
Texture2D<float4> image : register(t0);
Texture2DArray<half2> layers : register(t1);
SamplerState linear_ : register(s0);
SamplerComparisonState compare : register(s1);
cbuffer Constants : register(b0) {
	half4 tint;
	uint16_t mask;
	int16_t offset;
	int64_t wide;
	double precise_;
};

struct Input {
	float4 position : SV_Position;
	centroid half2 uv : TEXCOORD0;
	nointerpolation uint16_t layer : LAYER;
	noperspective sample float fade : FADE;
};

half4 main(Input i, bool front : SV_IsFrontFace, uint sampleIndex : SV_SampleIndex) : SV_Target0 {
	half4 c = (half4)image.Sample(linear_, i.uv) * tint;
	c.xy += layers.SampleLevel(linear_, float3(i.uv, i.layer), 0, int2(1, -2));
	c.z = (half)image.SampleCmpLevelZero(compare, i.uv, i.fade);
	uint16_t bits = asuint16(c.w) & mask;
	if (front)
		bits = (uint16_t)(bits << 1) + (uint16_t)offset;
	int64_t n = wide * (int)sampleIndex + bits;
	double d = precise_ * i.fade + (double)n;
	if (d < 0.25)
		discard;
	c.w = asfloat16(bits) + (half)fwidth(i.fade);
	return c;
}
