ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWByteAddressBuffer raw : register(u1);
RWByteAddressBuffer raw2 : register(u2);
static uint at = 0;
void put(uint v) { o[at++] = v; }
struct Source { ByteAddressBuffer b; uint base; uint get(uint i) { return b.Load((base + i) * 4); } void move(uint n) { base += n; } };
struct Both { Source s; RWByteAddressBuffer w[2]; float scale; };
struct Child : Source { uint more; uint two() { return get(0) + get(1) + more; } };
Source make(uint base) { Source s; s.b = src; s.base = base; return s; }
ByteAddressBuffer plain() { return src; }
RWByteAddressBuffer second(RWByteAddressBuffer a, RWByteAddressBuffer b) { return b; }
uint take(Source s, uint i) { s.move(i); return s.get(0); }
void fill(inout Both b, uint v) { b.w[0].Store(0, v); b.w[1].Store(4, v + 1); b.scale *= 2; b.s.base++; }
template <typename T> uint read(T t, uint i) { return t.get(i); }
[numthreads(1, 1, 1)] void main() {
    Source s; s.b = src; s.base = 2;
    put(s.get(0)); put(s.get(3)); s.move(4); put(s.get(0));
    Source t = s; t.base = 1; put(t.get(0)); put(s.base); put(take(t, 5)); put(t.base);
    put(make(7).get(1)); Source m = make(3); put(m.get(0));
    put(plain().Load(8)); ByteAddressBuffer alias = plain(); put(alias.Load(12));
    Both b = { { src, 3 }, { raw, raw2 }, 1.5 };
    fill(b, 100); put(b.s.base); put(asuint(b.scale)); put(b.s.get(0));
    second(raw, raw2).Store(16, 55);
    RWByteAddressBuffer pair[2]; pair[0] = raw2; pair[1] = raw; pair[0].Store(20, 77); pair[1].Store(24, 78);
    Child c; c.b = src; c.base = 6; c.more = 9; put(c.two()); put(read(c, 2)); put(read(s, 2));
    Both copy = b; copy.s.base = 0; put(copy.s.get(1)); put(b.s.base); copy.w[1].Store(28, copy.s.base + 4);
    RWByteAddressBuffer w = raw; w.Store(32, 1); w = raw2; w.Store(36, 2);
}
