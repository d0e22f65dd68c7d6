// Loose uniforms whose registers overlap.
uint4 a : register(c0);
uint4 b : register(c1);
uint2 c : register(c1);
uint d : register(c2);
uint4 e[2] : register(c2);
uint f, g;
RWStructuredBuffer<uint> o : register(u0);
[numthreads(1, 1, 1)] void main() {
    o[0] = a.y; o[1] = b.x; o[2] = c.y; o[3] = d; o[4] = e[0].x; o[5] = e[1].z; o[6] = f; o[7] = g;
}
