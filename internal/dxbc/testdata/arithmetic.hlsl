// profiles: ps_4_0 ps_5_0 ps_5_1
// Functions and operators of floats and integers.
float4 a, b;
int4 i, j;
uint4 u, w;
float4 main(nointerpolation int4 k : K) : SV_Target
{
	float4 v = sin(a) + cos(b) + tan(a.x) + saturate(a * b) + abs(a - b) + frac(a) + floor(b) + ceil(a) + round(a) + trunc(b);
	float s, c;
	sincos(a.w, s, c);
	v += s * c + rsqrt(abs(a)) + sqrt(b) + exp(a) + exp2(b) + log(a) + log2(b) + pow(abs(a), b) + fmod(a, b) + a / b + rcp(b.x) + lerp(a, b, v) + step(a, b) + smoothstep(a, b, v);
	v += cross(a.xyz, b.xyz).xyzz + normalize(a) + length(b) + distance(a, b) + dot(a.xy, b.xy) + dot(a.xyz, b.xyz) + reflect(a, b) + refract(a, b, 0.5) + sign(a) + faceforward(a, b, v);
	v += atan2(a, b) + asin(a) + acos(b) + sinh(a) + isnan(a) + isinf(b) + isfinite(a) + (a == b) + (a != b) + (a < b) + (a >= b) + -1.0e10 + 1e-20;
	int4 n = i * j + (i / j) % 7 + (i << 3) + (i >> j) + (i & j) + (i | 5) + (i ^ j) + ~i + -j + min(i, j) + max(i, 3) + (i < j) + (i == j) + abs(i) + (i ? j : k);
	uint4 m = u * w + u / w + u % 5 + (u >> 2) + min(u, w) + max(u, w) + (u < w) + (u >= w) + asuint(a) + (uint4)b + 100000 + 0x80000000;
	return v + n + m + (int4)a + asfloat(n) + (float4)w;
}
