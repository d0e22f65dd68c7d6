// profiles: vs_4_0 vs_5_0 vs_5_1
// Inputs and outputs in arrays with computed indices, the immediate constant buffer.
static const float4 table[6] = { float4(1, 2, 3, 4), float4(0, 0, 0, 1), float4(0.5, -1, 1e30, 3e-39), float4(-0.0, 5, 6, 7), float4(8, 9, 10, 11), float4(20000, 12, 13, 14) };
static const int odd[5] = { 1, -3, 50000, 7, 0x7fffffff };
struct In { float4 v[4] : V; uint i : I; uint2 j : J; };
struct Out { float4 p : SV_Position; float3 c[3] : C; float d : D; float2 e : E; };
Out main(In x)
{
	Out o;
	o.p = x.v[x.i] * table[x.j.x] + odd[x.j.y];
	[unroll] for (uint k = 0; k < 3; k++)
		o.c[k] = x.v[k + x.i].xyz;
	o.d = table[x.i + 1].y;
	o.e = table[x.i].zw;
	return o;
}
