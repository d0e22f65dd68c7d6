// Numbers of 16 and 64 bits in byte addresses, shifted by one another.
RWByteAddressBuffer b : register(u0);
struct Part { uint16_t h; int64_t q; };
[numthreads(1, 1, 1)]
void main() {
    uint64_t x = b.Load<uint64_t>(0);
    uint16_t s = b.Load<uint16_t>(4);
    Part p = b.Load<Part>(0);
    b.Store<uint64_t>(32, (x << (s & 31)) ^ (x >> uint64_t(7)));
    b.Store<int64_t>(40, (p.q >> int64_t(3)) + (int64_t)(int16_t)p.h);
    b.Store<uint16_t>(48, (uint16_t)(s << uint64_t(3)) | (uint16_t)(s >> (uint16_t)9));
    b.Store<uint16_t>(50, (uint16_t)(p.q % 1000));
    b.Store(52, firstbithigh(uint(x)) + firstbitlow(uint(x >> 32)) * 3 + countbits(uint(x)) + reversebits(uint(s)));
}
