#version 310 es
precision highp float; precision highp int;
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { uint msg[64]; uint digest[32]; int md[16]; };
#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define STEP(a, b, c, d, e, f, g, h, k, w) { uint t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + CH(e, f, g) + k + w; uint t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + MAJ(a, b, c); d += t1; h = t1 + t2; }
const uint K[8] = uint[8](0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u);
void quarter(inout uint a, inout uint b, inout uint c, inout uint d) { a += b; d ^= a; d = d << 16 | d >> 16; c += d; b ^= c; b = b << 12 | b >> 20; a += b; d ^= a; d = d << 8 | d >> 24; c += d; b ^= c; b = b << 7 | b >> 25; }
void xtea(inout uvec2 v, uint k[4]) { uint s = 0u; const uint D = 0x9e3779b9u; for (int i = 0; i < 8; i++) { v.x += (v.y << 4 ^ v.y >> 5) + v.y ^ s + k[s & 3u]; s += D; v.y += (v.x << 4 ^ v.x >> 5) + v.x ^ s + k[s >> 11 & 3u]; } }
void main() {
	uint l = gl_LocalInvocationIndex; uint w[16]; for (int i = 0; i < 16; i++) w[i] = msg[int(l) * 16 + i];
	uint a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au, e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
	for (int i = 0; i < 64; i += 8) {
		STEP(a, b, c, d, e, f, g, h, K[0], w[i & 15]) STEP(h, a, b, c, d, e, f, g, K[1], w[i + 1 & 15]) STEP(g, h, a, b, c, d, e, f, K[2], w[i + 2 & 15]) STEP(f, g, h, a, b, c, d, e, K[3], w[i + 3 & 15])
		STEP(e, f, g, h, a, b, c, d, K[4], w[i + 4 & 15]) STEP(d, e, f, g, h, a, b, c, K[5], w[i + 5 & 15]) STEP(c, d, e, f, g, h, a, b, K[6], w[i + 6 & 15]) STEP(b, c, d, e, f, g, h, a, K[7], w[i + 7 & 15])
		if (i >= 8) for (int j = 0; j < 16; j++) { uint s0 = w[(j + 1) & 15], s1 = w[(j + 14) & 15]; w[j] += w[(j + 9) & 15] + (ROTR(s0, 7) ^ ROTR(s0, 18) ^ s0 >> 3) + (ROTR(s1, 17) ^ ROTR(s1, 19) ^ s1 >> 10); }
	}
	quarter(w[0], w[4], w[8], w[12]); quarter(w[1], w[5], w[9], w[13]); quarter(w[0], w[5], w[10], w[15]); quarter(a, b, c, d);
	uvec2 v = uvec2(w[0], w[5]); uint k[4] = uint[4](a, b, c, d); xtea(v, k); quarter(v.x, v.y, k[0], k[1]);
	for (int i = 0; i < 8; i++) digest[l * 8u + uint(i)] = i < 2 ? v[i] ^ k[i] : i < 4 ? w[i * 5] : uint[4](e, f, g, h)[i - 4];
	int t = int(l); int p0 = 1, p1 = 2, p2 = 3; for (int i = 0; i < 10; i++) { int tmp = p0; p0 = p1; p1 = p2; p2 = tmp + i; if ((i & 1) == t % 2) { int s = p0; p0 = p2; p2 = s; } }
	md[t * 4] = p0; md[t * 4 + 1] = p1; md[t * 4 + 2] = p2; md[t * 4 + 3] = p0 + p1 * p2;
}
