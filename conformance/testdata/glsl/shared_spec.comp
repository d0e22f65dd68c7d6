#version 450
// workgroups 2
layout(constant_id = 0) const uint N0 = 8; const int N = int(N0); layout(constant_id = 1) const uint M = 3u; layout(constant_id = 2) const bool F = true; layout(constant_id = 3) const float G = 1.5;
layout(local_size_x_id = 0) in; layout(local_size_x = 8) in;
const int D = N * 2 + int(M); const uint SH = M << 2 | 1u;
layout(std430, binding = 0) buffer O { uint o[64]; int p[64]; };
layout(std430, binding = 1) buffer A { uint cnt; int smin; uint umax, bits; int ex; };
struct S { int v; ivec2 w[2]; }; shared S sh[N]; shared int tree[D]; shared uint hist[4]; shared bool flag;
void main() {
	uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
	if (l < 4u) hist[l] = 0u; if (l == 0u) flag = F;
	sh[l].v = int(l) * 3; sh[l].w[l & 1u] = ivec2(l, -int(l)); sh[l].w[1u - (l & 1u)] = ivec2(7);
	for (int i = int(l); i < D; i += N) tree[i] = i * i;
	barrier();
	atomicAdd(hist[(l * 5u) & 3u], l + 1u); S n = sh[(l + 1u) % uint(N)];
	barrier();
	for (int st = N / 2; st > 0; st >>= 1) { if (int(l) < st) tree[l] += tree[int(l) + st]; barrier(); }
	if (l == 0u) flag = tree[0] > 100 && !flag;
	barrier();
	o[g] = hist[l & 3u] + SH + uint(flag); p[g] = n.v + n.w[0].x * 100 + n.w[1].y + tree[0] + tree[D - 1] + int(G * 4.0);
	atomicAdd(cnt, 1u); atomicMin(smin, int(g) - 5); atomicMax(umax, g * 1000u); atomicXor(bits, 1u << g);
	barrier(); memoryBarrierShared();
	p[g + 32u] = D + sh.length() + tree.length();
}
