#version 310 es
// MD5, SHA-256 and ChaCha rounds as people write them: macros, tables, rotations.
precision highp int;
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer B { uint msg[16]; uint sha[16]; uvec4 cha[8]; uint crc[2]; uint md[8]; };
#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define ROTL(x, n) (((x) << n) | ((x) >> (32 - n)))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define QR(a, b, c, d) { a += b; d ^= a; d = ROTL(d, 16); c += d; b ^= c; b = ROTL(b, 12); a += b; d ^= a; d = ROTL(d, 8); c += d; b ^= c; b = ROTL(b, 7); }
#define STEP(f, a, b, c, d, x, t, s) a += f(b, c, d) + x + t; a = ROTL(a, s) + b;
#define F(x, y, z) ((x & y) | (~x & z))
#define G(x, y, z) F(z, x, y)
const uint K[8] = uint[8](0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u);
uint crc32(uint data) { uint c = ~data; for (int i = 0; i < 32; ++i) { c = (c >> 1) ^ (0xedb88320u & uint(-int(c & 1u))); } return ~c; }
void main() {
	uint id = gl_LocalInvocationIndex; uint w[16]; for (int i = 0; i < 16; i++) w[i] = msg[i] ^ (id * 0x9e3779b9u);
	uint h[8] = K, t1, t2;
	for (int r = 0; r < 24; r++) { if (r >= 16) { uint s0 = w[(r + 1) & 15], s1 = w[(r + 14) & 15]; w[r & 15] += (ROTR(s0, 7) ^ ROTR(s0, 18) ^ (s0 >> 3)) + w[(r + 9) & 15] + (ROTR(s1, 17) ^ ROTR(s1, 19) ^ (s1 >> 10)); }
		t1 = h[7] + (ROTR(h[4], 6) ^ ROTR(h[4], 11) ^ ROTR(h[4], 25)) + CH(h[4], h[5], h[6]) + K[r & 7] + w[r & 15]; t2 = (ROTR(h[0], 2) ^ ROTR(h[0], 13) ^ ROTR(h[0], 22)) + MAJ(h[0], h[1], h[2]);
		h[7] = h[6]; h[6] = h[5]; h[5] = h[4]; h[4] = h[3] + t1; h[3] = h[2]; h[2] = h[1]; h[1] = h[0]; h[0] = t1 + t2; }
	for (int i = 0; i < 8; i++) sha[int(id) * 8 + i] = h[i];
	uvec4 s[4] = uvec4[4](uvec4(1634760805u, 857760878u, 2036477234u, 1797285236u), uvec4(w[0], w[1], w[2], w[3]), uvec4(w[4]), uvec4(id)); for (int r = 0; r < 4; r++) { for (int k = 0; k < 4; k++) QR(s[0][k], s[1][k], s[2][k], s[3][k]) for (int k = 0; k < 4; k++) QR(s[0][k], s[1][(k + 1) & 3], s[2][(k + 2) & 3], s[3][(k + 3) % 4]) }
	for (int i = 0; i < 4; i++) cha[int(id) * 4 + i] = s[i]; crc[id] = crc32(w[5]);
	uint a = 1u, b = 2u, c = 3u, d = 4u; STEP(F, a, b, c, d, w[0], 0xd76aa478u, 7) STEP(F, d, a, b, c, w[1], 0xe8c7b756u, 12) STEP(G, c, d, a, b, w[6], 0xc040b340u, 9) STEP(G, b, c, d, a, w[11], 0x265e5a51u, 14) md[id * 4u] = a; md[id * 4u + 1u] = b; md[id * 4u + 2u] = c; md[id * 4u + 3u] = d;
}
