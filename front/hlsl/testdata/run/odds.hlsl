// Template aliases, bases that are assigned, static local variables, unnamed structs, elements of a
// heap that are cast, counters of arrays.
ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWStructuredBuffer<uint> counted[2] : register(u4);

template<typename T> struct Box { T value; };
template<typename T> using Vec = vector<T, 2>;
template<typename T> using BoxOf = Box<Vec<T> >;
template<uint N> struct Sum { static const uint value = N + Sum<N - 1>::value; };
template<> struct Sum<0> { static const uint value = 0; };

struct Base { uint a; uint b[2]; };
struct Derived : Base { uint c; };
struct Outer { struct { int x; float y; } field; };

uint next(uint start) { static uint n = start * 2; n += 1; return n; }

[numthreads(1, 1, 1)] void main() {
    uint k = src.Load(12) * 0 + 3;
    BoxOf<uint> box; box.value = uint2(k, 4); Vec<float> v = float2(1, 2);
    o[0] = box.value.x * 10 + box.value.y + (uint)v.y;
    o[1] = Sum<40>::value;
    Derived d = (Derived)0; Base b; b.a = 5; b.b[0] = 6; b.b[1] = k; d.c = 9;
    (Base)d = b;
    o[2] = d.a; o[3] = d.b[0]; o[4] = d.b[1]; o[5] = d.c;
    o[6] = next(k); o[7] = next(100);
    Outer outer; outer.field.x = 8; outer.field.y = 2;
    struct { int x; float y; } local = outer.field;
    o[8] = local.x;
}
