#version 460
// Blocks with and without names, arrays of blocks, members called alike, references through parameters; unsized arrays; readonly.
layout(local_size_x = 2) in;
struct Q4 { vec2 d; float e; }; struct Inst { mat4 m; uvec2 id; float w[3]; };
layout(std140) uniform; layout(std430) buffer; layout(row_major) uniform;
layout(binding = 0) uniform Cam { mat4 view; mat3 nrm; vec3 eye; float near; mat2x4 odd[2]; };
layout(binding = 1) uniform Arr { vec4 v; float w; ivec2 z[2]; } arr[2];
layout(binding = 3) buffer Sb { int count; Inst inst[]; } sb[2];
layout(binding = 5, column_major) readonly buffer Ro { mat2x3 cm; layout(row_major) mat2x3 rm; vec3 tail[]; };
layout(binding = 6) buffer O { float o[2][64]; uint p[2][16]; };
layout(binding = 7) coherent volatile buffer Vo { uint vo; uint vos[3]; };
layout(binding = 8, std140) buffer S140 { float a[3]; vec3 b; float c; Q4 q[2]; mat3x2 m; } s140;
float sumw(Inst i) { return i.w[0] + i.w[1] * 2. + i.w[2] * 3. + i.m[1][2] * 5. + float(i.id.y & 255u); } 
void main() {
	uint l = gl_LocalInvocationIndex; int k = 0, q = 0; int n = int(l);
#define P(x) o[l][k++] = float(x)
	P(view[n][2]); P((view * vec4(1, 2, 3, 4)).y); P(nrm[2][n]); P((eye * nrm).x); P(near); P(odd[n][1].z); P(odd[1 - n][n][3]); P(arr[0].v[n]); P(arr[1].w); P(arr[1].z[n].y & 255); P(sumw(sb[0].inst[n])); P(sumw(sb[1].inst[0])); P(sb[0].inst.length() + sb[1].inst.length() * 10); P(cm[1][n]); P(rm[n].z); P((cm - rm)[n].y); P(tail.length()); P(tail[n].y); P(tail[tail.length() - 1][n + 1]);
	P(s140.a[n + 1]); P(s140.b[n]); P(s140.c); P(s140.q[n].d.y); P(s140.q[1].e); P(s140.m[n + 1][n]); Inst t = sb[n].inst[1 - n]; t.m[2] = view[1]; t.w[n] = 4.; t.id.yx = uvec2(n); P(sumw(t)); P(t.m == sb[n].inst[1 - n].m); mat4 vv = view; vv[n] = vec4(n); P(vv[1][0] + vv[0][0]);
	memoryBarrierBuffer(); barrier(); if (l == 1u) { sb[1].inst[0] = t; sb[0].inst[1].m = view; sb[0].count = 3; s140.a[1] = 2.; s140.q[0] = s140.q[1]; s140.m[1] = vec2(5, 6); s140.b.zx = vec2(7, 8); vo = 3u; vos[1] += 2u; vo++; sb[0].inst[0].m[2].zw = vec2(1, 2); sb[1].inst[1].w[2]++; }
}
