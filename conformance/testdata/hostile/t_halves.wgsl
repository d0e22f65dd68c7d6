enable f16;
@group(0) @binding(0) var<storage> input: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> out: array<vec2f, 64>;
struct H { a: vec3h, b: f16, m: mat2x2h }
fn h(x: u32) -> f16 { return f16(f32(i32(x & 63u) - 32) * 0.125); }
fn blend(p: ptr<function, H>, t: f16) -> vec3h { (*p).a = (*p).a * t + vec3h((*p).b); (*p).b -= t; return (*p).a; }
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  var x = H(vec3h(h(input[i]), h(input[i + 1u]), h(input[i + 2u])), h(input[i + 3u]), mat2x2h(1.0h, 0.5h, h(input[i]), 2.0h));
  var acc = vec3f();
  for (var k = 0u; k < 3u; k++) {
    let y = blend(&x, f16(k) * 0.5h);
    x.m[k & 1u].x = y[k];
    acc[k] = f32(y.x) + f32(x.m[1].x) * 0.5;
    if x.b < -3.0h { break; }
  }
  var sums = array<f16, 4>();
  for (var k = 0u; k < 4u; k++) { sums[k] = select(h(input[(i + k) & 63u]), 1.0h, k == 0u); }
  let e = sums[i & 3u];
  out[i * 2u] = acc.xy + vec2f(f32(x.a.z), f32(e));
  out[i * 2u + 1u] = vec2f(f32(dot(x.a.xy, vec2h(1.0h, 2.0h))), acc.z) + vec2f(vec2h(min(e, x.b), abs(e)));
}
