#version 450
#extension GL_EXT_scalar_block_layout : require
// Nested structs at every layout, with offsets, aligns, row_major inside and outside, arrays of matrices.
layout(local_size_x = 4) in;
struct In { vec3 a; float b; mat2x3 m; vec2 c[2]; };
struct Mid { float x; In s[2]; ivec3 y; };
struct Tiny { float t; };
layout(std140, set = 0, binding = 0) uniform U { Mid mid; layout(row_major) mat3x4 rm; mat4x2 cm[2]; layout(offset = 512) vec2 far; layout(align = 32) float al; Tiny tiny[3]; } u;
layout(std430, set = 0, binding = 1, row_major) buffer B { Mid mid; mat3x4 rm; layout(column_major) mat4x2 cm[2]; layout(offset = 400) vec2 far; layout(align = 64) float al; Tiny tiny[3]; Mid tail[]; } b;
layout(scalar, set = 0, binding = 2) buffer C { float f; vec3 v; Mid mid; layout(row_major) mat2x3 r[2]; Tiny tiny[3]; vec3 tail[]; } c;
layout(std430, set = 0, binding = 3) buffer O { float o[4][64]; };
void main() {
	uint i = gl_LocalInvocationIndex; int k = 0;
#define P(e) o[i][k++] = float(e)
	P(u.mid.x); P(u.mid.s[i & 1].a[i % 3]); P(u.mid.s[1].b); P(u.mid.s[i & 1].m[1][i % 3]); P(u.mid.s[1].c[i & 1].y); P(u.mid.y.z & 255);
	P(u.rm[2][i]); P(u.rm[i % 3].w); P(u.cm[i & 1][i].y); P(u.far.y); P(u.al); P(u.tiny[i % 3].t);
	vec4 q = u.rm * vec3(1, 2, 3); P(q.x); P(dot(q, u.rm[1]));
	P(b.mid.x); P(b.mid.s[i & 1].a[i % 3]); P(b.mid.s[1].b); P(b.mid.s[i & 1].m[1][i % 3]); P(b.mid.s[1].c[i & 1].y); P(b.mid.y.z & 255);
	P(b.rm[2][i]); P(b.cm[i & 1][i].y); P(b.far.y); P(b.al); P(b.tiny[i % 3].t); P(b.tail.length());
	P(b.tail[0].s[i & 1].m[i & 1].z); P(b.tail[0].y.y & 255);
	P(c.f); P(c.v[i % 3]); P(c.mid.s[i & 1].a[i % 3]); P(c.mid.s[1].m[i & 1].y); P(c.mid.y.x & 255); P(c.r[i & 1][1][i % 3]); P(c.tiny[i % 3].t); P(c.tail.length()); P(c.tail[i & 1].z);
	Mid copy = b.mid; copy.s[0] = u.mid.s[1]; copy.s[1].m = mat2x3(copy.s[0].m[1], copy.s[0].m[0]);
	P(copy.s[1].m[0].z); P(copy.s[0].c[1].x); P(copy == b.mid); P(copy.s[0] == u.mid.s[1]);
	In n = c.mid.s[i & 1]; n.m[i & 1] = c.v; P(n.m[0].x + n.m[1].z); mat2x3 t = c.r[i & 1]; t[1].yz = t[0].xy; P(t[1].z);
	memoryBarrierBuffer(); barrier();
	if (i == 0) { c.mid = u.mid; b.rm = u.rm; b.cm[1] = u.cm[0]; c.r[0] = b.mid.s[0].m; c.r[1][1].zx = vec2(3, 4); b.tail[0].s[0] = u.mid.s[0]; b.rm[1].zyx = vec3(7, 8, 9); }
}
