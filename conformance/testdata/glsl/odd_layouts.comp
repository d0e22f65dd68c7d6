#version 450
// One struct in std140, std430, scalar and row-major blocks, copied between them.
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
struct A { float x; vec3 y; }; struct B { A a[2]; vec2 z; int w; mat2x3 m; int n[3]; };
layout(std140, binding = 0) uniform U1 { float f; B b; bool flags[3]; vec3 last; layout(offset = 400) int tail; } u1;
layout(scalar, binding = 1) buffer S1 { float f; B b; vec3 v3[3]; bool flag; A rest[]; } s1;
layout(std430, binding = 2) buffer S2 { float f; B b[2]; layout(align = 32) vec3 q; float after; bvec3 bv; uint open[]; } s2;
layout(std430, binding = 3) buffer O { float o[100]; int io[32]; };
layout(std430, row_major, binding = 4) readonly buffer R { layout(offset = 16) mat3x2 m; mat2x3 k[2]; int rix; B br; } r;
B pass(B b, inout A a) { b.a[0] = a; a = b.a[1]; a.y.zy = b.z; b.w = 1 - b.w; return b; }
float sumB(B b) { return b.a[0].x + b.a[0].y.z * 2. + b.a[1].y.x * 3. + b.z.y + float(b.w) * 5. + b.m[1][2] + b.m[0][1] * 7. + float(b.n[2]); }
void main() {
  int i = r.rix & 1; int at = 0;
  o[at++] = sumB(u1.b); o[at++] = sumB(s1.b); o[at++] = sumB(s2.b[i]); o[at++] = sumB(r.br);
  B l = pass(u1.b, s1.b.a[i]); o[at++] = sumB(l); s2.b[i] = l; s1.b = s2.b[1 - i]; s2.b[1 - i].a[i] = s1.rest[0]; 
  io[0] = s1.rest.length(); io[1] = s2.open.length(); io[2] = int(u1.flags[1]) + int(u1.flags[i]) * 2; s1.flag = u1.flags[2] || s2.bv[i]; s2.bv.zx = bvec2(true, s1.flag); s2.bv[i] = !s2.bv[2];
  s1.v3[i] = u1.last; s1.v3[i + 1].y = s2.q.z; s2.q = s1.v3[1 - i].zxy; s2.after += 1.; s1.rest[1] = A(4., s1.v3[0]); s1.rest[i + 1].y[i] = 9.;
  o[at++] = r.m[i][1 - i] + r.k[i][1].z; mat3x2 mm = r.m; o[at++] = mm[2].y; o[at++] = (r.k[1] * vec2(1, 2)).z; io[3] = u1.tail; io[4] = u1.b.n[i] + s1.b.n[2]; s2.b[0].n = u1.b.n; s2.b[0].m = r.k[i]; s1.b.m[i] = vec3(5); s1.b.m[1][2 - i]++;
  A rr[2] = A[](s1.rest[0], u1.b.a[1]); rr[i].x = -1.; s1.b.a = rr; o[at++] = float(rr == s1.b.a) + float(rr[0] == rr[1]) * 2.; s2.open[0] = uint(l.w) + uint(s1.b.w) * 2u; io[5] = l == u1.b ? 1 : 0;
}
