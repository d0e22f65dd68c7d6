// loose 1e-5
struct In { @builtin(position) p: vec4<f32>, @location(0) a: vec4<f32>, @location(1) @interpolate(flat) n: u32, @builtin(front_facing) ff: bool } struct Out { @location(0) c: vec4<f32>, @builtin(frag_depth) d: f32 }
@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @group(0) @binding(2) var dt: texture_depth_2d; @group(0) @binding(3) var sc: sampler_comparison; @group(0) @binding(4) var ta: texture_2d_array<f32>; @group(0) @binding(5) var<uniform> u: vec4<f32>; @group(0) @binding(6) var ti: texture_2d<i32>;
fn h(p: vec2<f32>) -> f32 { return fract(p.x * 0.5 + p.y * 0.25); }
fn march(p: vec2<f32>, n: u32) -> vec2<f32> { var q = p; var i = 0u; for (; i < 8u; i++) { q += vec2(0.25, 0.125); if h(q) > 0.9 { break; } if i == (n & 7u) { q.x += 0.5; continue; } } return vec2(q.x, f32(i)); }
@fragment fn main(in: In) -> Out {
  var o: Out; let q = floor(in.p.xy); let m = march(q * 0.125, in.n); let d = vec2(dpdx(q.x * q.x), dpdy(q.y * 3.0)); let fw = fwidth(m.y);
  if (u32(q.x) + u32(q.y) * 3u) % 5u == 2u { discard; } let after = dpdxFine(q.x) + dpdyCoarse(q.y);
  var c = vec4(m, d); c += textureGather(2, t, s, vec2(0.375)) * 0.125; c.x += textureGatherCompare(dt, sc, vec2(0.3), 0.5).x; c.y += textureLoad(dt, (vec2<i32>(q) & vec2(1)), 0); let g = textureGather(1, ta, s, vec2(0.625), in.n & 1u, vec2(1, -1)); c.z += g.w * 0.125; c.w += textureSampleCompareLevel(dt, sc, vec2(0.4), 0.25) + after + fw; c += vec4<f32>(textureLoad(ti, vec2(1, 2), 0) & vec4(255)) * 0.0625; 
  if in.ff { c = c.wzyx; } if in.p.x > 3.0 && in.n > 100000u { discard; } o.c = c + textureSampleLevel(t, s, vec2(0.3, 0.6), u.x * 0.0 + 1.0) * 0.25; o.d = clamp(h(q), 0.0, 1.0); if o.d > 0.875 { o.d = 0.125; return o; } return o;
}
