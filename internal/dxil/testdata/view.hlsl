// profiles: vs_6_1 vs_6_8
struct Output { float4 position : SV_Position; float2 uv[3] : UV; uint2 who : WHO; };
cbuffer Matrices { row_major float4x4 views[4]; }

Output main(float3 at : POSITION, uint vertex : SV_VertexID, uint instance : SV_InstanceID, uint view : SV_ViewID) {
	Output o;
	o.position = mul(float4(at, 1), views[view]);
	o.uv[0] = at.xy;
	o.uv[1] = float2(vertex, instance);
	o.uv[2] = o.uv[vertex % 2] * view;
	o.who = uint2(vertex, 7);
	return o;
}
