#version 450
// Arrays of arrays of structs with arrays, whole copies, comparisons, as results and
// parameters, dynamic indices, lengths of parts, initializer lists, blocks in arrays.
layout(local_size_x = 2) in;
struct Cell { int tags[3]; vec2 pos[2][2]; };
struct Grid { Cell cells[2][3]; float w[4]; };
layout(std430, binding = 0) buffer G { Grid grids[2]; Grid last; };
layout(std430, binding = 2) buffer Out { int n; float v[64]; int k[64]; } outs[2];
layout(std140, binding = 4) uniform Params { vec3 offset; float scale[3]; mat2 m[2]; } params[2];
Cell make(int s) { return Cell(int[](s, s + 1, s + 2), vec2[2][2](vec2[](vec2(s), vec2(s, 1)), vec2[](vec2(2, s), vec2(3)))); }
Cell[2][3] all6(int s) { Cell c[2][3]; for (int i = 0; i < c.length(); i++) for (int j = 0; j < c[i].length(); j++) c[i][j] = make(s + i * 10 + j); return c; }
float total(Cell c[2][3]) { float t = 0.0; for (int i = 0; i < 6; i++) { c[i / 3][i % 3].tags[0] *= 2; t += float(c[i / 3][i % 3].tags[i % 3]) + c[i / 3][i % 3].pos[i & 1][i >> 1 & 1].x; } return t; }
int[2] swapped(int a[2]) { return int[2](a[1], a[0]); }
int sumRow(int a[2][3], int row) { int s = 0; for (int i = 0; i < a[row].length(); ++i) s += a[row][i]; return s; }
void scale(inout Cell c[3], float k) { for (int i = 0; i < 3; ++i) for (int j = 0; j < 2; ++j) c[i].pos[j][1] *= k; c[1] = c[0]; }
void main() {
	uint me = gl_LocalInvocationIndex; int s = int(me) * 100;
	#define OUT outs[1].v[n++ * 2 + int(me)]
	#define OUTI outs[1].k[m++ * 2 + int(me)]
	int n = 0, m = 0;
	Grid g; g.cells = all6(s); for (int i = 0; i < 4; ++i) g.w[i] = float(i) + 0.5;
	OUT = total(g.cells); OUTI = g.cells[1][2].tags[0];
	scale(g.cells[1], 3.0); OUT = g.cells[1][1].pos[0][1].x; OUT = g.cells[1][2].pos[1][1].y;
	Grid h = g; OUTI = int(h == g); h.cells[0][1].pos[1][0].y += 1.0; OUTI = int(h == g); OUTI = int(h.cells[1] == g.cells[1]); OUTI = int(h.cells[0] != g.cells[0]);
	grids[me] = h; grids[me].cells[0] = g.cells[1]; grids[me].cells[1][me].tags = int[3](7, 8, 9);
	OUTI = grids[me].cells[0][2].tags[1]; OUTI = grids[me].cells[1][me].tags[2]; OUT = grids[me].w[me + 1u];
	if (me == 0u) last = grids[me]; barrier();
	Cell c = grids[me].cells[me][2 - me]; OUT = c.pos[1][me].y;
	int lit[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; OUTI = sumRow(lit, int(me)); OUTI = swapped(int[2](3, 4))[me]; OUTI = swapped(swapped(int[](5, 6)))[0];
	lit[0] = lit[1]; lit[1][me] = 50; OUTI = sumRow(lit, 0) + sumRow(lit, 1) * 100;
	Cell lc = { { 1, 2, 3 }, { { vec2(1), vec2(2) }, { vec2(3), { 4, 5 } } } }; OUT = lc.pos[1][me].y; OUTI = lit.length() * 10 + lit[0].length() + lc.pos[0].length() * 100;
	float[2][2] ff = float[2][2](float[2](1, 2), float[2](3, 4)); float ft[2] = ff[1 - me]; OUT = ft[me]; vec4 arr2[] = vec4[](vec4(1), vec4(2), vec4(3)); arr2[me].zw = arr2[2].xy * 2.0; OUT = arr2[me].w; OUTI = arr2.length();
	OUTI = outs.length() + params.length() * 10 + grids.length() * 100;
	if (me == 1u) { outs[0].n = outs[1].k.length(); vec3 o = params[1].offset; outs[0].k[0] = int(o == params[1].offset); outs[0].k[1] = int(params[0].m[1][0].y == params[0].m[1][0][1]); outs[0].k[2] = int(params[0].scale[2] == params[0].scale[n - n + 2]); }
}
