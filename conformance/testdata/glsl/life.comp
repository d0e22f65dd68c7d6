#version 320 es
// Cells in ES 3.20: images with precision, atomics on shared and buffers, several blocks.
precision highp float; precision highp int; precision highp uimage2D;
layout(local_size_x = 4, local_size_y = 4) in;
layout(r32ui, binding = 0) readonly uniform highp uimage2D now; layout(r32ui, binding = 1) writeonly uniform highp uimage2D then;
layout(std430, binding = 2) buffer Stats { uint alive; uint born; int delta; uint rows[4]; } stats;
layout(std140, binding = 3) uniform Rule { uvec2 birth; bool wrap; ivec4 table[3]; } rule;
shared uint grid[6][6]; shared uint counts[2];
uint cell(ivec2 p) { ivec2 s = imageSize(now); p = (p + s * 4) % s; return imageLoad(now, p).x & 1u; }
void main() {
	ivec2 l = ivec2(gl_LocalInvocationID.xy), g = ivec2(gl_GlobalInvocationID.xy);
	if (gl_LocalInvocationIndex < 2u) counts[gl_LocalInvocationIndex] = 0u;
	if (gl_LocalInvocationIndex == 0u) { stats.alive = 0u; stats.born = 0u; stats.delta = 0; }
	grid[l.y + 1][l.x + 1] = cell(g);
	if (l.x == 0) { grid[l.y + 1][0] = cell(g - ivec2(1, 0)); grid[l.y + 1][5] = cell(g + ivec2(4, 0)); }
	if (l.y == 0) { grid[0][l.x + 1] = cell(g - ivec2(0, 1)); grid[5][l.x + 1] = cell(g + ivec2(0, 4)); }
	if (l == ivec2(0)) for (int i = 0; i < 4; i++) { ivec2 c = ivec2(i & 1, i >> 1) * 5; grid[c.y][c.x] = cell(g + c - 1); }
	memoryBarrierBuffer(); barrier();
	uint n = 0u; for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++) if (x != 1 || y != 1) n += grid[l.y + y][l.x + x];
	uint was = grid[l.y + 1][l.x + 1], is = n == 3u || was == 1u && n == 2u ? 1u : 0u;
	if (rule.wrap && n > 20u) is = uint(rule.table[1].y);
	atomicAdd(counts[is], 1u); if (is > was) atomicAdd(stats.born, 1u); atomicAdd(stats.delta, int(is) - int(was));
	memoryBarrierShared(); barrier();
	if (l.x == 0) { uint r = 0u; for (int x = 1; x < 5; x++) r = r << 1 | grid[l.y + 1][x]; stats.rows[l.y] = r; }
	if (l == ivec2(0)) { stats.alive = counts[1]; imageStore(then, ivec2(0), uvec4(counts[0], 0u, 0u, 1u)); }
}
