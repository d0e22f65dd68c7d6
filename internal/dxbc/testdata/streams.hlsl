// profiles: gs_5_0 gs_5_1
// A geometry program with instances, over a patch, with two streams of points.
struct In { float4 position : POSITION; };
struct A { float4 position : SV_Position; nointerpolation uint k : KIND; };
struct B { float3 v : VALUE; uint2 w : WORDS; };
[instance(5)]
[maxvertexcount(4)]
void main(point In v[1], uint i : SV_GSInstanceID, inout PointStream<A> a, inout PointStream<B> b)
{
	A x;
	x.position = v[0].position * i;
	x.k = i;
	a.Append(x);
	B y;
	y.v = v[0].position.xyz;
	y.w = uint2(i, 7);
	b.Append(y);
	b.RestartStrip();
}
