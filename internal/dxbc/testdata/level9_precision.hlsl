// profiles: ps_4_0_level_9_1 ps_4_0_level_9_3
// Minimum precisions of level 9, several buffers, projected and biased samples.
Texture2D<min16float4> t;
Texture3D volume;
SamplerState s;
min16float4 tint;
cbuffer Other : register(b3) { float scale; bool on; uint2 words; float4 list[2]; };
min16float4 main(min16float4 p : TEXCOORD0, float4 q : TEXCOORD1) : SV_Target
{
	min16float4 v = saturate(p * tint) + (min10float)0.25;
	v += t.Sample(s, q.xy / q.w) + t.SampleBias(s, q.zw, q.x) + volume.Sample(s, q.xyz);
	return on ? v * scale : list[1] + words.xyxy;
}
