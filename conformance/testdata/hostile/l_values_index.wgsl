@group(0) @binding(0) var<storage, read_write> o: array<u32, 128>;
@group(0) @binding(1) var<storage> in: array<vec4u, 16>;
struct P { m: mat2x3f, a: array<array<u32, 3>, 2>, b: vec3<bool> }
const T = array<vec3u, 4>(vec3u(1, 2, 3), vec3u(4, 5, 6), vec3u(7, 8, 9), vec3u(10, 11, 12));
const Q = array(array(1u, 2u), array(3u, 4u), array(5u, 6u));
fn mk(x: u32) -> P { return P(mat2x3f(1, 2, 3, 4, 5, 6) * f32(x), array<array<u32, 3>, 2>(array(x, x + 1u, x + 2u), array(7u, 8u, 9u)), vec3<bool>(x > 1u, x > 2u, false)); }
fn tab(i: u32) -> array<u32, 5> { return array(i, i * 2u, i * 3u, i * 4u, i * 5u); }
@compute @workgroup_size(4) fn main(@builtin(local_invocation_id) id: vec3u) {
  let i = id.x;
  let b = i * 16u;
  o[b] = array(5u, 6u, 7u, 8u)[i];
  o[b + 1u] = tab(i + 1u)[i + 1u];
  o[b + 2u] = u32(mk(i).m[i & 1u][i % 3u]);
  o[b + 3u] = mk(i).a[i & 1u][(i + 1u) % 3u];
  o[b + 4u] = u32(mk(i).b[i % 3u]);
  o[b + 5u] = T[i][(i + 2u) % 3u];
  o[b + 6u] = Q[i % 3u][i & 1u];
  o[b + 7u] = vec4u(9, 8, 7, 6)[i];
  o[b + 8u] = u32(mat4x2f(1, 2, 3, 4, 5, 6, 7, 8)[i][i & 1u]);
  let v = in[i % 16u];
  o[b + 9u] = v[i] + v.wzyx[i] + (v.xy + v.zw)[i & 1u];
  let whole = tab(v.x & 7u);
  var copy = whole;
  copy[i] = 77u;
  let again = copy;
  copy[(i + 1u) % 5u] = again[i] + whole[i];
  o[b + 10u] = copy[(i + 1u) % 5u] + again[(i + 1u) % 5u];
  var m = transpose(mk(2u).m);
  m[i % 3u] = m[(i + 1u) % 3u].yx;
  m[i % 3u][i & 1u] += 100.0;
  o[b + 11u] = u32(m[0].x + m[1].y * 3 + m[2].x * 5);
  o[b + 12u] = u32(all(mk(i).b.xy)) + 2u * u32(any(!mk(i).b));
  let sel = select(T[0], T[3], mk(i).b);
  o[b + 13u] = sel.x * 100u + sel.y * 10u + sel.z;
  var vb = vec4<bool>();
  vb[i] = true;
  vb[(i + 2u) & 3u] = !vb[i] || vb.x;
  o[b + 14u] = dot(select(vec4u(), vec4u(1, 2, 4, 8), vb), vec4u(1));
  o[b + 15u] = u32((array<bool, 4>(true, false, false, true))[i]);
}
