// Rows and elements of matrices whose columns are in memory, at known and unknown indices; names of
// templates within themselves.
struct Element { int2x3 i; row_major uint3x2 r; float3x2 f; };
ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWStructuredBuffer<Element> e : register(u1);

template<typename T> struct Kind { static const int value = 1; };
template<> struct Kind<float> { static const int value = 2; };
template<typename T, int N> struct Kind<vector<T, N> > {
    static const int value = 10 * N + Kind<T>::value;
    static const int other = Kind<float>::value;
};
template<typename T> struct Box {
    T value;
    template<typename U> Box<U> as() { Box<U> b; b.value = (U)value; return b; }
};

void change(inout int3 row, out int one) { row += 5; one = row.y; }

[numthreads(1, 1, 1)] void main() {
    int k = (src.Load(12) & 0) + 1;
    e[0].i[1] = int3(1, 2, 3);
    e[0].i[k - 1] = int3(4, 5, 6);
    e[0].i[k].zx += 10;
    e[0].i[k][k] = 77;
    e[0].i[0][k + 1] *= 3;
    e[0].i._m01_m10 = int2(-1, -2);
    change(e[1].i[k], e[1].i[0][k]);
    e[0].r[k] = uint2(8, 9);
    e[0].r[2].y = 4;
    e[0].f[k + 1] = float2(0.5, 2);
    e[0].f[0][k] = 7;
    InterlockedAdd(e[0].i[1][0], 100);
    InterlockedMax(e[0].i._m02, 1000);
    o[0] = Kind<int3>::value; o[1] = Kind<float2>::value; o[2] = Kind<int2>::other; o[3] = Kind<float>::value;
    Box<float> f; f.value = 2.5;
    o[4] = f.as<int>().value; o[5] = asuint(f.as<int>().as<float>().value);
    o[6] = e[0].i[k][0] + e[0].i[0][k];
}
