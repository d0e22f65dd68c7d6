// profiles: cs_5_0 cs_5_1
// Doubles with the extensions of 11.1, conversions, and msad4.
struct E { double2 a; double b; int i; uint u; };
RWStructuredBuffer<E> data : register(u0);
[numthreads(2, 3, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
	E e = data[id.x];
	double x = e.a.x * e.b + 1.5L;
	e.a.y = fma(x, e.a.y, 0.1L) / e.b;
	e.b = rcp(x) + min(e.a.x, max(x, 2.0L)) - abs(x);
	if (x < e.b && e.a.x != 3.25L)
		e.a.x = x == e.b ? e.a.y : -x;
	e.a.x += (double)e.i + (double)e.u + (double)asfloat(e.i);
	e.i = (int)x + (uint)e.b + (float)x;
	e.u = msad4(e.u, uint2(e.i, 3), uint4(1, 2, 3, 4)).x;
	data[id.y] = e;
}
