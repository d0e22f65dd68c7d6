ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void put64(uint64_t v) { put((uint)v); put((uint)(v >> 32)); }
void putd(double v) { uint a, b; asuint(v, a, b); put(a); put(b); }
[numthreads(1, 1, 1)]
void main() {
    uint u = src.Load(0); int i = (int)src.Load(4);
    uint64_t a = u; a = a * 1000003 + 7; put64(a); int64_t b = i; b = b * -5; put64((uint64_t)b); put64(a << 3); put64((uint64_t)(b >> 4)); put64(a & 0xFFFF0000FFFFull); put64(a / 13); put64(a % 1000); put(a > (uint64_t)b); put64(a | 1); put64(~a); put64((uint64_t)-b); put64(min(a, 5ull)); put64(1ull << 40);
    double d = u; d = d * 1.5 + 0.25; putd(d); putd(d / 3.0L); put(d > 5); putd((double)i); put((uint)(d / 1000)); putd(asdouble(u, 0x3FF00000)); float f = d; put(asuint(f)); putd(-d); putd(fma(d, 2.0L, 1.0L)); double2 dv = double2(d, 2); putd(dv.y); uint64_t2 lv = uint64_t2(a, 3); put64(lv.y + lv.x);
    float16_t h = float16_t(u & 15) * float16_t(0.5); put(asuint((float)h)); int16_t s = (int16_t)(i & 0x7FF); s = s * (int16_t)3; put((uint)(int)s); uint16_t us = (uint16_t)u; put(us); put(asuint((float)(h + float16_t(1)))); float16_t4 hv = float16_t4(1, 2, 3, h); put(asuint((float)dot(hv, hv))); put(asuint16(h)); put((uint)(s >> 2)); put((uint)(uint16_t)(us << 4)); half hh = h; put(asuint((float)hh));
}
