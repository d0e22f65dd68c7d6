struct In { float3 p; float q; int r[2]; };
cbuffer C0 : register(b0) {
    float a; float2 b; float c; float3 d; float e[3]; float2x2 m; row_major float2x3 n; float f; int3 g; In s; float h; bool t; uint u; float4 v; float3x2 w[2]; float x; double y; float1x4 z1; float4x1 z2; int2x2 im; bool2 bb; row_major int2x2 rim;
};
cbuffer C1 : register(b1) { float p0 : packoffset(c2.y); float2 p1 : packoffset(c0); float3x3 p2 : packoffset(c4); }
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void putf(float v) { put(asuint(v)); }
void putf(float2 v) { putf(v.x); putf(v.y); }
void putf(float3 v) { putf(v.xy); putf(v.z); }
void putf(float4 v) { putf(v.xy); putf(v.zw); }
In copy(In i) { return i; }
[numthreads(1, 1, 1)]
void main() {
    putf(a); putf(b); putf(c); putf(d); putf(e[0]); putf(e[1]); putf(e[2]); putf(m[0]); putf(m[1]); putf(n[0]); putf(n[1]); putf(f); put(g.x); put(g.z); putf(s.p); putf(s.q); put(s.r[0]); put(s.r[1]); putf(h); put(t); put(u); putf(v); putf(w[0][0]); putf(w[1][2]); putf(x);
    putf(z1[0]); putf(z2[1][0]); putf(z2[3][0]); put(im[0][0]); put(im[0][1]); put(im[1][0]); put(im[1].y); put(bb.x); put(bb.y); put(rim[0][1]); put(rim[1][0]);
    In i = copy(s); putf(i.p.y); put(i.r[1]); int k = asuint(a) & 1; putf(e[k]); putf(m[k]); putf(w[k][k + 1]); putf(n[k][k]); putf(mul(m, b)); putf(mul(b, n)); float3x2 ww = w[1]; putf(ww[1]); float arr[3] = e; putf(arr[1]); putf(p0); putf(p1); putf(p2[1]);
}
