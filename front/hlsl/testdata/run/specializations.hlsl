// Specializations of templates, of functions and of structs, whole and partial.

RWStructuredBuffer<uint> o : register(u0);

template<typename T> T pick(T a, T b, bool c) { if (c) return a; return b; }
template<> int pick<int>(int a, int b, bool c) { return c ? a + 100 : b - 100; }
template<> float2 pick(float2 a, float2 b, bool c) { return c ? b : a; }

template<typename T, int N> int size_of(T list[N]) { return N; }
template<> int size_of<float, 3>(float list[3]) { return 333; }

template<typename T> struct Traits { static const int rank = 0; static const int size = 1; int f(int x) { return x; } };
template<typename T, int N> struct Traits<vector<T, N> > { static const int rank = 1; static const int size = N; T first; int f(int x) { return x * N; } };
template<typename T, int R, int C> struct Traits<matrix<T, R, C> > { static const int rank = 2; static const int size = R * C; int f(int x) { return R * 10 + C + x; } };
template<typename T> struct Traits<vector<T, 4> > { static const int rank = 1; static const int size = 444; int f(int x) { return x + 4; } };
template<> struct Traits<bool> { static const int rank = -1; static const int size = 32; int f(int x) { return -x; } };

template<typename A, int N> struct Pair { static const int which = 1; };
template<typename A> struct Pair<A, 2> { static const int which = 2; };

[numthreads(1, 1, 1)] void main() {
	float list[3] = { 1, 2, 3 };
	int two[2] = { 1, 2 };
	o[0] = pick(1, 2, true);
	o[1] = pick<int>(1, 2, false);
	o[2] = asuint(pick(1.5, 2.5, true));
	o[3] = asuint(pick(float2(1, 2), float2(3, 4), true).x);
	o[4] = size_of(list);
	o[5] = size_of(two);
	o[6] = Traits<int>::rank;
	o[7] = Traits<float3>::rank * 100 + Traits<float3>::size;
	o[8] = Traits<float3x2>::rank * 100 + Traits<float3x2>::size;
	o[9] = Traits<int4>::size;
	o[10] = Traits<bool>::rank;
	Traits<float2> v; v.first = 7; o[11] = v.f(3) + (int)v.first;
	Traits<int4x3> m; o[12] = m.f(1);
	Traits<bool> b; o[13] = b.f(5);
	o[14] = Pair<int, 1>::which; o[15] = Pair<int, 2>::which;
}
