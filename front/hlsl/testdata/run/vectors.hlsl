ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void put(uint4 v) { put(v.x); put(v.y); put(v.z); put(v.w); }
void putf(float4 v) { put(asuint(v)); }
void putf(float3 v) { put(asuint(v.x)); put(asuint(v.y)); put(asuint(v.z)); }
void putf(float2 v) { put(asuint(v.x)); put(asuint(v.y)); }
void putf(float v) { put(asuint(v)); }
float4 vec(uint i) { int4 v = int4(src.Load4(16 * i)) & 1023; return v * 0.125 - 50; }

[numthreads(1, 1, 1)]
void main() {
    float4 a = vec(0), b = vec(1);
    putf(a + b); putf(a - b); putf(a * b); putf(a / b); putf(-a); putf(a * 2); putf(3 + b); putf(a.xyz * b.x); putf(2.5 * a.xy);
    putf(a.wzyx); putf(a.xxy); putf(a.rg); putf(a.bgr); putf(b.w); putf(a.x.xxxx); putf((1.5).xx); putf(float2(1, 2).yxyx);
    float4 c = a; c.xy = b.zw; putf(c); c.wzy = b.xyz; putf(c); c.x = 7; putf(c); c.yx += 1; putf(c); c[2] = 9; putf(c); int k = src.Load(0) & 3; c[k] = 11; putf(c); putf(c[k]);
    float3 d = a; putf(d); float2 e = float2(a.xy); putf(e); float s = a.x; putf(s);
    float4 g = 5; putf(g); float3 h = float3(a.xy, 1); putf(h); h = float3(1, b.zw); putf(h); float4 m = float4(a.x, b.xy, 3); putf(m);
    int4 i = a; put(asuint(i)); uint4 u = uint4(i) >> 2; put(u); put(asuint(i << 1)); put(asuint(i & 6)); put(asuint(~i)); put(asuint(-i)); put(asuint(i % 5)); put(asuint(i / 3));
    bool4 t = a > b; put(t); put(a == a); put(!t); put(any(t)); put(all(t)); put(any(a.xy)); put(all(a));
    putf(select(t, a, b)); putf(select(a.x > 0, a, b)); put(and(t, a > 0)); put(or(t, a > 0));
    putf(min(a, b)); putf(max(a, 0)); putf(clamp(a, -10, 10)); putf(lerp(a, b, 0.25)); putf(step(a, b)); putf(smoothstep(-20, 20, a)); putf(saturate(a / 50)); putf(frac(a)); putf(abs(a)); putf(sign(a)); putf(floor(a)); putf(fmod(a, 7)); putf(round(a)); putf(trunc(a));
    putf(dot(a, b)); putf(dot(a.xyz, b.xyz)); putf(dot(i, i)); putf(cross(a.xyz, b.xyz)); putf(length(float2(3, 4))); putf(reflect(a.xyz, float3(0, 1, 0))); putf(faceforward(a, b, a)); putf(dst(a, b)); putf(lit(0.5, 0.25, 2)); putf(lit(-1, 0.25, 2));
    float1 one = a; putf(one.x); float1 two = {2}; putf(one + two); putf(float4(one, two, 1, 2));
    int2 w = {1, 2}; w++; put(w.x); put(w.y); w *= w; put(w.x); put(w.y); w <<= 1; put(w.y);
    float4 z = {a.xy, b.xy}; putf(z); float3 y[2] = {a.xyz, b.xyz}; putf(y[1]); putf(y[k & 1]); y[k & 1].y = 3; putf(y[0]); putf(y[1]);
    uint4 q = uint4(1, 2, 3, 4); q.xz = q.zx; put(q); put(q.yw.x); vector<float, 3> vv = a.xyz; putf(vv); vector<int, 2> vi = {1, 2}; put(vi.y);
    put(D3DCOLORtoUBYTE4(float4(0.1, 0.2, 0.3, 0.4))); put(f32tof16(a)); putf(f16tof32(uint2(0x3C00, 0x4000)));
    put(pack_u8(u & 255)); put(unpack_u8u32(0x04030201u)); put(dot4add_u8packed(0x01020304u, 0x01010101u, 5)); put(msad4(0x01020304u, uint2(0x05060708, 0x01020304), uint4(1, 2, 3, 4)));
}
