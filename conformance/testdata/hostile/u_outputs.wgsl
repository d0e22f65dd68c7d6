// Outputs of every kind, kept in private memory and returned from several places.
struct I { @builtin(front_facing) ff: bool, @location(2) @interpolate(linear, centroid) a: vec3f, @location(0) b: f32, @builtin(sample_index) si: u32, @location(5) @interpolate(flat, either) c: vec2u, @builtin(position) pos: vec4f }
struct O { @location(1) x: vec2i, @builtin(frag_depth) d: f32, @location(0) y: vec4f, @location(3) z: u32, @builtin(sample_mask) m: u32 }
var<private> acc: vec4f; var<private> res: O;
fn emit(k: f32, i: I) -> bool { acc += vec4f(i.a, k); if k > 3 && !i.ff { return false; } res.x.x += i32(k); return acc.w < 5; }
fn fin(i: I, bail: bool) -> O { if bail { return res; } var r = res; r.y = acc.wzyx; r.d = fract(i.b); r.z = i.c.x ^ i.c.y; return r; }
@fragment fn main(i: I, @location(1) @interpolate(perspective, sample) e: vec4f) -> O {
  res.m = ~0u; res.d = 0.5;
  for (var k = 0.0; emit(k, i); k += 0.75) { if k > i.b { res.x.y = -1; break; } switch i32(k) { case 0 { continue; } case 2 { res.z += 5; } default { acc.x -= e.x; } } acc.y += 0.5; }
  if i.pos.x < 2 { return fin(i, i.pos.y < 2); }
  if e.w > 0.9 { discard; }
  let r = fin(i, false); if r.d > 0.75 { return O(r.x.yx, 0.1, r.y, r.z + 1, r.m & 1); } return r;
}
