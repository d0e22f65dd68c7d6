#version 450
layout(constant_id = 0) const int A0 = 4; const int A = 4; layout(constant_id = 1) const uint B = 3u; layout(constant_id = 2) const bool C = true; layout(constant_id = 3) const float D = 2.5; layout(constant_id = 10) const int E = -7;
const int F = A * 2 + int(B), G = E / 2 + E % A * 0, H = C ? A : -A; const uint K = B << 2u | 1u, M = uint(E) >> 28; const bool N = A > 3 && !C || B == 3u; vec2 V = vec2(D, D * 2.0); const ivec3 W = ivec3(A, F, H); float Q = C ? D : 1.0;
layout(local_size_x = 4, local_size_y_id = 20) in; layout(std430, binding = 0) buffer O { int o[8][32]; }; shared int sh[A * 4]; struct S { int x[A]; }; int glob[F]; const int table[] = int[](1, 2, 3, 4);
int sum(int a[A]) { int s = 0; for (int i = 0; i < A; i++) s = s * 3 + a[i]; return s; } int sw(int x) { switch (x) { case 4: return A; case 11: return F; } return H; }
void main() {
	uint l = gl_LocalInvocationIndex; int k = 0; int a[A]; for (int i = 0; i < A; ++i) a[i] = i + int(l); sh[l] = sum(a); barrier(); S s; for (int i = 0; i < s.x.length(); i++) s.x[i] = a[A - 1 - i];
#define P(e) o[l][k++] = int(e)
	P(F); P(G); P(H); P(K); P(M); P(N); P(V.y * 4.0); P(W.y + W.z); P(Q * 2.0); P(sh[(l + 1u) & 3u]); P(sh.length()); P(glob.length()); P(sw(A)); P(sw(F)); P(table[A & 3]); P(s.x[1] + s.x[A - 1]); P(a.length()); P(gl_WorkGroupSize.x * 10u + gl_WorkGroupSize.y); if (C) P(1); else P(2); for (uint i = 0u; i < B; i++) { if (i == 1u && C) continue; P(i); } P(D > 2.0 ? A : E); P(int(C) + int(N) * 2); P(bool(A)); P(float(A) * D); P(uint(A) * B); P(abs(E)); 
}
