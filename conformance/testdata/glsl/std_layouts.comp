#version 450
// Layouts: members with offsets and alignments, row-major parts of column-major blocks,
// structs in both, std140 arrays of scalars, readonly members, and writes to every one.
layout(local_size_x = 1) in;
layout(std140) uniform; layout(std430, row_major) buffer;
struct Part { vec3 a; float b; mat2x3 m; int k[3]; };
layout(std140, binding = 0) uniform Sources { float f; layout(offset = 32) vec2 g; layout(align = 64) vec3 h; float arr[3]; Part p; layout(row_major) mat3x2 r; mat3x2 c; layout(row_major) Part rp[2]; } u;
layout(binding = 1) buffer B { float f; layout(offset = 24) vec2 g; Part p; layout(column_major) mat3x2 c; mat3x2 r; layout(column_major) Part cp[2]; bool flag; bvec3 flags; uvec2 tail[]; } b;
layout(binding = 2, std140, column_major) buffer C { mat4x3 big; layout(row_major) mat4x3 rowed[2]; readonly float fixed_; vec3 triples[2]; float after; } c;
Part twist(Part p) { p.m[1].yz = p.m[0].xy; p.k[p.k[0] & 1] = 5; p.a = p.a.zxy; return p; }
void main() {
	b.f = u.f; b.g = u.g.yx; b.p = u.p; b.c = u.r; b.r = u.c;
	b.cp[0] = u.rp[1]; b.cp[1] = twist(b.cp[0]); b.p.m = u.rp[0].m; b.p.m[1] = u.h; b.p.m[0][2] = u.arr[2];
	b.c[2].y = u.r[1].x; b.r[u.p.k[1] & 1][1] = 4.0; b.r[2] = b.c[0];
	b.flag = u.h.x == u.h.x; b.flags = bvec3(true, b.flag, false); b.tail[b.tail.length() - 1] = uvec2(b.tail.length(), 7);
	c.rowed[0] = c.big; c.rowed[1][3] = c.big[1]; c.big[0] = c.rowed[1][2]; c.rowed[0][u.p.k[2] & 3].y = c.fixed_;
	c.triples[1] = c.triples[0].zyx; c.triples[0][u.p.k[0] & 1] = 3.0; c.after = float(c.triples.length()) + float(u.rp.length());
	mat3x2 t = b.r; t[1] *= 2.0; b.r = t; Part local = b.cp[1]; local.m[0] = local.a; b.cp[0].m = local.m; b.cp[1].k = local.k;
}
