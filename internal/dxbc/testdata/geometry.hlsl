// profiles: gs_4_0 gs_4_1 gs_5_0 gs_5_1
// A geometry program over triangles with their neighbours.
struct In { float4 position : SV_Position; float2 uv : TEXCOORD0; };
struct Out { float4 position : SV_Position; float2 uv : TEXCOORD0; uint id : SV_PrimitiveID; uint layer : SV_RenderTargetArrayIndex; float clip : SV_ClipDistance0; float cull : SV_CullDistance; };
float4 offset;
[maxvertexcount(9)]
void main(triangleadj In v[6], uint id : SV_PrimitiveID, inout TriangleStream<Out> s)
{
	for (uint i = 0; i < 6; i += 2)
	{
		Out o;
		o.position = v[i].position + v[(i + 1) % 6].position * offset;
		o.uv = v[i].uv;
		o.id = id;
		o.layer = i;
		o.clip = o.position.x;
		o.cull = o.position.y;
		s.Append(o);
		if (o.uv.x > 0)
			s.RestartStrip();
	}
}
