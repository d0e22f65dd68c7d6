// Rows of matrices of bool in a buffer, which DXC's validator refuses.
struct Element { bool2x2 b; row_major bool2x3 r; };
ByteAddressBuffer src : register(t0);
RWStructuredBuffer<uint> o : register(u0);
RWStructuredBuffer<Element> e : register(u1);
[numthreads(1, 1, 1)] void main() {
    int k = (src.Load(12) & 0) + 1;
    e[0].b[k] = bool2(true, false);
    e[0].b[0][k] = true;
    e[0].r[k] = bool3(false, true, true);
    e[0].r[0][k] = e[0].b[k][0];
    o[0] = e[0].b[1][0] ? 3 : 4;
}
