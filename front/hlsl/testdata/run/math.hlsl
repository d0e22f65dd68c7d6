ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
// A result of a function that drivers compute in different ways is rounded.
void putr(float v) { int e; float s = round(v * 64); o[at] = asuint(s); at++; }
[numthreads(1, 1, 1)]
void main() {
    float f = float(int(src.Load(0) & 255)) / 64 + 0.3, g = float(int(src.Load(4) & 63)) / 80;
    putr(sin(f)); putr(cos(f)); putr(tan(g)); putr(asin(g)); putr(acos(g)); putr(atan(f)); putr(atan2(f, g)); putr(sinh(g)); putr(cosh(g)); putr(tanh(f)); putr(exp(g)); putr(exp2(f)); putr(log(f)); putr(log2(f)); putr(log10(f)); putr(pow(f, 1.5)); putr(sqrt(f)); putr(rsqrt(f)); putr(degrees(g)); putr(radians(f * 30));
    float s, c; sincos(f, s, c); putr(s); putr(c); putr(normalize(float3(f, g, 1)).x); putr(distance(float2(f, g), float2(1, 2))); putr(refract(normalize(float3(f, -1, g)), float3(0, 1, 0), 0.7).x); putr(ldexp(f, 3)); float e; putr(frexp(f, e)); putr(e); putr(length(float3(f, g, 2))); putr(smoothstep(0, 1, g));
}
