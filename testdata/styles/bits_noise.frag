#version 430
in vec2 uv;
flat in uvec4 seed;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec2 ids;
layout(location = 2) out ivec4 more;
uniform usampler2D table;
uniform isampler2DArray layers;
const uint K[4] = uint[4](0x9E3779B9u, 0x85EBCA6Bu, 0xC2B2AE35u, 0x27D4EB2Fu);
const int perm[2][3] = int[2][3](int[3](0, 1, 2), int[3](2, 0, 1));
uint pcg(inout uint s) { s = s * 747796405u + 2891336453u; uint w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u; return (w >> 22u) ^ w; }
uint rotl(uint x, int k) { return (x << k) | (x >> (32 - k)); }
uvec3 pcg3d(uvec3 v) { v = v * 1664525u + 1013904223u; v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y; v ^= v >> 16u; v.x += v.y*v.z; return v; }
float unit(uint x) { return uintBitsToFloat(0x3f800000u | (x >> 9)) - 1.0; }
int gray(int n) { return n ^ (n >> 1); }
void swap(inout float a, inout float b) { float t = a; a = b; b = t; }
void main() {
	uint s = seed.x ^ floatBitsToUint(uv.x);
	uint h = 0u;
	int i = 0;
	do {
		h ^= rotl(pcg(s), i * 7 & 31) * K[i & 3];
		if ((h & 1u) == 0u) continue;
		h += texelFetch(table, ivec2(h % 64u, 0), 0).x;
	} while (++i < 5);
	float a[3] = float[](unit(h), unit(h * 3u), unit(~h));
	for (int x = 0, y = 2; x < y; x++, --y) if (a[x] > a[y]) swap(a[x], a[y]);
	int n = 0;
	a[n++] += float(gray(i)), a[n] *= 2.0, a[perm[1][n]] -= .25;
	uvec3 p = pcg3d(uvec3(gl_FragCoord.xy, seed.w));
	more = texelFetch(layers, ivec3(p & 3u), 0) + ivec4(-1 >> 1, 7 / -2, -7 % 3 + n, ~0);
	ids = p.xy & 0xFFFFu;
	color = vec4(a[0], a[1], a[2], n == 1 ? 1.0 : (h > 5u ? .5 : unit(p.z)));
	color.bgr = color.rgb;
	color[i & 3] = 1.0;
}
