// profiles: ps_5_0 ps_5_1
// Rasterizer-ordered views, and depth from below.
RasterizerOrderedTexture2D<float4> a : register(u4);
RasterizerOrderedByteAddressBuffer b : register(u5);
RasterizerOrderedStructuredBuffer<float3> c : register(u6);
float main(linear noperspective centroid float4 p : SV_Position) : SV_DepthGreaterEqual
{
	a[p.xy] = a[p.yx] * 2;
	b.Store2(8, uint2(p.xy));
	c[3] = p.xyz;
	return p.z;
}
