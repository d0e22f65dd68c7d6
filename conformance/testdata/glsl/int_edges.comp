#version 450
// Edges of integers: shifts, fields, carries, extended multiplication, conversions.
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer I { int a[16]; uint b[16]; };
layout(std430, binding = 1) buffer O { int o[16][44]; uint u[16][40]; };
const int EDGES[16] = int[](0, 1, -1, 2, -2, 2147483647, -2147483647 - 1, 31, 32, 255, 256, 65535, 65536, -65536, 12345678, -987654321);
void main() {
	uint i = gl_LocalInvocationIndex; int x = EDGES[i], y = EDGES[(i * 7u + 3u) & 15u]; uint p = uint(x), q = uint(y); int k = 0, m = 0;
#define I(e) o[i][k++] = e
#define U(e) u[i][m++] = e
	int d = y == 0 ? 1 : y;
	if (x >= 0 && d > 0) { I(x / d); I(x % d); } else k += 2;
	U(p / (q | 1u)); U(p % (q | 1u)); I(x << (y & 31)); I(x >> (y & 31)); U(p << (q & 31u)); U(p >> (y & 31)); I(x << (q & 31u)); U(q >> (x & 31));
	I(bitfieldExtract(x, y & 15, x & 15)); U(bitfieldExtract(p, int(q & 15u), 16)); I(bitfieldInsert(x, y, 3, 7)); U(bitfieldInsert(p, q, int(p & 7u), int(q & 15u)));
	I(bitfieldExtract(x, 5, 0)); U(bitfieldExtract(p, 0, 32)); I(bitfieldInsert(x, y, 0, 32)); I(bitfieldExtract(x, 31, 1)); I(bitfieldExtract(x, 0, 32));
	I(bitCount(x)); I(findLSB(x)); I(findMSB(x)); I(findLSB(p)); I(findMSB(p)); I(bitfieldReverse(x)); U(bitfieldReverse(q));
	uint c, hi, lo; int shi, slo; U(uaddCarry(p, q, c)); U(c); U(usubBorrow(p, q, c)); U(c); umulExtended(p, q, hi, lo); U(hi); U(lo); imulExtended(x, y, shi, slo); I(shi); I(slo);
	I(abs(x)); I(sign(x)); I(min(x, y)); I(max(x, y)); I(clamp(x, -5, 300)); U(min(p, q)); U(clamp(p, 3u, 70000u));
	I(x * y); I(x - y); I(-x); I(~x); U(-p); U(~q); U(p * q + (p ^ q)); I(x ^ y & x | y); I(int(x < y)); I(int(p < q)); U(uint(x == y));
	I(int(float(x & 0xffffff))); U(uint(float(p >> 9))); I(int(bool(x)) + int(!bool(p))); I(floatBitsToInt(intBitsToFloat(x & 0x7f7fffff)));
	ivec3 v = ivec3(x, y, 7); v <<= ivec3(1, 2, 3); v ^= 5; v >>= uvec3(1u, 0u, 2u); I(v.x); I(v.y); I(v.z); v = abs(v) % 9; v = ~v & 0xff; I(v.x + v.y * 3);
	x += x++ - --y; I(x); I(y); p -= q--; U(p); U(q); p++; --q; U(p ^ q); x = (x & 0xffff) % 0x7ff; I(x); 
}
