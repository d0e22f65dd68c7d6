// profiles: ps_5_1
// Arrays of resources, spaces, and indices that differ among invocations.
struct C { float4 v; float4 w[3]; };
ConstantBuffer<C> one : register(b2, space3);
ConstantBuffer<C> many[4] : register(b0, space1);
Texture2D t[30] : register(t5, space2);
Texture2D<float> fixed[6] : register(t0);
TextureCube cubes[2][3] : register(t20);
SamplerState s[3] : register(s1);
SamplerComparisonState compare : register(s9, space7);
StructuredBuffer<float4> lists[12] : register(t0, space9);
RWTexture2D<float4> u[3] : register(u3, space1);
RWStructuredBuffer<float2> counted[2] : register(u0, space4);
float4 main(float4 p : P, nointerpolation uint i : I) : SV_Target
{
	float4 v = one.v + many[2].w[i] + many[i].w[1];
	v += t[NonUniformResourceIndex(i)].Sample(s[1], p.xy) + t[7].Sample(s[i], p.zw);
	v += fixed[i + 1].SampleCmp(compare, p.xy, p.z) + cubes[1][i].Sample(s[2], p.xyz);
	v += lists[i][2] + lists[NonUniformResourceIndex(i + 1)][i];
	u[1][p.xy] = v;
	u[NonUniformResourceIndex(i)][p.zw] = v + u[0][p.xy];
	counted[1][counted[1].IncrementCounter()] = v.xy;
	return v;
}
