#version 450 core
// Up-sweep and down-sweep with padding against bank conflicts, by macros.
#define LOG_N 7
#define N (1 << LOG_N)
#define BANKS 16
#define PAD(i) ((i) + ((i) >> 4) + ((i) >> 8))
#define SYNC memoryBarrierShared(); barrier()
layout(local_size_x = N / 2) in;
layout(binding = 0, std430) buffer Data { ivec2 data[N]; int sums[]; };
shared ivec2 tile[PAD(N) + 1];
void main() {
	const uint id = gl_LocalInvocationID.x;
	uint ai = id, bi = id + N / 2u, off = 1u;
	tile[PAD(ai)] = data[ai] & 0xffff; tile[PAD(bi)] = data[bi] & 0xffff;
	for (int d = N >> 1; d > 0; d >>= 1, off <<= 1) {
		SYNC;
		if (id < uint(d)) {
			uint a = off * (2u * id + 1u) - 1u, b = off * (2u * id + 2u) - 1u;
			a = PAD(a); b = PAD(b);
			tile[b] += tile[a];
		}
	}
	if (id == 0u) { sums[0] = tile[PAD(N - 1)].x; tile[PAD(N - 1)] = ivec2(0); }
	for (int d = 1; d < N; d *= 2) {
		off >>= 1u;
		SYNC;
		if (id < d) {
			uint a = PAD(off * (2u * id + 1u) - 1u), b = PAD(off * (2u * id + 2u) - 1u);
			ivec2 t = tile[a]; tile[a] = tile[b]; tile[b] += t;
		}
	}
	SYNC;
	data[ai] = tile[PAD(ai)], data[bi] = tile[PAD(bi)];
}
