// Workgroup memory whose first stores are constants: vectors and matrices that are indexed, structs with arrays.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 32>;
@group(0) @binding(1) var<storage, read> key: array<u32, 4>;
struct A { a: array<i32, 4> }
struct V { v: vec4i, n: i32 }
struct N { a: A, v: V, m: mat2x2f }
var<workgroup> v: vec4i;
var<workgroup> m: mat4x4f;
var<workgroup> a: A;
var<workgroup> s: V;
var<workgroup> n: N;
var<workgroup> k: vec4i; // never indexed
var<workgroup> zero: vec4i; // never stored
var<workgroup> c: atomic<u32>;
@compute @workgroup_size(1)
fn main() {
	let i = key[0] & 1;
	v = vec4i(-24);
	m = mat4x4f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
	a.a = array(5, 6, 7, 8);
	s.v = vec4i(9, 10, 11, 12);
	s.n = 13;
	k = vec4i(1, 2, 3, 4);
	atomicStore(&c, 5);
	n.v.v[2] = 3;
	workgroupBarrier();
	o[0] = v[i];
	v[i + 1] = i32(key[1] & 255);
	o[1] = i32(m[i][i + 1]);
	m[i][i] = f32(key[2] & 255);
	o[2] = a.a[i + 1];
	a.a[i] += 3;
	o[3] = s.v[i + 2] + s.n;
	s.v[i + 1] -= 7;
	n.m[i][1 - i] += 4;
	n.a.a[i + 2] = 8;
	n.v.v[i + 1]++;
	workgroupBarrier();
	for (var j = 0; j < 4; j++) {
		o[4 + j] = v[j] ^ i32(m[j][3 - j]);
		o[8 + j] = a.a[j] * s.v[j] + k[j];
		o[12 + j] = n.a.a[j] * 100 + n.v.v[j] * 10 + i32(n.m[j & 1][j >> 1]) + zero[j];
	}
	o[16] = i32(atomicAdd(&c, 2)) + n.v.n;
}
