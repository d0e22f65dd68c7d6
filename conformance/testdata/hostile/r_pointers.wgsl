// not dxc
// There a change of a struct that was copied out of a parameter changes the parameter, too.
struct Leaf { v: vec3i, w: u32 }
struct Node { leaves: array<Leaf, 3>, next: u32, m: mat2x2f }
struct Tree { nodes: array<Node, 4>, root: u32 }
@group(0) @binding(0) var<storage, read_write> tree: Tree;
@group(0) @binding(1) var<storage, read_write> o: array<i32, 64>;
@group(0) @binding(2) var<storage> n: array<u32, 8>;
var<private> spare: Tree;
var<private> at: u32;
var<workgroup> shared_nodes: array<Node, 2>;
fn put(v: i32) { o[at % 64] = v; at++; }
fn next(i: ptr<function, u32>) -> u32 { let old = *i; *i = (old + 1) % 3; return old; }
fn bump(p: ptr<function, Leaf>, by: i32) -> i32 { let old = p.v.y; (*p).v += vec3i(by, 2 * by, old); p.w ^= u32(by); return old; }
fn swap(a: ptr<function, Node>, b: ptr<function, Node>) { let t = *a; *a = *b; *b = t; (*a).next++; }
fn total(p: ptr<function, array<Leaf, 3>>) -> i32 { var s = 0; for (var i = 0; i < 3; i++) { let q = &(*p)[i]; let v = &q.v; s += (*v)[i] + (*v).x; } return s; }
fn deep(p: ptr<private, Tree>, i: u32, j: u32) -> i32 { let leaf = &p.nodes[i & 3].leaves[j % 3]; leaf.v.z += i32(i); (*leaf).v[j % 3] -= 1; return (*leaf).v.z; }
fn both(a: ptr<function, i32>, b: ptr<function, i32>) -> i32 { *a += *b; *b *= 2; return *a - *b; }
fn choose(p: ptr<function, vec4i>, i: u32) { let q = p; (*q)[i & 3] = q.x + 1; let y = p.y; p.y = p.z; p.z = y; }
fn forward(p: ptr<function, Node>, i: ptr<function, u32>) -> i32 {
  let leaves = &p.leaves;
  var copy = (*leaves)[next(i)];
  let r = bump(&copy, 3);
  (*leaves)[next(i)] = copy;
  var all = *leaves;
  return r * total(&all) + (*leaves)[*i].v.x;
}
@compute @workgroup_size(1) fn main() {
  var i = n[0] % 3;
  var k = n[1] & 3;
  // What a pointer points to is decided where it is made.
  let p = &tree.nodes[k].leaves[i];
  let q = &(*p).v;
  k = (k + 1) & 3; i = (i + 1) % 3;
  put((*q).x); *q = vec3i(1, 2, 3); put(p.v.y); (*p).w = 7; put(i32(tree.nodes[(k + 3) & 3].leaves[(i + 2) % 3].w));
  var a = tree.nodes[k]; var b = tree.nodes[(k + 1) & 3];
  swap(&a, &b);
  put(i32(a.next - b.next)); put(forward(&a, &i)); put(i32(i)); put(forward(&b, &i));
  tree.nodes[next(&i)].leaves[next(&i)] = a.leaves[next(&i)];
  put(tree.nodes[0].leaves[1].v.z); put(i32(i));
  spare = tree; spare.nodes[1] = b;
  let half = &spare.nodes[next(&i)];
  let inner = &(*half).leaves;
  (*inner)[2].v = (*inner)[0].v.zxy; put((*half).leaves[2].v.x);
  for (var d = 0u; d < 4; d++) { put(deep(&spare, d, d + i)); }
  var x = i32(n[2] & 255); var y = i32(n[3] & 255);
  put(both(&x, &y)); put(both(&y, &x)); put(x ^ y);
  var v = vec4i(x, y, 3, 4);
  for (var c = 0u; c < 3; c++) { choose(&v, c + n[4]); let e = &v; (*e).w += (*e)[c]; }
  put(v.x); put(v.y); put(v.z); put(v.w);
  let s = &shared_nodes[n[5] & 1];
  *s = a; s.leaves[1].v.y = 99; let col = &s.m[n[6] & 1]; *col = vec2f(5, 6); (*col).y += 1; col.x -= 2;
  put(i32(s.m[n[6] & 1].x) + i32((*s).m[n[6] & 1][1]) * 100); put((*s).leaves[1].v.y);
  var arr = array<array<i32, 4>, 3>();
  for (var r = 0u; r < 3; r++) { let row = &arr[r]; for (var c = 0u; c < 4; c++) { let cell = &(*row)[c]; *cell = i32(r * 10 + c); if c > 1 { *cell += (*row)[c - 2]; } } }
  let copy = arr; let row = &arr[n[7] % 3]; *row = copy[(n[7] + 1) % 3]; (*row)[0] = -1;
  put(arr[0][0]); put(arr[1][0]); put(arr[2][0]); put(copy[n[7] % 3][3]); put((*row)[3]);
  tree.root = spare.nodes[2].next + u32(at);
}
