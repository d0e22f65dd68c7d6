// Constant arrays of arrays, matrices and vectors indexed by what isn't constant.
const t = array<array<vec3i, 3>, 2>(array(vec3i(1, 2, 3), vec3i(4), vec3i(7, 8, 9)), array(vec3i(-1), vec3i(0, 1, 0), vec3i(5, 6, 7)));
const zero = 0u;
const ms = array(mat2x3f(1, 2, 3, 4, 5, 6), mat2x3f(7, 8, 9, 10, 11, 12));
struct K { a: array<i32, 3>, b: vec2f }
const ks = array(K(array(1, 2, 3), vec2f(0.5, 1.5)), K(array(4, 5, 6), vec2f(2, 3)));
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
struct M { a: array<mat3x2f, 2>, m: mat4x4f, n: mat2x4f }
@group(0) @binding(1) var<storage, read_write> m: M;
@group(0) @binding(2) var<uniform> u: M2;
struct M2 { a: array<mat3x4f, 2>, m: mat4x3f, n: mat2x2f }
fn pick(i: u32) -> K { return ks[i]; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let z = id.x;
  for (var i = z; i < 3u; i++) { for (var j = z; j < 2u; j++) {
    o[i * 2u + j] = t[j][i].x + 10 * t[j][2u - i][i] + 100 * vec3i(3, 4, 5)[i] + i32(ms[j][j][i] * 1000) + pick(j).a[i] + i32(ks[j].b[j] * 2) + array(9, 8, 7)[i] + t[1u - j][i][2u - i];
    m.a[j][i][j] = f32(i + j * 4u); m.m[i + 1u][j] += 2.0; m.m[j] = vec4f(1, 2, 3, f32(i)); m.n[j][i] = m.a[j][i][j] + m.m[j][i];
    m.a[j][i].y *= 2.0; let c = &m.m[i]; (*c)[j + 1u] = (*c).x + 1.0; (*c).z = vec2f(4, 5).yx[i & 1u];
    o[20u + i * 2u + j] = i32(u.a[j][i][j + 1u] + u.m[i][j] + u.n[j][j] * 2.0 + (u.a[0] * vec3f(1, 0, f32(i)))[j]);
  } }
  var copy = m; copy.a[z] = copy.a[1] * 2.0; copy.n = transpose(mat4x2f(1, 2, 3, 4, 5, 6, 7, 8)); m.n = copy.n; o[30] = i32(copy.a[z][1][1] + m.n[1][z + 2u] + copy.m[3][3]);
  var v = vec4i(1, 2, 3, 4); v[z + 1u] = 9; v[3] += v[z + 2u]; let q = v.wzyx.yz; o[31] = q[z] * 100 + v.w * 10 + v.y; var b = vec3<bool>(); b[z + 1u] = true; o[32] = select(1, 2, b.y) + i32(any(b)) + select(vec3i(1), vec3i(2), b)[z];
  _ = m.m[z]; _ = t[z]; _ = v; _ = pick(z);
}
