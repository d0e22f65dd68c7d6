@group(0) @binding(0) var<storage> input: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f, 64>;
struct Frame { basis: mat3x3f, origin: vec3f, weights: array<f32, 3> }
fn q(x: u32) -> f32 { return f32(i32(x & 31u) - 16) * 0.25; }
fn frame(i: u32) -> Frame {
  var f: Frame;
  for (var c = 0u; c < 3u; c++) {
    for (var r = 0u; r < 3u; r++) { f.basis[c][r] = q(input[(i + c * 3u + r) & 63u]); }
    f.origin[c] = q(input[(i * 5u + c) & 63u]);
    f.weights[c] = f32(c) + 0.5;
  }
  f.basis[1] = f.basis[1] * 2.0;
  return f;
}
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  let f = frame(i);
  var g = f;
  g.basis = mat3x3f(f.basis[2], f.basis[0], f.basis[1]);
  g.basis[i % 3u].y = 8.0;
  var t = transpose(g.basis);
  var v = vec4f();
  for (var k = 0u; k < 3u; k++) {
    v[k] = dot(t[k], f.origin) * g.weights[k];
    t[k] = t[(k + 1u) % 3u];
  }
  v.w = determinant(f.basis);
  var s = vec4f(v.wzyx);
  s.x += v[i & 3u];
  s[(i >> 2u) & 3u] = -1.0;
  if v.x > v.y { let tmp = v.x; v.x = v.y; v.y = tmp; }
  out[i * 2u] = v;
  out[i * 2u + 1u] = s + vec4f(t[0], t[2].z);
}
