struct Node { v: vec4i, kids: array<i32, 4>, w: mat2x2f }
var<private> pool: array<Node, 4>;
var<workgroup> shared_: array<Node, 2>;
@group(0) @binding(0) var<storage, read_write> g: array<Node, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<i32, 128>;
fn leaf(p: ptr<function, i32>) -> i32 { *p += 3; return *p; }
fn arr(p: ptr<function, array<i32, 4>>, i: u32) -> i32 { let q = &(*p)[i]; *q *= 2; return leaf(&(*p)[(i + 1u) & 3u]) + *q; }
fn node(p: ptr<function, Node>, i: u32) -> i32 { let k = &p.kids; let a = arr(k, i); p.v[i] = a; return a + k[i]; }
fn pnode(p: ptr<private, Node>) -> i32 { let v = &p.v; (*v).x += 1; v[2] -= (*v).x; return (*v).z; }
fn snode(p: ptr<storage, Node, read_write>, i: u32) -> i32 { p.kids[i] = p.kids[(i + 1u) & 3u]; return sarr(&p.kids, i); }
fn sarr(p: ptr<storage, array<i32, 4>, read_write>, i: u32) -> i32 { let e = &p[i]; *e ^= 5; return *e; }
fn wnode(p: ptr<workgroup, Node>, i: u32) { p.v = vec4i(i32(i)); p.kids[i] = 9; p.w[1].x = 2.0; }
fn two(a: ptr<function, i32>, b: ptr<function, i32>) { let t = *a; *a = *b; *b = t; }
@compute @workgroup_size(1) fn main() {
  var n = Node(vec4i(1, 2, 3, 4), array(5, 6, 7, 8), mat2x2f());
  var m = array<Node, 2>(n, Node());
  for (var i = 0u; i < 4u; i++) { o[i] = node(&n, i) + node(&m[i & 1u], 3u - i); }
  for (var i = 0u; i < 4u; i++) { o[4u + i] = pnode(&pool[i & 1u]); }
  for (var i = 0u; i < 4u; i++) { o[8u + i] = snode(&g[i], (i * 3u) & 3u); }
  wnode(&shared_[0], 1u); wnode(&shared_[1], 2u);
  o[12] = shared_[0].v.x + shared_[1].kids[2] * 10 + i32(shared_[0].w[1].x) * 100;
  for (var i = 0; i < 3; i++) { two(&m[0].kids[i], &n.kids[3 - i]); var h = n; two(&h.kids[0], &n.kids[i + 1]); }
  for (var i = 0; i < 4; i++) { o[13 + i] = n.kids[i]; o[17 + i] = m[0].kids[i] * 100 + m[1].kids[i]; o[21 + i] = n.v[i]; }
}
