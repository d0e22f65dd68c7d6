// Structs with matrices that lie in a uniform buffer are changed through pointers.
struct In { m: mat3x3f, k: u32, n: array<mat4x3f, 2> }
struct S { i: In, x: f32 }
@group(0) @binding(0) var<storage, read_write> c: array<f32, 64>;
@group(0) @binding(1) var<uniform> d: S;
var<private> pr: S;
fn load_it(s: ptr<function, S>, i: u32) -> f32 { if i == 7 { return 3.0; } return (*s).i.m[i][2] + s.x; }
fn store_it(s: ptr<function, S>, i: u32) { s.i.m[i][1] = 60.0; s.i.m[1] = vec3f(7, 8, 9); if s.x > 1000.0 { return; } bump(&s.i); s.i.n[1][i].z *= 2.0; }
fn bump(s: ptr<function, In>) { s.m[2][0] += 1.0; s.k += 1; loop { if s.k > 5 { return; } s.k++; s.m[0][s.k % 3] -= 1.0; } }
fn privately(s: ptr<private, S>) { s.i.m[1][2] = 5.0; }
@compute @workgroup_size(1) fn main() {
  var s = d;
  s.i.k &= 3; 
  store_it(&s, 2);
  c[0] = load_it(&s, 1); c[1] = load_it(&s, 7); c[2] = s.i.m[1][2];
  privately(&pr); c[3] = pr.i.m[1][2];
  for (var i = 0; i < 3; i++) { for (var j = 0; j < 3; j++) { c[4 + i * 3 + j] = s.i.m[i][j]; c[14 + i * 3 + j] = s.i.n[1][i][j]; } }
  c[13] = f32(s.i.k);
}
