#version 460
// Arrays of arrays of blocks: one array of as many as there are, the last index the
// fastest.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { uint n[32]; };
layout(std430, binding = 1) buffer B { uint a, list[4]; } b[2][3];
layout(std140, binding = 7) uniform U { vec4 v; } u[2][1][2];
layout(std140, binding = 17) uniform P { layout(offset = 20) uint late; layout(offset = 64) uint last; } p[2][1];
layout(std430, binding = 12) buffer E { layout(offset = 16) uint late; } e[2][2];
const int third = 2;
void fill(uint i, inout uint k) { k = 100u * i + b[i][third].a; }
void main() {
	uint at = 0u;
	for (uint i = 0u; i < 2u; i++)
		for (uint j = 0u; j < 3u; j++) {
			b[i][j].a = i * 10u + j;
			b[i][j].list[i + j] = at++;
		}
	for (int i = 0; i < 6; i++) n[i] = b[i / 3][i % 3].a;
	n[6] = uint(b.length()) * 100u + uint(b[1].length()) * 10u + uint(b[0][1].list.length());
	n[7] = b[1][2].list[3]++;
	n[8] = b[1][2].list[3];
	fill(1u, b[0][1].list[0]);
	n[9] = b[0][1].list[0];
	n[10] = uint(u[1][0][1].v.x) + uint(u[n[0]][0][0].v.y);
	e[1][0].late = 7u;
	e[0][n[1]].late = 9u;
	n[11] = e[0][1].late + e[1][0].late * 10u + e[1][1].late * 100u;
	atomicAdd(b[n[1]][n[0]].a, 5u);
	n[12] = b[1][0].a;
	n[14] = p[n[0]][0].late + p[n[1]][0].last;
	n[13] = uint(u.length()) * 100u + uint(u[0].length()) * 10u + uint(u[1][0].length());
}
