// Resources that are chosen at run time.
ByteAddressBuffer src : register(t0);
StructuredBuffer<uint> items : register(t1);
RWStructuredBuffer<uint> o : register(u0);
RWStructuredBuffer<uint> p : register(u1);
RWByteAddressBuffer q : register(u2);
RWByteAddressBuffer r : register(u3);

uint look(ByteAddressBuffer b, uint at) { return b.Load(at) * 3; }
void note(RWStructuredBuffer<uint> b, inout uint at, uint v) { b[at] = v; at++; }

RWStructuredBuffer<uint> either(bool first) {
    if (first) return o;
    else return p;
}
RWByteAddressBuffer third(uint k) {
    q.Store(60, k);
    if (k == 0) return q;
    if (k == 1) { r.Store(60, 5); return r; }
    return k == 2 ? q : r;
}
void pick(uint k, out RWByteAddressBuffer b) {
    if (k > 1) b = q;
    else b = r;
}
struct Pair { RWByteAddressBuffer a, b; uint Get(bool first) { return first ? a.Load(60) : b.Load(60); } };

[numthreads(1, 1, 1)] void main() {
    bool yes = src.Load(12) != 99;
    uint at = 4;
    RWStructuredBuffer<uint> s = yes ? p : o;
    note(s, at, 7);
    note(yes ? o : p, at, 8);
    either(yes)[0] = 11;
    either(!yes)[1] = 12;
    RWByteAddressBuffer b = q;
    if (!yes) b = r;
    b.Store(0, 20);
    b = yes ? r : q;
    b.Store2(4, uint2(21, 22));
    for (uint i = 0; i < 3; i++) {
        b.Store(16 + 4 * i, 30 + i);
        if (i & 1) b = q;
        else b = r;
        third(i).Store(32 + 4 * i, 40 + i);
    }
    RWByteAddressBuffer c;
    pick(at, c);
    uint old;
    c.InterlockedAdd(48, 6, old);
    c.InterlockedAdd(48, 6, old);
    o[10] = old;
    o[11] = (yes ? q : r).Load(48) + select(yes, r, q).Load(60);
    Pair pair = { q, r };
    o[12] = pair.Get(yes) * 100 + pair.Get(!yes);
    o[13] = at;
}
