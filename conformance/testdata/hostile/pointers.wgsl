// Pointers to members of what pointers point to, handed on through calls.
requires unrestricted_pointer_parameters;
struct In { v: vec3i, a: array<i32, 4>, m: mat2x2f }
struct Out { i: In, list: array<In, 2>, n: i32 }
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
@group(0) @binding(1) var<storage, read_write> s: Out;
var<private> p: Out;
var<workgroup> w: Out;
fn third(x: ptr<function, i32>, by: i32) -> i32 { *x += by; return *x; }
fn second(x: ptr<function, In>, at: u32) -> i32 { let q = &(*x).a; let r = third(&(*q)[at], 2) + third(&(*x).a[3], 5); (*x).v = vec3i((*x).v.x, (*x).v.zy + r); return r; }
fn first(x: ptr<function, Out>) -> i32 { let e = &(*x).list; var r = second(&(*e)[1], 2u); r += second(&(*x).i, 0u); (*x).n = r; return (*x).list[1].a[2]; }
fn ps(x: ptr<private, In>, at: u32) { let a = &(*x).a[at]; *a = *a * 3 + 1; (*x).m[at & 1u][1] += 2.0; }
fn ss(x: ptr<storage, In, read_write>, at: u32) -> i32 { let a = &(*x).a; (*a)[at] += 7; (*a)[(at + 1u) % 4u] = (*a)[at]; (*x).m[1] = (*x).m[0].yx; return (*x).a[at]; }
fn ws(x: ptr<workgroup, array<In, 2>>, at: u32) -> i32 { (*x)[at].v[at] = 9; let y = &(*x)[at ^ 1u]; (*y).v = (*x)[at].v.zyx; return (*y).v.y; }
fn sum(x: In) -> i32 { return x.v.x + 2 * x.v.y + 3 * x.v.z + x.a[0] + 5 * x.a[1] + 7 * x.a[2] + 11 * x.a[3] + i32(x.m[0].x + x.m[1].y); }
fn sw(x: ptr<function, vec4i>) { let y = x; (*y).x = (*y).w; let z = &(*y); (*z)[2] = (*z)[1] + 1; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var l = Out();
  l.list[id.x + 1u].a[2] = 4;
  l.i.v = vec3i(1, 2, 3);
  o[0] = first(&l);
  o[1] = sum(l.i) * 10 + sum(l.list[1]) + l.n;
  ps(&p.i, 2u); ps(&p.list[id.y], 3u); ps(&p.list[1], id.x);
  o[2] = sum(p.i) + sum(p.list[0]) * 3 + sum(p.list[1]) * 5;
  s.i = l.i; s.list = l.list; s.list[0].a[3] = 8;
  o[3] = ss(&s.list[0], 3u) + ss(&s.i, id.x) + ss(&s.list[id.x + 1u], 1u);
  o[4] = ws(&w.list, id.x) + ws(&w.list, 1u);
  o[5] = sum(w.list[0]) + sum(w.list[1]) * 3;
  var v = vec4i(1, 2, 3, 4); sw(&v); o[6] = v.x * 1000 + v.y * 100 + v.z * 10 + v.w;
  let a = &l.list; let b = &(*a)[0]; let c = &(*b).a; let d = &(*c)[id.x]; *d = 17; { let a = 3; let b = *d + a; o[7] = b; } o[8] = l.list[0].a[0];
}
