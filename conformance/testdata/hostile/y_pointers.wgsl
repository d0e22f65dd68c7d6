@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>; @group(0) @binding(1) var<storage, read_write> g: array<array<vec4<i32>, 3>, 2>; 
@group(0) @binding(2) var<storage, read_write> h: array<vec4<i32>, 3>; var<private> pm: array<array<i32, 3>, 3>; var<workgroup> wg: array<vec2<i32>, 4>; struct N { v: vec3<i32>, a: array<i32, 3>, in: array<I, 2> } struct I { q: vec2<i32>, w: i32 }
fn swap(a: ptr<function, i32>, b: ptr<function, i32>) { let t = *a; *a = *b; *b = t; }
fn row(p: ptr<private, array<i32, 3>>, i: i32) -> i32 { (*p)[i] += i + 1; return (*p)[(i + 1) % 3]; }
fn cell(p: ptr<private, i32>) { *p = *p * 2 + 1; }
fn inner(p: ptr<function, I>, k: i32) -> i32 { let q = &(*p).q; (*q).x += k; *q = (*q).yx; (*p).w ^= k; return (*q).x; }
fn whole(p: ptr<function, N>) -> i32 { let i = &(*p).in[1]; var r = inner(i, 3); r += inner(&(*p).in[0], r); (*p).a[(*i).w & 1] = r; return r; }
fn st(p: ptr<storage, vec4<i32>, read_write>, q: ptr<storage, array<vec4<i32>, 3>, read_write>, i: i32) -> i32 { let t = (*q)[i].x; (*p).y = t + 1; (*q)[i].z = (*p).y * 2; return (*p).y + (*q)[i].x; }
fn wgf(p: ptr<workgroup, vec2<i32>>, d: i32) { (*p).x += d; *p = vec2((*p).y, (*p).x); }
fn rec(p: ptr<function, array<i32, 4>>, a: ptr<function, i32>) -> i32 { *a += 1; let i = *a & 3; (*p)[i] = (*p)[(i + 1) & 3] + *a; return (*p)[i]; }
@compute @workgroup_size(1)
fn main() {
  var k = 0; var x = 3; var y = 4; swap(&x, &y); o[k] = x * 10 + y; k++; var z = array(1, 2, 3, 4); var c = 1; o[k] = rec(&z, &c) + rec(&z, &c) * 10; k++; var z0 = z[0]; swap(&z[c & 3], &z0); z[0] = z0; swap(&z[1], &x); o[k] = z[0] + z[1] * 10 + z[2] * 100 + z[3] * 1000 + x * 10000; k++;
  o[k] = row(&pm[1], 2) + row(&pm[c & 1], 0) * 10; k++; cell(&pm[1][2]); cell(&pm[c & 1][c % 3]); o[k] = pm[0][0] + pm[1][2] * 10 + pm[1][0] * 100 + pm[1][1] * 1000; k++;
  var n = N(vec3(1, 2, 3), array(4, 5, 6), array(I(vec2(7, 8), 9), I(vec2(10, 11), 12))); o[k] = whole(&n); k++; var na = n.a[0]; swap(&n.a[2], &na); n.a[0] = na; let pv = &n.v; (*pv)[c % 3] = 9; let pa = &n.a; for (var i = 0; i < 3; i++) { let e = &(*pa)[i]; *e += i * n.v[i]; if *e > 6 { continue; } *e = 0; } o[k] = n.a[0] + n.a[1] * 10 + n.a[2] * 100 + n.in[1].q.y * 1000; k++;
  g[1][2].x = 5; o[k] = st(&g[0][1], &h, 2); k++; o[k] = g[1][2].z; k++; wg[c & 3] = vec2(1, 2); wgf(&wg[c & 3], 4); wgf(&wg[3], 1); o[k] = wg[c & 3].x * 10 + wg[c & 3].y + wg[3].y * 100; k++;
  let p = &z; let e = &(*p)[c & 3]; c = 0; *e = 77; o[k] = z[0] + z[1] * 3 + z[2] * 5 + z[3] * 7; k++; var i = 0; let el = &z[i]; i = 2; z[i] = 5; *el += z[i]; o[k] = z[0] * 10 + z[2]; k++; var w = z; let pw = &w; w[1] = 4; z = *pw; (*pw)[1] = 6; o[k] = z[1] * 10 + w[1]; k++;
}
