// Structs of arrays of structs: copied, rotated, handed on, indexed where they are made.
struct P { x: i32, y: array<i32, 3> }
struct Q { a: array<P, 2>, v: vec3i, b: P }
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
@group(0) @binding(1) var<storage, read_write> s: array<Q, 2>;
@group(0) @binding(2) var<uniform> ix: vec4u;
var<private> g: Q = Q(array(P(1, array(2, 3, 4)), P(5, array(6, 7, 8))), vec3i(9, 10, 11), P(12, array(13, 14, 15)));
const T = array(P(3, array(1, 4, 1)), P(5, array(9, 2, 6)), P());
const N = array(array(1, 2, 3), array(4, 5, 6));
fn mk(i: i32) -> Q { g.b.x += 1; return Q(array(P(i, array(i, 2, 3)), T[1]), vec3i(i), g.a[0]); }
fn sum(q: Q) -> i32 { var r = q.v.x + q.v.y * 2 + q.v.z * 3 + q.b.x; for (var i = 0; i < 2; i++) { r = r * 3 + q.a[i].x; for (var j = 0; j < 3; j++) { r = r * 3 + q.a[i].y[j] - q.b.y[j]; } } return r; }
fn sel(a: array<P, 2>, i: u32) -> P { return a[i]; }
fn change(q: ptr<private, Q>, r: Q) -> Q { let old = *q; (*q) = r; (*q).a[1] = old.a[0]; q.b = sel(r.a, 1); return old; }
fn two(a: ptr<function, P>, b: ptr<function, array<i32, 3>>) { let t = *a; a.y = *b; *b = t.y; a.x += b[0]; }
@compute @workgroup_size(1) fn main() {
  let i = ix.x % 2; let j = ix.y % 2; let k = ix.z % 3;
  o[0] = T[k].y[i] + N[j][k] * 10; o[1] = mk(3).a[i].y[k]; o[2] = sel(mk(4).a, j).x + g.b.x * 100;
  o[3] = sum(change(&g, mk(7))); o[4] = sum(g);
  s[i] = g; s[j].a = s[1 - j].a; s[i].a[j].y[k] += 3; let copy = s[i]; s[i].a[j] = P(0, array(1, 1, 1)); o[5] = sum(copy); o[6] = sum(s[i]);
  var l = copy; l.a[0] = l.a[1]; l.a[1].y = array(l.a[0].y[2], l.a[0].y[1], l.a[0].y[0]); o[7] = sum(l);
  l = Q(array(l.a[1], l.a[0]), l.v.zxy, P(l.b.y[0], array(l.b.x, l.b.y[2], l.b.y[1]))); o[8] = sum(l);
  var lby = l.b.y; two(&l.a[i], &lby); o[9] = sum(l); 
  var pa = array(P(1, array(2, 3, 4)), P(2, array(3, 4, 5))); var t = pa[0]; pa[0] = pa[1]; pa[1] = t; t.x = 50; o[10] = pa[0].x * 10 + pa[1].x; pa = array(pa[1], pa[0]); o[11] = pa[j].y[k];
  let arr = array(l.v, l.v * 2, vec3i(s[j].v.y)); o[12] = arr[k].z + arr[i][k]; 
  var w = arr; w[k] = w[2 - k]; w[k][i] = 99; w[0].x += w[1].y; o[13] = w[0].x + w[1].y * 3 + w[2].z * 5;
  if all(ix.xy == vec2u(i, j)) { l = mk(1); } else { l.a = copy.a; } o[14] = sum(l);
  var z: Q; o[15] = sum(z); z.a[i].y = N[j]; z = select_q(z, l, o[0] > 3); o[16] = sum(z);
  for (var n = array(0, 1, 0); n[0] < 5; n = array(n[1], n[0] + n[1], n[0])) { o[17 + n[0]] += n[2]; }
  s[0].v = vec3i(s[1].v.x, s[0].v.xy); s[1].v.y = s[0].v[k]; let pv = &s[j].v; (*pv)[k] = 4; pv.x *= 3; *pv = (*pv).zyx; 
}
fn select_q(a: Q, b: Q, c: bool) -> Q { if c { return b; } var r = a; r.v = b.v; return r; }
