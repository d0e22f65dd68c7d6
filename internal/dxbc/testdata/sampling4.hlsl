// profiles: vs_4_1
// The ways to read textures that model 4 has in both stages.
Texture1D<float4> t1;
Texture1DArray<int2> t1a;
Texture2D<unorm float4> t2 : register(t4);
Texture2DArray<snorm float2> t2a;
Texture2DMS<float4, 4> tms;
Texture3D<uint4> t3;
TextureCube tc[3];
Buffer<float3> b;
SamplerState s[2];
SamplerComparisonState c : register(s7);
float4 main(float4 p : P, float4 q : Q, uint4 i : I) : SV_Position
{
	uint w, h, d, n;
	float4 v = t2.SampleGrad(s[0], p.xy, p.zw, q.xy, int2(1, 1)) + tc[1].SampleGrad(s[1], p.xyz, q.xyz, p.yzw);
	v += t1.SampleLevel(s[0], p.x, 2, -8) + t2.SampleCmpLevelZero(c, p.xy, p.z) + tc[2].SampleLevel(s[1], p.xyz, 0);
	v.xy += t1a.Load(i.xyz) + t2a.Load(i, int2(2, -1));
	v += tms.Load(i.xy, 3) + t3.Load(i) + b.Load(i.x).xyzz;
	t2.GetDimensions(w, h);
	v.w += w * h;
	t2a.GetDimensions(1, w, h, d, n);
	v.x += w + h + d + n;
	return v;
}
