ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void puti(int v) { put(asuint(v)); }
void putf(float v) { put(asuint(v)); }

int side(inout int x, int r) { x += 10; return r; }

[numthreads(1, 1, 1)]
void main() {
    int i = (int)src.Load(0);
    uint u = src.Load(4);
    int n = -(int)(src.Load(8) & 15) - 1;
    float f = float(i & 1023) * 0.25f - 100.5;
    puti(i + n); puti(i * 3 - n / 2); puti(n % 3); puti(n >> 1); put(u >> 3); put(u << 5);
    puti(i & 0xFF | n ^ 0x55); put(~u); puti(-i); puti(+n); puti(!i); puti(!(i - i));
    putf(f * 2 + 1); putf(f / 3); putf(-f); putf(fmod(f, 7)); putf(f % 7);
    put(i > n); put(u > (uint)n); put(f >= 3.5); put(i == n); put(i != n);
    puti(f); put((uint)abs(f)); puti((int)(f * 10)); putf(i & 7); putf(u & 7);
    bool b = f; put(b); put(b + 1); puti(b ? 5 : -5); putf(true * 2.5);
    i += 3; puti(i); i -= n; puti(i); i *= 2; puti(i); i &= 0xFFF; puti(i); i |= 1; puti(i); i ^= 7; puti(i); i <<= 2; puti(i); i >>= 1; puti(i); i %= 100; puti(i); i /= 7; puti(i);
    puti(i++); puti(++i); puti(i--); puti(--i); puti(i);
    float g = f; putf(g++); putf(--g);
    int k = 1;
    bool c = (i > 1000) && side(k, 1); put(c); puti(k);
    c = (i < 1000) || side(k, 1); put(c); puti(k);
    c = (i < 1000) && side(k, 1); put(c); puti(k);
    puti(i > 3 ? side(k, 7) : side(k, 9)); puti(k);
    puti((k = 5, k + 1));
    puti(1 << 4); puti(7 / 2); putf(7 / 2.0); puti(0xFFFFFFFF); put(4000000000u); puti(010); puti(-7 / 2); puti(-7 % 3); putf(1e3); putf(.5f); putf(2.); putf(1.5h);
    const int K = 12 * 3 + 4; puti(K); static const float Q = 1.0 / 3; putf(Q);
    puti(int(3.99)); puti(int(-3.99)); put(uint(3.5)); putf(float(-3)); put(bool(0.0)); put(bool(0.1));
    putf(1 / 3.0f); putf((float)1 / 3);
    uint us = 40000; puti((int)us - 50000); put(us - 50000 > 5); puti(min(i, n)); puti(max(-3, n)); puti(clamp(i, -2, 2)); putf(clamp(f, -1, 1)); puti(sign(n)); puti(sign(f)); put(countbits(u)); put(firstbithigh(u)); put(firstbitlow(u)); put(reversebits(u)); puti(firstbithigh(n));
    putf(floor(f)); putf(ceil(f)); putf(round(f)); putf(trunc(f)); putf(frac(f)); putf(abs(f)); putf(saturate(f / 100)); putf(rcp(f)); putf(mad(f, 2, 1)); puti(mad(i, 2, 1));
    float ip; putf(modf(f, ip)); putf(ip); put(asuint(f)); putf(asfloat(asuint(f))); puti(asint(f)); put(f32tof16(f)); putf(f16tof32(0x3C00)); put(isnan(f)); put(isinf(f)); put(isfinite(f));
}
