// profiles: ms_6_5 ms_6_6
struct Payload { uint start; float scale[3]; };
struct Vertex { float4 position : SV_Position; float3 color[2] : COLOR0; float clip : SV_ClipDistance0; };
struct Primitive { uint layer : SV_RenderTargetArrayIndex; bool cull : SV_CullPrimitive; float4 tag : TAG; };
groupshared float heights[4];
StructuredBuffer<float4> points : register(t3, space1);

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex, uint group : SV_GroupID, uint view : SV_ViewID, in payload Payload p,
		out vertices Vertex v[4], out indices uint3 t[2], out primitives Primitive q[2]) {
	heights[id] = points[p.start + id].y * p.scale[id % 3];
	GroupMemoryBarrierWithGroupSync();
	SetMeshOutputCounts(4, 2);
	v[id].position = float4(points[p.start + id].xyz, 1 + view);
	v[id].color[0] = heights[id ^ 1];
	v[id].color[1] = float3(id, group, 0);
	v[id].clip = heights[3 - id];
	if (id < 2) {
		t[id] = uint3(id, id + 1, 3 - id);
		q[id].layer = group;
		q[id].cull = heights[id] < 0;
		q[id].tag = float4(0, 1, view, p.start);
	}
}
