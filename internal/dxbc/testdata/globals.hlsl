// profiles: ps_4_0 ps_4_1 ps_5_0 ps_5_1
// Constant buffers of all shapes: initial values, packing, structs, matrices, arrays, texture
// buffers.
struct Inner { float a; float3 b; int2 c[3]; };
struct Outer { Inner inner; row_major float3x2 m; float tail; };
float4 color = { 1, 2, 3, 4 };
int count = 7;
bool flag = true;
float list[3] = { 0.5, 1.5, 2.5 };
float4x4 world;
row_major float2x3 wide = { 1, 2, 3, 4, 5, 6 };
uint3 mask = uint3(1, 0xffffffff, 3);
static const float table[5] = { 1, 2, 4, 8, 16 };
cbuffer Packed : register(b3)
{
	float2 first : packoffset(c1.z);
	float second : packoffset(c0.y);
	float4 third[2] : packoffset(c4);
};
cbuffer Nested
{
	Outer outer[2];
	Inner single;
	float unused;
	float h;
	bool2 flags;
};
tbuffer Texels : register(t5)
{
	float4 texels[4];
	int4 last;
};
float4 main(float4 p : SV_Position, nointerpolation uint i : INDEX) : SV_Target
{
	float4 v = color * list[1] + mul(world, p) + third[i & 1] + texels[i & 3] + last;
	v.xy += first + second + mul(outer[i & 1].m, float2(1, 2)).xy;
	v.zw += outer[0].inner.c[i] + single.b.xy;
	if (flag && flags.y)
		v += mul(float2(1, 2), wide).xyzx + mask.xyzz;
	return v * count * table[i] * h + outer[1].tail;
}
