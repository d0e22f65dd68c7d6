#version 450
// Bit twiddling on signed and unsigned vectors, mixed shifts, all the bit functions.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer I { int i[8]; uint u[8]; float f[4]; };
layout(std430, binding = 1) buffer O { int a[40]; uint b[40]; float c[8]; };
uint hash(uint x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16; return x; }
uint morton(uvec2 v) { v &= 0xffffu; v = (v | v << 8) & 0x00FF00FFu; v = (v | v << 4u) & uvec2(0x0F0F0F0Fu); v = (v | (v << 2)) & 0x33333333u; v = (v | v << 1) & 0x55555555u; return v.x | v.y << 1; }
int ilog(uint x) { int n = -1; while (x != 0u) { x >>= 1; n++; } return n; }
void main() {
	a[0] = i[0] >> (i[1] & 31); a[1] = i[0] << (u[1] & 31u); b[0] = u[0] >> (i[2] & 31); b[1] = u[0] << (u[2] & 31u);
	a[2] = i[3] & i[4] | i[5] ^ ~i[6]; b[2] = u[3] & u[4] | u[5] ^ ~u[6];
	a[3] = bitCount(i[0]); a[4] = bitCount(u[0]); a[5] = findLSB(i[1]); a[6] = findMSB(i[2]); a[7] = findMSB(u[2]); a[8] = findLSB(0); a[9] = findMSB(-1); a[10] = findMSB(0u);
	b[3] = bitfieldReverse(u[1]); a[11] = bitfieldReverse(i[1]);
	a[12] = bitfieldExtract(i[3], 5, 7); b[4] = bitfieldExtract(u[3], 5, 7); a[13] = bitfieldInsert(i[3], i[4], 3, 12); b[5] = bitfieldInsert(u[3], u[4], 0, 32); b[6] = bitfieldExtract(u[4], 31, 0); a[14] = bitfieldExtract(i[4], 0, 32);
	uint carry, borrow, hi, lo; int shi, slo;
	b[7] = uaddCarry(u[0], u[1], carry); b[8] = carry; b[9] = usubBorrow(u[0], u[1], borrow); b[10] = borrow;
	umulExtended(u[2], u[3], hi, lo); b[11] = hi; b[12] = lo; imulExtended(i[2], i[3], shi, slo); a[15] = shi; a[16] = slo;
	uvec2 cv, bv; uvec2 sums = uaddCarry(uvec2(u[0], u[1]), uvec2(u[2], u[3]), cv); b[13] = sums.y; b[14] = cv.x + cv.y * 2u; ivec3 vh, vl; imulExtended(ivec3(i[0], i[1], i[2]), ivec3(i[3], i[4], i[5]), vh, vl); a[17] = vh.z; a[18] = vl.y;
	b[15] = hash(u[7]); b[16] = morton(uvec2(u[0], u[1])); a[19] = ilog(u[5]); a[20] = ilog(0u);
	b[17] = packUnorm2x16(vec2(0.25, 2.0)); b[18] = packSnorm4x8(clamp(vec4(f[0], f[1], f[2], 0.5), -4.0, 4.0)); b[19] = packHalf2x16(vec2(1.5, -2.0)); c[0] = unpackHalf2x16(u[6] & 0x3bff3bffu).x; c[1] = unpackUnorm4x8(u[6]).w; c[2] = unpackSnorm2x16(u[6]).y;
	a[21] = floatBitsToInt(1.0); b[20] = floatBitsToUint(-0.5); c[3] = intBitsToFloat(0x40490fdb); ivec4 iv = ivec4(i[0], i[1], i[2], i[3]); iv <<= 3; iv >>= ivec4(1, 2, 3, 4); iv ^= 5; iv |= ivec4(1, 2, 4, 8); iv &= ~ivec4(16); a[22] = iv.x; a[23] = iv.y; a[24] = iv.z; a[25] = iv.w;
	iv = (iv & 0xffff) % 7; a[26] = abs(iv.x); uvec3 uv = uvec3(u[0], u[1], u[2]) % uvec3(7u, 8u, 9u); uv %= 4u; b[21] = uv.x + uv.y * 10u + uv.z * 100u; b[22] = uint(-1) + uint(i[0]); a[27] = int(u[0]); b[23] = 1u << 31 >> 31; a[28] = 1 << 31 >> 31; a[29] = -17 / 4; a[30] = i[7] & 15 - 3; a[31] = (i[7] & 15) - 3; b[24] = -u[0]; b[25] = ~0u >> (u[0] & 7); a[32] = ~(i[0] ^ i[0]); a[33] = int(i[0] == i[0]) << 4 | int(i[0] != i[0]); a[34] = sign(i[0]) + max(i[1], i[2]) ; a[35] = clamp(i[3], -5, 5); b[26] = min(u[0], 3u) + max(u[1], u[2]); a[36] = int(0x80000000u); a[37] = int(u[1] >> 1) * -1;
	for (uint k = u[0] | 1u, n = 0; n < 5; n++, k *= k) b[30 + n] = k;
}
