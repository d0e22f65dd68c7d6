// not spirv
// Pointers keep the place that they were made for: what the indices were, not what they become; through
// lets, parameters of parameters, columns of matrices, members of elements, in every address space.
struct Leaf { v: vec3f, m: mat3x2f, a: array<u32, 3> }
struct Tree { leaves: array<Leaf, 3>, n: u32 }
@group(0) @binding(0) var<storage, read_write> o: array<f32, 64>;
@group(0) @binding(1) var<storage, read_write> tree: Tree;
@group(0) @binding(2) var<storage, read> key: array<u32, 4>;
@group(0) @binding(3) var<uniform> fixed: Tree;
var<private> held: Tree;
var<private> counter: u32;
var<workgroup> shared_tree: Tree;
fn put(p: ptr<function, vec2f>, i: u32) { (*p)[i & 1] += 3; p.x -= 0.5; }
fn leaf(p: ptr<function, Leaf>, i: u32) -> f32 {
	let col = &p.m[i % 3];
	put(col, i);
	let c = &(*p).a[i % 3];
	*c += 1;
	p.a[(i + 1) % 3] ^= *c;
	return col.x + col[1] + f32(p.a[i % 3] & 7);
}
fn in_private(p: ptr<private, Leaf>, q: ptr<private, u32>) -> u32 { *q += 1; p.a[*q % 3] = *q; *q += p.a[(*q + 2) % 3] & 3; return *q; }
fn in_storage(p: ptr<storage, Leaf, read_write>, i: u32) -> f32 { p.v[i % 3] = 4; p.m[i % 3][i & 1] = p.v.z; return p.m[2].y; }
fn in_uniform(p: ptr<uniform, Leaf>, i: u32) -> f32 { return p.v[i % 3] + p.m[i % 3][i & 1] + f32(p.a[i % 3] & 255); }
fn in_shared(p: ptr<workgroup, Leaf>, i: u32) -> f32 { p.v = vec3f(f32(i)); p.m[1] *= 2; let c = &p.m[i % 3]; *c += vec2(1, 2); return p.m[i % 3].y; }
@compute @workgroup_size(1)
fn main() {
	var i = key[0] % 3;
	var local = tree;
	let p = &local.leaves[i];
	let q = &p.m[i];
	let r = &(*q);
	let cell = &p.a[i];
	i = (i + 1) % 3;
	*cell = 77;
	(*r).y = 5;
	q.x = 6;
	o[0] = leaf(p, i);
	o[1] = leaf(&local.leaves[i], i + 1);
	o[2] = f32(local.leaves[(i + 2) % 3].a[(i + 2) % 3] & 0xff);
	held = local;
	o[3] = f32(in_private(&held.leaves[i], &counter) & 0xff);
	o[4] = in_storage(&tree.leaves[i], i + 1);
	o[5] = in_uniform(&fixed.leaves[i], i + 2);
	shared_tree = local;
	o[6] = in_shared(&shared_tree.leaves[i], i);
	let whole = &shared_tree;
	let some = &(*whole).leaves[i];
	i += 1;
	some.v.y = 9;
	o[7] = shared_tree.leaves[i - 1].v.y;
	for (var k = 0u; k < 3; k++) {
		let l = &local.leaves[k];
		for (var c = 0u; c < 3; c++) {
			let column = &l.m[c];
			if c == 1 { continue; }
			(*column) = column.yx;
			o[8 + k * 6 + c * 2] = column.x;
			o[9 + k * 6 + c * 2] = (*l).m[c].y;
		}
	}
	for (var k = 0u; k < 3; k++) { o[40 + k] = f32(held.leaves[k].a[0] & 0xff) + held.leaves[k].v.x; o[44 + k] = f32(held.leaves[k].a[2] & 0xff); }
}
