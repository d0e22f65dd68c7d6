// profiles: ps_4_0 ps_5_0 ps_5_1
// Minimum precisions.
min16float4 tint;
Texture2D<min16float4> t;
SamplerState s;
struct In { min16float4 a : A; min10float2 b : B; nointerpolation min16int c : C; nointerpolation min16uint d : D; float e : E; };
min16float4 main(In i, bool front : SV_IsFrontFace) : SV_Target
{
	min16float4 v = i.a * tint + t.Sample(s, i.b);
	v.x = i.c + i.e;
	v.y += i.d >> 1;
	precise float p = v.z * i.e + 1;
	if (front)
		v.w = (min16float)p;
	return v * (min10float)i.b.x;
}
