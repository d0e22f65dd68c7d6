#version 310 es
// loose 1e-3
// A Stockham FFT as ES compute shaders have it: ping and pong by index, complex numbers as
// vec2, constants of precision.
precision highp float;
precision highp int;
layout(local_size_x = 16, local_size_y = 1, local_size_z = 1) in;
layout(std430, binding = 0) buffer In { vec2 v[32]; } src;
layout(std430, binding = 1) buffer Out { vec2 v[32]; float power[]; } dst;
const float TAU = 6.28318530717958647692;
shared vec2 work[2][32];
vec2 cmul(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
vec2 expi(float t) { return vec2(cos(t), sin(t)); }
void butterfly(inout vec2 a, inout vec2 b, vec2 w) { vec2 t = b; b = (a - t); a += t; b = cmul(b, w); }
void main() {
	int id = int(gl_LocalInvocationID.x);
	for (int i = 0; i < 2; i++) work[0][id + i * 16] = clamp(src.v[id + i * 16], vec2(-8.0), vec2(8.0));
	barrier();
	int ping = 0;
	for (int n = 32, s = 1; n > 1; n >>= 1, s <<= 1, ping ^= 1) {
		int m = n / 2, p = id / s, q = id - p * s;
		vec2 a = work[ping][q + s * p], b = work[ping][q + s * (p + m)];
		butterfly(a, b, expi(-TAU * float(p) / float(n)));
		work[1 - ping][q + s * (2 * p)] = a;
		work[1 - ping][q + s * (2 * p + 1)] = b;
		memoryBarrierShared();
		barrier();
	}
	for (int i = id; i < 32; i += int(gl_WorkGroupSize.x)) {
		dst.v[i] = work[ping][i];
	}
	if (id == 0 && dst.power.length() > 0) dst.power[0] = length(work[ping][0]);
}
