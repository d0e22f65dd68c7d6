ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWByteAddressBuffer raw : register(u1);
RWByteAddressBuffer raw2 : register(u2);
RWByteAddressBuffer raw3 : register(u3);
struct Pair { RWByteAddressBuffer b; uint at; };
[numthreads(1, 1, 1)] void main() {
    RWByteAddressBuffer list[] = { raw, raw2, raw3 };
    [unroll] for (int i = 0; i < 3; i++) { list[i].Store(i * 4, i + 1); for (uint k = 8; k > 4; k -= 2) list[2 - i].Store(k * 4, k); }
    Pair pairs[2]; pairs[0].b = raw2; pairs[0].at = 40; pairs[1].b = raw3; pairs[1].at = 44;
    [unroll] for (uint j = 0; j < 2; ++j) { pairs[j].b.Store(pairs[j].at, src.Load(j * 4)); o[j] = pairs[j].at; }
    uint64_t wide = ((uint64_t)src.Load(0) << 32) | src.Load(8);
    o[4] = firstbithigh(wide); o[5] = firstbitlow(wide); o[6] = firstbithigh((uint64_t)5); o[7] = firstbitlow((uint64_t)src.Load(0) << 40);
    o[8] = firstbitlow(wide & 0); o[9] = firstbithigh(wide & 0); o[10] = firstbithigh(wide >> 40);
}
