#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int n[128]; uint u[32]; };
layout(std430, binding = 1) buffer Z { int zero; };
int at = 0;
void put(int x) { n[at++] = x; }
void main() {
	int m = 7 + zero, s = -7 + zero, big = 2147483647 + zero;
	put(s / 2); put(m / -2); put(m % 3); put(s >> 1); put(int(uint(s) >> 28)); put(s << 2); put(big + 1); put(big * 2); put(-(-big - 1));
	put(~m & 15); put(m ^ s | 2); put(m & 3 | 8 ^ 1);
	put(1 + 2 << 3); put(1 << 2 + 1); put(8 >> 1 < 5 ? 1 : 0); put((m & 2) == 2 ? 1 : 0);
	put(- -m); put(-+-m); put(- --m); put(m);
	const int folded = 2147483647 + 1;
	put(folded); put(-7 / 2); put(-2147483648); put(0x80000000 == 0x80000000u ? 1 : 0); put(0xFFFFFFFF);
	put(010 + 0x10); put(int(3.99)); put(int(-3.99)); put(int(true)); put(int(4294967295u)); put(abs(-5 + zero)); put(sign(-9 + zero));
	put(min(-1 + zero, 1)); put(max(-1, 1 + zero)); put(clamp(99 + zero, -3, 3));
	put(bitfieldExtract(-1 + zero, 4, 8)); put(bitfieldExtract(0x7F0 + zero, 4, 7)); put(bitfieldExtract(m, 0, 0)); put(bitfieldInsert(0, -1 + zero, 4, 8));
	put(findMSB(-1 + zero)); put(findMSB(zero)); put(findLSB(zero)); put(findMSB(-256 + zero)); put(findLSB(-256 + zero)); put(bitCount(-1 + zero)); put(bitfieldReverse(1 + zero));
	uint x = 5u + uint(zero);
	u[0] = x - 6u; u[1] = -x; u[2] = ~x; u[3] = x / 2u; u[4] = x % 3u; u[5] = uint(s); u[6] = uint(3.7); u[7] = x << 31; u[8] = 1u << m;
	uint carry, low, high;
	u[9] = uaddCarry(0xFFFFFFFFu, x, carry); u[10] = carry;
	u[11] = usubBorrow(1u, x, carry); u[12] = carry;
	umulExtended(0xFFFFFFFFu, x, high, low); u[13] = high; u[14] = low;
	int hi, lo;
	imulExtended(-3 + zero, 0x7FFFFFFF, hi, lo); put(hi); put(lo);
	u[15] = m > 2 ? 1 : x;
	u[16] = floatBitsToUint(1.5); u[17] = uint(floatBitsToInt(-2.0));
	u[18] = packUnorm4x8(vec4(0.0, 1.0, 0.5, 2.0)); u[19] = packHalf2x16(vec2(1.0, -2.0)); u[20] = packSnorm2x16(vec2(-1.0, 1.0));
	put(m++ * 2 - --m); m <<= 3; put(m); m >>= 1; put(m); m %= 5; put(m); m |= 64; put(m); m &= 0x70; put(m); m ^= -1; put(m);
	ivec3 v = ivec3(7, -7, 9) + zero;
	v /= ivec3(2, 2, 4); put(v.x); put(v.y); put(v.z);
	v = v << 1; put(v.y); v = 3 - v; put(v.x); v <<= uvec3(1u, 2u, 3u); put(v.z);
	put(int(1.0e9));
	put(int(bool(zero)) + int(bool(m)) * 2 + int(bool(0.5)) * 4);
}
