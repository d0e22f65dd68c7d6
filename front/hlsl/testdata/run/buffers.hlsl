struct S { float3 p; int n; float2x2 m; bool b; uint k[3]; row_major float2x3 r; };
struct T { uint2 a; float b; };
StructuredBuffer<S> in0 : register(t0);
RWStructuredBuffer<S> io : register(u1);
RWStructuredBuffer<T> ts : register(u2);
RWByteAddressBuffer raw : register(u3);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void putf(float v) { put(asuint(v)); }
void putf(float2 v) { putf(v.x); putf(v.y); }
void putf(float3 v) { putf(v.xy); putf(v.z); }
float use(RWByteAddressBuffer buf, uint at) { return asfloat(buf.Load(at)); }
uint len(StructuredBuffer<S> b) { uint n, stride; b.GetDimensions(n, stride); return n * 1000 + stride; }
[numthreads(1, 1, 1)]
void main() {
    S s = in0[1]; putf(s.p); put(s.n); putf(s.m[0]); putf(s.m[1]); put(s.b); put(s.k[2]); putf(s.r[1]); putf(in0[0].r[0]); putf(in0[0].m[1].x); put(in0[2].k[1]); putf(in0.Load(1).p.y); put(len(in0));
    io[0] = s; io[1].p = float3(1, 2, 3); io[1].p.y += 5; io[1].n = 7; io[1].m = s.m; io[1].m[0][1] = 8; io[1].b = true; io[1].k[1] = 6; io[1].r[1] = float3(4, 5, 6); io[1].r._m02 = 9;
    S back = io[1]; putf(back.p); putf(back.m[0]); putf(back.r[0]); put(back.b); put(io[0].b); putf(io[1].m._m01); put(back.k[1]);
    T t = {1, 2, 3.5}; ts[0] = t; ts[1].a.y = 5; ts[1].a.x = ts[0].a.y; put(ts[1].a.x); putf(ts[0].b);
    uint old; InterlockedAdd(ts[0].a.x, 5, old); put(old); InterlockedMax(ts[0].a.y, 40); put(ts[0].a.y); InterlockedExchange(io[1].n, -3, old); put(old); put(io[1].n); InterlockedCompareExchange(ts[0].a.x, 6, 60, old); put(old); put(ts[0].a.x);
    raw.Store(0, 5); raw.Store2(4, uint2(6, 7)); raw.Store4(16, uint4(1, 2, 3, 4)); raw.Store<float>(32, 1.5); raw.Store<float3>(36, float3(2, 3, 4)); raw.Store(48, asuint(9.5)); raw.Store<T>(64, t); put(raw.Load(4)); put(raw.Load3(16).z); putf(raw.Load<float2>(36).y); putf(raw.Load<T>(64).b); putf(use(raw, 32)); raw.Store<float2x2>(80, s.m); putf(raw.Load<float2x2>(80)[1]); putf(raw.Load<float>(84)); raw.Store<S>(128, s); S rs = raw.Load<S>(128); putf(rs.r[1]); put(rs.b); put(raw.Load(128 + 12)); raw.Store<double>(240, 1.25); put(raw.Load(244));
    int so; raw.InterlockedMin(0, -4, so); put(so); put(raw.Load(0)); uint uo; raw.InterlockedAdd(0, 9, uo); put(uo); raw.InterlockedOr(4, 0xF0); put(raw.Load(4)); raw.InterlockedCompareExchange(8, 7, 70, uo); put(uo); raw.InterlockedCompareStore(8, 70, 71); put(raw.Load(8)); uint size; raw.GetDimensions(size); put(size);
    raw.Store<int4>(96, int4(-1, -2, -3, -4)); put(raw.Load<int>(100)); bool3 bs = raw.Load<bool3>(96); put(bs.y); raw.Store<bool>(112, s.n > 0); put(raw.Load(112));
}
