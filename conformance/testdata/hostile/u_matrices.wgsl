// Matrices of every shape in every memory, written by column and element with indices that are not known.
struct Inner { m: mat2x3f, k: f32, }
struct S { a: mat3x3f, b: array<mat4x2f, 2>, c: mat3x2f, d: array<Inner, 2>, e: mat2x4f }
@group(0) @binding(0) var<storage, read_write> o: array<f32, 256>;
@group(0) @binding(1) var<uniform> u: S;
@group(0) @binding(2) var<storage, read_write> s: array<S, 2>;
@group(0) @binding(3) var<storage, read> ix: array<u32, 4>;
var<private> pm: array<mat3x3f, 2>;
var<workgroup> wm: array<mat2x2f, 3>;
fn col(m: ptr<function, mat3x3f>, i: u32, v: vec3f) { (*m)[i] = v; (*m)[i][(i + 1) % 3] += 1; }
fn out3(m: mat3x3f, at: u32) { for (var i = 0u; i < 9; i++) { o[at + i] = m[i / 3][i % 3]; } }
@compute @workgroup_size(1) fn main() {
  let i = ix[0] % 2; let j = ix[1] % 2; let k = ix[2] % 2;
  var m = mat3x3f(1, 2, 3, 4, 5, 6, 7, 8, 9);
  col(&m, i, vec3f(10, 20, 30));
  m[k][j] = m[j][k] * 2; m[i] += m[j]; m[2] = m[1].zxy; _ = m[k].yz;
  out3(m, 0);
  s[i].a = m * 2; s[i].a[j] = vec3f(1); s[i].a[j][k] = 3; s[i].a[k].y -= 5;
  s[j].b[i] = transpose(mat2x4f(1, 2, 3, 4, 5, 6, 7, 8)); s[j].b[i][k][j] += 7; s[j].b[1 - i][3] = vec2f(9);
  s[k].d[i].m[j] = vec3f(1, 2, 3); s[k].d[j].m[i][k] = 5; s[k].d[0] = s[j].d[1]; s[k].d[1].k = 4;
  let p = &s[i].d[j]; (*p).m *= 2; p.k += 1; 
  s[1 - i] = S(mat3x3f(vec3f(1), vec3f(2), vec3f(3)), array(mat4x2f(), mat4x2f(vec2f(1), vec2f(2), vec2f(3), vec2f(4))), mat3x2f(1, 2, 3, 4, 5, 6), array(Inner(mat2x3f(), 3), Inner(mat2x3f(6, 5, 4, 3, 2, 1), 8)), mat2x4f());
  s[1 - i].e[k].w = 8; s[1 - i].e[k][j] = 6;
  pm[i] = m; pm[j][i] = vec3f(5); pm[k][j][i] = 6; pm[1 - j] = pm[i] + pm[j]; out3(pm[0], 10); out3(pm[1], 20);
  wm[i] = mat2x2f(1, 2, 3, 4); wm[2] = wm[i] * wm[i]; wm[1 - i][k] = wm[2][j]; wm[2][k][j] *= 3;
  for (var q = 0u; q < 12; q++) { o[30 + q] = wm[q / 4][q % 4 / 2][q % 2]; }
  let a = vec2f(1, 2) * u.b[i]; let b = u.b[j] * vec4f(1, 2, 3, 4); let c = u.c * u.a[1]; let d = u.a[i] * u.d[j].m; 
  o[50] = a[i]; o[51] = a.w; o[52] = b[i] - b[j] + b.x; o[53] = c.x; o[54] = d.y; o[55] = u.d[i].k + u.d[j].m[k][i];
  let t = transpose(u.d[i].m); let e = t * u.d[j].m; o[56] = e[i][j]; let g = u.d[i].m * t; out3(g, 60);
  o[57] = determinant(mat2x2f(2, 3, 4, 5 + f32(i))); let um = u; o[58] = um.e[i][3] + um.a[j].z; var lm = u.b; lm[i][j] = vec2f(1); o[59] = lm[0][0].x + lm[1][3].y;
  let cm = mat2x2f(1, 2, 3, 4); o[70] = cm[i][j]; o[71] = (cm * 2)[j].x; o[72] = mat2x2f(vec2f(f32(i)), vec2f(2))[j][k];
}
