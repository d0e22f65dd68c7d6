ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void putf(float v) { put(asuint(v)); }
void putf(float2 v) { putf(v.x); putf(v.y); }
void putf(float3 v) { putf(v.x); putf(v.y); putf(v.z); }
void putf(float4 v) { putf(v.xy); putf(v.zw); }
float num(uint i) { return float(int(src.Load(4 * i) & 63)) * 0.5 - 10; }
float2x3 mat(uint k) { return float2x3(num(k), num(k + 1), num(k + 2), num(k + 3), num(k + 4), num(k + 5)); }

[numthreads(1, 1, 1)]
void main() {
    float2x3 a = mat(0), b = mat(6);
    putf(a[0]); putf(a[1]); putf(a._m00_m12); putf(a._11_23); putf(a[1][2]); putf(a._m01);
    int k = src.Load(0) & 1; putf(a[k]); putf(a[k].y); putf(a[k][k]);
    float2x3 c = a + b; putf(c[0]); putf(c[1]); c = a * b; putf(c[1]); c = a - 1; putf(c[0]); c = 2 * a; putf(c[1]); c = a / b; putf(c[0]); c = -a; putf(c[1]);
    float3x2 t = transpose(a); putf(t[0]); putf(t[2]);
    float2x2 m = mul(a, t); putf(m[0]); putf(m[1]); float3x3 n = mul(t, a); putf(n[0]); putf(n[2]);
    putf(mul(a, float3(1, 2, 3))); putf(mul(float2(1, 2), a)); putf(mul(m, m)[1]); putf(mul(2, a)[1]); putf(mul(float3(1, 2, 3), float3(4, 5, 6)));
    putf(determinant(m)); putf(determinant(n)); putf(m._m00_m11);
    c[0] = float3(1, 2, 3); putf(c[0]); putf(c[1]); c[1][2] = 7; putf(c[1]); c._m00_m10 = float2(5, 6); putf(c[0]); putf(c[1]); c[k].x = 9; putf(c[0]); putf(c[1]); c[k][1] += 2; putf(c[k]); c._12 *= 3; putf(c[0]);
    float2x2 s = (float2x2)n; putf(s[0]); putf(s[1]); float2x2 s2 = n; putf(s2[1]); float4 v = float4(m); putf(v); float2x2 w = v; putf(w[1]); float4 v2 = (float4)m; putf(v2);
    int2x2 im = int2x2(1, 2, 3, 4); im += 1; put(im[0][1]); put(im[1].x); int2x2 im2 = im * im; put(im2[1][1]); im2 = mul(im, im); put(im2[0].x); put(im2[1].y); put(mul(im, int2(1, 2)).x); put(mul(int2(1, 2), im).y); put(im._m10); im[1][0] = 9; put(im._m10); put(transpose(im)[0][1]);
    bool2x2 bm = m > 0; put(bm[0].x); put(bm[1].y); put(any(bm)); put(all(bm)); float2x2 fm = float2x2(im); putf(fm[1]); int2x2 mi = (int2x2)m; put(mi[0][0]); put(mi[1][1]);
    float1x3 r = float1x3(1, 2, 3); putf(r[0]); putf(r._m02); float3x1 l = float3x1(4, 5, 6); putf(l[1][0]); putf(mul(r, l)); putf(mul(l, r)[2]); float3 rv = (float3)r; putf(rv);
    float4x4 id = float4x4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1); putf(mul(id, float4(1, 2, 3, 4))); float3x3 up = (float3x3)id; putf(up[2]); putf(mul(float4(1, 2, 3, 1), id).xyz);
    float3x4 f34 = float3x4(float4(1, 2, 3, 4), float4(5, 6, 7, 8), float4(9, 10, 11, 12)); putf(mul(f34, float4(1, 1, 1, 1))); putf(f34[1].zw); float4x3 f43 = transpose(f34); putf(f43[3]);
    float2x2 arr[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}}; putf(arr[k][1]); arr[k][1] = 3; putf(arr[0][1]); putf(arr[1][1]); putf(min(m, 1)[0]); putf(abs(m)[1]); putf(lerp(m, w, 0.5)[0]); putf(float2x2(1, 2, 3, 4)._m11_m00);
    matrix<float, 2, 3> gm = a; putf(gm[1]); float2x3 z = 3; putf(z[1]); z = float2x3(float3(1, 2, 3), float3(4, 5, 6)); putf(z[1]); float2x2 p = float2x2(float2(1, 2), 3, 4); putf(p[1]); putf(asfloat(asuint(p))[1]);
}
