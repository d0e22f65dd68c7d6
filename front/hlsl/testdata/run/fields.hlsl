struct F { uint a : 5; uint b : 11; int c : 16; int d : 7; uint e; uint64_t g : 40; uint64_t h : 24; int i : 3; int : 5; int j : 9; };
struct G : F { uint z : 4; int w : 4; };
ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWStructuredBuffer<F> fs : register(u1);
RWByteAddressBuffer raw : register(u2);
RWStructuredBuffer<G> gs : register(u3);
static uint at = 0;
void put(uint v) { o[at++] = v; }
void set(inout int x, out uint y) { x += 3; y = 77; }
F make(uint k) { F f = (F)0; f.a = k; f.b = k * 3; f.c = -(int)k; f.d = k - 70; f.e = k; f.g = (uint64_t)k << 30; f.h = k; f.i = 3; f.j = -5; return f; }
[numthreads(1, 1, 1)] void main() {
    uint k = src.Load(12);
    F f = make(k);
    put(f.a); put(f.b); put((uint)f.c); put((uint)f.d); put(f.e); put((uint)(f.g >> 20)); put((uint)f.h); put((uint)f.i); put((uint)f.j);
    f.a += 30; put(f.a); f.a++; put(f.a++); put(f.a); f.c = 40000; put((uint)f.c); f.d = f.d >> 1; put((uint)f.d);
    uint y; set(f.j, y); f.b = y; put((uint)f.j); put(f.b); set(f.i, f.a); put((uint)f.i); put(f.a);
    fs[0] = f; fs[1] = make(9); fs[1].b = 500; put(fs[1].b); put((uint)fs[1].c); fs[1].h = 0xFFFFFFFF; put((uint)fs[1].h); put((uint)(fs[1].g >> 30));
    G g = (G)0; g.z = 20; g.w = 9; g.a = 31; g.j = 255; put(g.z); put((uint)g.w); put(g.a); put((uint)g.j); gs[0] = g;
    F copy = fs[1]; copy.e = 5; put(copy.e + copy.b);
}
