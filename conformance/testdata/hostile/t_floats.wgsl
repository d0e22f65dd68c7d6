@group(0) @binding(0) var<storage> input: array<f32, 128>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f, 64>;
fn q(i: u32) -> f32 { return clamp(round(input[i & 127u] * 4.0) * 0.25, -64.0, 64.0); }
fn safe(x: f32, y: f32) -> f32 { if y == 0.0 { return 0.0; } return floor(x / y * 16.0 + 0.03125); }
fn smooth_min(a: f32, b: f32, k: f32) -> f32 { let h = max(k - abs(a - b), 0.0); return min(a, b) - h * h * 0.25; }
fn newton(x: f32) -> f32 {
  var y = 1.0;
  var k = 0;
  loop {
    let z = 0.5 * (y + x / y);
    if abs(z - y) < 0.001 { break; }
    y = z;
    k++;
    if k >= 6 { break; }
  }
  return round(y * 64.0);
}
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  let a = q(i); let b = q(i + 64u);
  var lo = min(a, b); var hi = max(a, b);
  var steps = 0u;
  for (; steps < 8u && hi - lo > 0.5; steps++) { let m = (lo + hi) * 0.5; if m * m > 9.0 { hi = m; } else { lo = m; } }
  var p = 0.0;
  let cs = array<f32, 4>(1.0, -0.5, 0.25, 2.0);
  for (var k = 3; k >= 0; k--) { p = p * 0.5 + cs[k] * f32(k + 1); }
  var sign_ = select(-1.0, 1.0, a >= b);
  if !(a < b) && !(a > b) && !(a == b) { sign_ = 99.0; }
  out[i] = vec4f(lo + hi + f32(steps) * 4.0, smooth_min(a, b, 2.0) + safe(a, b), newton(abs(a) + 1.0) * sign_, p + step(a, b) + fract(a) + trunc(b) * 0.5 - sign(a * b));
}
