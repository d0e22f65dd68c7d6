// profiles: cs_5_0 cs_5_1
// Functions on bits of model 5.
RWStructuredBuffer<uint4> o : register(u0);
cbuffer B { uint4 u; int4 i; float4 f; };
[numthreads(1, 1, 1)]
void main()
{
	uint4 v = countbits(u) + reversebits(u) + firstbithigh(u) + firstbithigh(i) + firstbitlow(u) + f32tof16(f) + asuint(f16tof32(u));
	v += (u >> 3 & 31) + (i << 4 >> 20) + (u & 0xffff00ff | (v & 255) << 8) + asuint(rcp(f));
	uint lo = u.x * u.y, hi;
	hi = u.z + u.w;
	v.x += lo + hi + (u.x ? u.y : u.z);
	if (u.x == 7)
		abort();
	o[0] = v;
	printf("value %u of %f\n", v.x, f.x);
	errorf("no %d", i.x);
}
