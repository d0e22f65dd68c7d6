// Interlocked functions of 64 bits on buffers of bytes.
ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWByteAddressBuffer b : register(u1);
static uint at = 0;
void put(uint64_t v) { o[at++] = (uint)v; o[at++] = (uint)(v >> 32); }
[numthreads(1, 1, 1)] void main() {
    uint k = src.Load(12) * 0 + 8;
    uint64_t old, big = 0x123456789;
    int64_t less, one = -5;
    b.InterlockedAdd64(k, big, old); put(old);
    b.InterlockedAdd64(k, big, old); put(old);
    b.InterlockedOr64(k, (uint64_t)0xF0000000000, old); put(old);
    b.InterlockedXor64(k, big); b.InterlockedAnd64(k, ~(uint64_t)1);
    b.InterlockedExchange64(16, big, old); put(old);
    b.InterlockedCompareExchange64(16, big, big + 7, old); put(old);
    b.InterlockedCompareStore64(16, big, (uint64_t)3);
    b.InterlockedMin64(24, one, less); put((uint64_t)less);
    b.InterlockedMax64(32, one, less); put((uint64_t)less);
    b.InterlockedMax64(40, big); b.InterlockedMin64(48, big, old); put(old);
    put(b.Load<uint64_t>(8)); put(b.Load<uint64_t>(16));
}
