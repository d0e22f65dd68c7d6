// open
// not wgpu-run
struct S { m: mat3x2f, v: vec3i, a: array<vec2u, 3> }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 32>;
@group(0) @binding(1) var<storage> r: array<vec4u>;
@group(0) @binding(2) var<uniform> u: array<vec4u, 3>;
var<private> p: array<u32, 5> = array(1u, 2u, 3u, 4u, 5u);
var<workgroup> w: array<S, 2>;
fn rd(q: ptr<function, array<u32, 3>>, i: i32) -> u32 { return (*q)[i]; }
@compute @workgroup_size(1) fn main(@builtin(num_workgroups) n: vec3u) {
  let big = 1000u * n.x; let neg = -i32(n.x);
  var f = array(7u, 8u, 9u); var v = vec3i(1, 2, 3); var m = mat2x3f(1, 2, 3, 4, 5, 6);
  f[big] = 70u; v[neg] = 20; m[big][neg] = 60.0;
  o[0] = f[0]; o[1] = f[1]; o[2] = f[2]; o[3] = u32(v.x + v.y * 100 + v.z * 10000); o[4] = u32(m[0][0] + m[1][2]); 
  o[5] = rd(&f, neg); o[6] = rd(&f, 2); o[7] = p[big]; p[neg] = 50u; o[8] = p[4];
  w[big].a[neg].x = 3u; w[1].v[big] = 4; o[9] = w[1].a[2].x + u32(w[1].v.z) * 10u;
  o[10] = r[big].x; o[11] = r[neg][big]; o[12] = u[big].y; o[13] = u[1][neg]; o[14] = array(1u, 2u)[big]; o[15] = vec2u(5, 6)[neg]; 
  o[big] = 31u; let q = &w[big]; (*q).m[big] = vec2f(1.0); o[17] = u32(q.m[2].x);
}
