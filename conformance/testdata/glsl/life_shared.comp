#version 450
// workgroups 2
// not wgsl wasm
// Shared memory used several ways: tiles, atomics, flags, reductions, broadcast; barriers in uniform loops.
layout(local_size_x = 4, local_size_y = 4) in; layout(std430, binding = 0) readonly buffer I { uint cells[64]; }; layout(std430, binding = 1) buffer O { uint outc[32]; int sums[32]; uint hist[2][8]; uvec2 mm[2]; };
shared uint tile[6][6]; shared int red[16]; shared uint h[8]; shared uint lo, hi; shared struct { bool done; int n; vec2 v[2]; } st;
uint cell(ivec2 p) { p = p & 7; return cells[p.y * 8 + p.x] >> 3 & 1u; }
void main() {
	ivec2 g = ivec2(gl_GlobalInvocationID.xy), t = ivec2(gl_LocalInvocationID.xy); uint l = gl_LocalInvocationIndex, w = gl_WorkGroupID.x; if (l == 0u) { lo = 0xffffffffu; hi = 0u; st.done = false; st.n = 0; st.v[0] = vec2(1, 2); st.v[1] = st.v[0].yx; } if (l < 8u) h[l] = 0u;
	tile[t.y + 1][t.x + 1] = cell(g); if (t.x == 0) tile[t.y + 1][0] = cell(g - ivec2(1, 0)); if (t.x == 3) tile[t.y + 1][5] = cell(g + ivec2(1, 0)); if (t.y == 0) { tile[0][t.x + 1] = cell(g - ivec2(0, 1)); if (t.x == 0) tile[0][0] = cell(g - 1); else if (t.x == 3) tile[0][5] = cell(g + ivec2(1, -1)); } if (t.y == 3) { tile[5][t.x + 1] = cell(g + ivec2(0, 1)); if (t.x == 0) tile[5][0] = cell(g + ivec2(-1, 1)); else if (t.x == 3) tile[5][5] = cell(g + 1); }
	barrier(); uint c = tile[t.y + 1][t.x + 1];
	for (int gen = 0; gen < 3; gen++) { uint n = 0u; for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++) { if (x == 1 && y == 1) continue; n += tile[t.y + y][t.x + x]; } c = n == 3u || n == 2u && c == 1u ? 1u : 0u; barrier(); tile[t.y + 1][t.x + 1] = c; barrier(); }
	outc[w * 16u + l] = c; atomicAdd(h[l * 3u & 7u], c + 1u); atomicMin(lo, cells[l] >> 4); atomicMax(hi, cells[l + 16u] >> 4); red[l] = int(cells[l + w]) >> 8; barrier(); for (uint s = 8u; s > 0u; s /= 2u) { if (l < s) red[l] = max(red[l], red[l + s]) - 1; barrier(); } sums[w * 16u + l] = red[0]; 
	int guard = 0; while (!st.done) { barrier(); if (l == uint(guard)) { st.n += guard * 10; if (guard > 2) st.done = true; } guard++; barrier(); } sums[w * 16u + l] += st.n + int(st.v[l & 1u].x); if (l < 8u) hist[w][l] = h[l]; if (l == 0u) mm[w] = uvec2(lo, hi);
}
