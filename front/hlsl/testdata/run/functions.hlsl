ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static uint at = 0;
void put(uint v) { o[at] = v; at++; }
void putf(float v) { put(asuint(v)); }

int pick(int x) { return 1; }
int pick(float x) { return 2; }
int pick(uint x) { return 3; }
int pick(float2 x) { return 4; }
int pick(bool x) { return 5; }
int other(float x) { return 6; }
int other(double x) { return 7; }
int shape(float x) { return 8; }
int shape(float3 x) { return 9; }
void swap(inout int a, inout int b) { int t = a; a = b; b = t; }
void outs(int x, out int a, out float b) { a = x + 1; b = x * 0.5; }
int alias(inout int a, inout int b) { a += 1; b += 10; return a * 100 + b; }
int defaults(int a, int b = 4, int c = 5) { return a * 100 + b * 10 + c; }
int later(int x);
float conv(inout float x) { x += 0.75; return x; }
static int g = 5;
int global(inout int x) { x += 1; g += 10; return x; }
int useLater(int x) { return later(x) + 1; }
int later(int x) { return x * 3; }
template<typename T> T biggest(T a, T b) { return a > b ? a : b; }
template<typename T, int N> T total(T v[N]) { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; }
template<typename T> struct Box { T value; T get() { return value; } void put(T v) { value = v; } };
template<typename T> T first(vector<T, 2> v) { return v.x; }
void arrays(inout int v[3], int w[3]) { v[1] = w[2]; w[0] = 99; v[0]++; }
float early(float x) { if (x > 3) return x; for (int i = 0; i < 10; i++) { x += i; if (x > 10) return x * 2; } return -1; }
void nothing() { return; }
int4 swz(inout int2 v) { v = v.yx; return v.xyxy; }

[numthreads(1, 1, 1)]
void main() {
    int k = src.Load(0) & 3;
    uint u = k; float f = k; bool b = k; float2 f2 = k; int i2 = k;
    put(pick(k)); put(pick(f)); put(pick(u)); put(pick(f2)); put(pick(b)); put(pick(1.0)); put(pick(1u)); put(other(1.5f)); put(shape(f)); put(shape(f2.xxx)); put(shape(int3(1, 2, 3)));
    int x = 1, y = 2; swap(x, y); put(x * 10 + y); int arr[2] = {3, 4}; swap(arr[0], arr[1]); put(arr[0]); int2 v = int2(5, 6); swap(v.x, v.y); put(v.x);
    int a; float c; outs(k, a, c); put(a); putf(c); int ci; int ai; outs(k, ai, c); put(ai); float fo; outs(k, a, fo); putf(fo); int fi; float fa; outs(4, fi, fa); put(fi);
    int z = 3; put(alias(z, z)); put(z); put(defaults(1)); put(defaults(1, 2)); put(defaults(1, 2, 3)); put(useLater(k));
    int ic = 3; putf(conv(f)); putf(f); put(global(g)); put(g);
    put(biggest(7 - k, k)); putf(biggest(2.5f, f)); put(biggest<uint>(k, 7)); int tv[3] = {1, 2, 3}; put(total<int, 3>(tv)); Box<float> box; box.put(2.5); putf(box.get()); Box<int2> bi; bi.value = int2(1, 2); put(bi.get().y); put(first<int>(int2(8, 9)));
    int w[3] = {1, 2, 3}, vv[3] = {4, 5, 6}; arrays(vv, w); put(vv[0]); put(vv[1]); put(w[0]); putf(early(f)); putf(early(4)); nothing();
    int2 sv = int2(k, 7); put(swz(sv).z); put(sv.y); int4 big = int4(1, 2, 3, 4); put(swz(big.yz).x); put(big.y * 10 + big.z);
    float4 q = 1; q.xy = float2(conv(q.x), conv(q.y)); putf(q.x);
}
