ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void putf(float v) { put(asuint(v)); }

struct A { int x; float2 y; };
struct B { A a; float z[3]; bool w; };
struct Base { int n; int twice() { return n * 2; } void set(int v) { n = v; } };
struct Derived : Base { float f; float sum() { return n + f; } int twice() { return n * 20; } };
struct Op {
    int v;
    Op operator+(Op r) { Op x; x.v = v + r.v; return x; }
    bool operator<(Op r) { return v < r.v; }
    int operator[](int i) { return v + i; }
    int operator()(int a, int b) { return v * a + b; }
};
struct Counter { int n; static const int step = 3; int bump() { n += step; return n; } int twoBumps() { bump(); return bump(); } Counter next() { Counter c; c.n = n + 1; return c; } };
typedef float Row[4];
typedef int3 Triple;
enum Color { Red, Green = 5, Blue };
enum class Mode : uint { Off, On = 7 };
namespace N { static const int k = 4; int f(int x) { return x * k; } namespace M { int g(int x) { return f(x) + 1; } struct S { int q; int get() { return q + k; } }; } }

A make(int x) { A a = {x, x * 0.5, x + 1}; return a; }
B change(B b) { b.z[1] = 9; b.a.x++; return b; }

[numthreads(1, 1, 1)]
void main() {
    int k = src.Load(0) & 3, j = k % 3;
    A a = {1, 2, 3}; put(a.x); putf(a.y.y); A a2 = make(k); put(a2.x); putf(a2.y.x); a2.y.x = 8; putf(a2.y.x); a = a2; putf(a.y.x);
    B b = {1, 2, 3, {4, 5, 6}, true}; putf(b.z[2]); put(b.w); put(b.a.x); B c = change(b); putf(c.z[1]); putf(b.z[1]); put(c.a.x); putf(c.z[j]); c.z[j] = 7; putf(c.z[0]); putf(c.z[1]); putf(c.z[2]);
    B zero = (B)0; putf(zero.z[0]); put(zero.w); A cast = (A)5; put(cast.x); putf(cast.y.x); float3 fv = (float3)a; putf(fv.x); putf(fv.z); A back = (A)float3(3, 4, 5); putf(back.y.y);
    int arr[2][3] = {{1, 2, 3}, {4, 5, 6}}; put(arr[1][2]); put(arr[k & 1][j]); arr[k & 1][j] = 50; put(arr[0][0] + arr[0][1] * 2 + arr[0][2] * 3 + arr[1][0] * 5 + arr[1][1] * 7 + arr[1][2] * 11); int copy[2][3] = arr; copy[0][0] = 77; put(arr[0][0]); put(copy[0][0]);
    float flat[4] = (float[4])float4(1, 2, 3, 4); putf(flat[2]); Row row = {1, 2, 3, 4}; putf(row[k]); int sized[] = {5, 6, 7}; put(sized[2]); float2 pairs[2] = {1, 2, 3, 4}; putf(pairs[1].x); Triple tr = {1, 2, 3}; put(tr.z);
    Derived d; d.n = 3; d.f = 1.5; put(d.twice()); putf(d.sum()); d.set(11); put(d.n); put(d.Base::twice()); Base base = d; put(base.n);
    Op p, q; p.v = 4; q.v = k; Op r = p + q; put(r.v); put(p < q); put(p[10]); put(p(3, 2));
    Counter cn; cn.n = k; put(cn.bump()); put(cn.twoBumps()); put(cn.n); put(cn.next().n); put(cn.n); put(Counter::step); Counter list[2] = {1, 2}; list[k & 1].bump(); put(list[0].n); put(list[1].n);
    put(Red); put(Green); put(Blue); put((uint)Mode::On); Color col = Blue; put(col); switch (col) { case Green: put(100); break; case Blue: put(200); break; }
    put(N::f(2)); put(N::M::g(2)); N::M::S s = {k}; put(s.get()); using namespace N; put(f(3));
    static const int table[4] = {10, 20, 30, 40}; put(table[k]); static const float3 ft[2] = {float3(1, 2, 3), float3(4, 5, 6)}; putf(ft[k & 1].y);
    struct Local { int e; float g; }; Local lo = {3, 2.5}; put(lo.e); putf(lo.g); put(sizeof(B)); put(sizeof(float3x3));
}
