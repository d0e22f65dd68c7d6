// profiles: gs_6_0 gs_6_6
struct Vertex { float4 position : SV_Position; float size : SIZE; };
struct Other { uint2 id : ID; };

[maxvertexcount(6)]
[instance(2)]
void main(triangle Vertex input[3], uint primitive : SV_PrimitiveID, uint instance : SV_GSInstanceID,
		inout PointStream<Vertex> first, inout PointStream<Other> second) {
	for (int i = 0; i < 3; i++) {
		Vertex v = input[i];
		v.position.x += instance * v.size;
		first.Append(v);
	}
	Other o;
	o.id = uint2(primitive, instance);
	second.Append(o);
	first.RestartStrip();
}
