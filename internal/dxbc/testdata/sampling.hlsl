// profiles: ps_5_0 ps_5_1
// Every way to read textures, with the feedback of tiled resources.
Texture1D<float4> t1;
Texture1DArray<int2> t1a;
Texture2D<unorm float4> t2;
Texture2DArray<snorm float2> t2a;
Texture2DMS<float4, 4> tms;
Texture2DMSArray<uint3> tmsa;
Texture3D<uint4> t3;
Texture3D t3f;
TextureCube tc;
TextureCubeArray<float> tca;
Buffer<float3> b;
ByteAddressBuffer raw;
struct S { float2 a; uint b; };
StructuredBuffer<S> list;
SamplerState s;
SamplerComparisonState c;
float4 main(float4 p : P, float4 q : Q, nointerpolation uint4 i : I, uint sample : SV_SampleIndex) : SV_Target
{
	uint status, w, h, d, n;
	float fw, fh;
	float4 v = t1.Sample(s, p.x, 1) + t2.SampleBias(s, p.xy, p.z, int2(-3, 4)) + tc.SampleGrad(s, p.xyz, q.xyz, p.yzw);
	v += t3f.SampleLevel(s, p.xyz, 2, int3(1, -2, 3)) + t2.SampleCmp(c, p.xy, p.z) + tca.SampleCmpLevelZero(c, p, q.x);
	v += t2.GatherRed(s, p.xy) + t2.GatherAlpha(s, p.xy, i.xy) + t2.GatherCmp(c, p.xy, p.z, int2(1, 2)) + t2.GatherCmpRed(c, p.xy, p.z, i.xy);
	v += t2.GatherGreen(s, p.xy, int2(1, 1), int2(2, 2), int2(3, 3), int2(4, -4)) + tca.Gather(s, p);
	v.xy += t1a.Load(i.xyz) + t2a.Load(i, int2(2, -1));
	v += tms.Load(i.xy, sample) + tmsa.Load(i.xyz, 2).xyzz + t3.Load(i) + b.Load(i.x).xyzz;
	v.x += tms.GetSamplePosition(i.w).x + GetRenderTargetSamplePosition(1).y + GetRenderTargetSampleCount();
	v += asfloat(raw.Load4(i.x)) + asfloat(raw.Load3(i.y + 4).xyzz) + raw.Load(16);
	v.xy += list[i.z].a * list[i.w].b;
	v.z += t2.CalculateLevelOfDetail(s, p.xy) + t2.CalculateLevelOfDetailUnclamped(s, p.xy);
	t2.GetDimensions(w, h);
	v.w += w * h;
	t2a.GetDimensions(1, w, h, d, n);
	v.x += w + h + d + n;
	t3.GetDimensions(0, fw, fh, v.y, v.z);
	v.w += fw + fh;
	tms.GetDimensions(w, h, n);
	v.w += w * n;
	b.GetDimensions(w);
	raw.GetDimensions(h);
	list.GetDimensions(d, n);
	v.w += w + h + d + n;
	v += t2.Sample(s, p.zw, int2(0, 0), 0.5, status);
	v.x += CheckAccessFullyMapped(status);
	v += t2.SampleLevel(s, p.zw, 1, int2(0, 0), status);
	v.y += CheckAccessFullyMapped(status);
	v += t2.SampleBias(s, p.zw, 1, int2(0, 0), 0.25, status) + t2.SampleGrad(s, p.zw, p.xy, q.xy, int2(0, 0), 0.25, status);
	v += t2.SampleCmp(c, p.zw, 1, int2(0, 0), 0.25, status) + t2.SampleCmpLevelZero(c, p.zw, 1, int2(0, 0), status);
	v += t2.Gather(s, p.zw, int2(0, 0), status) + t2.GatherCmp(c, p.zw, 1, int2(0, 0), status) + t2.Load(i.xyz, int2(0, 0), status);
	v.x += raw.Load(4, status) + list.Load(3, status).a.x + b.Load(2, status).x + tms.Load(i.xy, 1, int2(0, 0), status).x;
	v.y += CheckAccessFullyMapped(status);
	return v + ddx_coarse(p) + ddy_fine(q) + ddx(q) + ddy_coarse(p) + ddx_fine(q);
}
