// not tint-run spirv dxc
// Members of every kind of matrix, behind each other and in arrays, where strides and tails differ:
// a scalar in the tail of a vector, columns of two, structs in arrays with sizes and alignments of their own.
struct In { a: vec3f, t: f32, m: mat2x3f, u: f32, n: array<mat3x2f, 2>, w: vec3u, x: u32, e: array<vec3i, 2> }
struct Out { @align(32) i: In, @size(32) s: f32, q: array<In, 2>, @align(16) z: vec2f, y: array<mat4x2f, 2>, g: array<array<vec2f, 2>, 2> }
@group(0) @binding(0) var<storage, read_write> o: array<f32, 96>;
@group(0) @binding(1) var<storage, read_write> s: Out;
@group(0) @binding(2) var<storage, read> r: array<Out, 2>;
@group(0) @binding(3) var<storage, read> key: array<u32, 4>;
struct UIn { a: vec3f, t: f32, m: mat2x3f, u: f32, @align(16) n: array<mat3x2f, 2>, w: vec3u, x: u32, @align(16) e: array<vec3i, 2> }
struct UOut { @align(16) i: UIn, @align(16) @size(48) s: f32, @align(16) q: array<UIn, 2>, @align(16) z: vec2f, @align(16) y: array<mat4x2f, 2> }
@group(0) @binding(4) var<uniform> uni: UOut;
fn sum(i: In, k: u32) -> f32 {
	return i.a[k % 3] + i.t + i.m[k & 1][k % 3] + i.u + i.n[k & 1][k % 3].y + f32(i.w[k % 3] & 15) + f32(i.x & 15) + f32(i.e[k & 1][k % 3] & 15);
}
fn usum(i: UIn, k: u32) -> f32 {
	return i.a[k % 3] + i.t + i.m[k & 1][k % 3] + i.u + i.n[k & 1][k % 3].y + f32(i.w[k % 3] & 15) + f32(i.x & 15) + f32(i.e[k & 1][k % 3] & 15);
}
@compute @workgroup_size(1)
fn main() {
	var at = 0u;
	for (var k = 0u; k < 6; k++) {
		let j = (key[0] + k) & 1;
		o[at] = sum(s.i, k);
		o[at + 1] = sum(s.q[j], k);
		o[at + 2] = sum(r[j].q[k & 1], k);
		o[at + 3] = r[j].y[k & 1][k & 3][k & 1] + r[j].z[k & 1] + r[j].s + r[j].g[k & 1][j].y;
		o[at + 4] = usum(uni.i, k);
		o[at + 5] = usum(uni.q[j], k) + uni.s;
		o[at + 6] = uni.y[j][k & 3][k & 1] + uni.z[k & 1];
		at += 7;
	}
	let j = key[1] & 1;
	s.q[j].m = transpose(mat3x2f(1, 2, 3, 4, 5, 6));
	s.q[j].m[1][key[2] % 3] = 9;
	s.q[1 - j].n[j] = s.q[j].n[1 - j];
	s.q[1 - j].a = vec3f(1, 2, 3);
	s.i.w = vec3u(7);
	s.i = s.q[j];
	s.y[j][key[3] & 3] = vec2f(8, 9);
	s.y[1 - j] = s.y[j];
	s.q[0] = r[1].i;
	s.g[j] = r[j].g[1 - j];
	for (var k = 0u; k < 6; k++) { o[60 + k] = sum(s.i, k) + sum(s.q[k & 1], k + 1); }
}
