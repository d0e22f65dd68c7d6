// profiles: cs_6_0 cs_6_6
RWStructuredBuffer<uint4> u : register(u0);
RWStructuredBuffer<double2> d : register(u1);
AppendStructuredBuffer<float> appended : register(u2);
RWTexture3D<float> volume : register(u3);
Texture2DMS<float4> ms : register(t0);
Texture2DArray<float4> array : register(t1);
TextureCubeArray<float4> cubes : register(t2);
Buffer<int3> list : register(t3);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
	uint4 x = u[id.x];
	uint4 y = reversebits(x) + countbits(x.yzwx) + firstbitlow(x) + firstbithigh(x.wzyx);
	int4 s = asint(x);
	y += (uint4)firstbithigh(s) + (uint4)(s * 7 + s.wzyx) + x * 9 + x.y;
	y.x += x.x / 10 + (uint)(s.y % 3) + (x.z >> (x.w & 7)) + (uint)(s.z >> 5);
	y.y ^= f32tof16(asfloat(x.y)) + asuint(f16tof32(x.z));
	y.z += mad(x.x, x.y, x.z) + (uint)mad(s.x, s.y, s.z) + msad4(x.x, x.xy, y).z;
	uint3 sizes;
	uint levels, elements;
	ms.GetDimensions(sizes.x, sizes.y, levels);
	y.w += sizes.x + levels + (uint)(ms.GetSamplePosition(1).x * 16);
	array.GetDimensions(2, sizes.x, sizes.y, elements, levels);
	y.w += elements + sizes.y;
	cubes.GetDimensions(sizes.x, sizes.y, elements);
	y += elements + (uint)list[y.x].z;
	volume[id] = (float)y.w;
	appended.Append(id.x);
	double2 e = d[id.x];
	e.x = mad(e.x, e.y, 3.0L) + (double)asfloat(y.x) + (int)e.y;
	e.y = (double)(uint)e.x + (double)(float)e.y + asdouble(y.x, y.y);
	uint lo, hi;
	asuint(e.x, lo, hi);
	if (isnan(asfloat(lo)) || isinf(asfloat(hi)) || isfinite(asfloat(lo ^ hi)))
		y.xy = uint2(lo, hi);
	float f = round(asfloat(y.x)) + floor(asfloat(y.y)) + ceil(asfloat(y.z)) + trunc(asfloat(y.w));
	f += cosh(f) + sinh(f) * tanh(f) + acos(f) + asin(f) * atan(f) + tan(f) + exp2(f) + log2(f) + frac(f) + sqrt(f) + rsqrt(f);
	f += saturate(f) + abs(f) + dot(float2(f, 1), float2(f, 2)) + min(f, 3) + max(f, 2.5);
	u[id.x] = y + asuint(f) + min(y, x) + max(s, (int4)y) + min(s, 5);
	d[id.x] = e;
}
