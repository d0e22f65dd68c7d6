// loose 2e-3
struct Curve { a: vec2f, b: vec2f, c: vec2f }
struct Glyph { first: u32, count: u32, advance: f32 }
const glyphs = array<Glyph, 3>(Glyph(0, 4, 8), Glyph(4, 3, 6), Glyph(2, 5, 4.5));
const curves = array<Curve, 7>(
  Curve(vec2f(0, 0), vec2f(4, -2), vec2f(8, 0)), Curve(vec2f(8, 0), vec2f(10, 4), vec2f(8, 8)),
  Curve(vec2f(8, 8), vec2f(4, 10), vec2f(0, 8)), Curve(vec2f(0, 8), vec2f(-2, 4), vec2f(0, 0)),
  Curve(vec2f(2, 2), vec2f(4, 2), vec2f(6, 2)), Curve(vec2f(6, 2), vec2f(5, 5), vec2f(4, 7)), Curve(vec2f(4, 7), vec2f(3, 4), vec2f(2, 2)));
@group(0) @binding(0) var atlas: texture_2d<f32>;
@group(0) @binding(1) var smooth_sampler: sampler;
@group(0) @binding(2) var<storage> text: array<u32, 8>;
@group(0) @binding(3) var<storage, read_write> coverage: array<vec4f, 32>;
fn median(v: vec3f) -> f32 { return max(min(v.x, v.y), min(max(v.x, v.y), v.z)); }
fn winding(p: vec2f, g: Glyph) -> i32 {
  var w = 0;
  for (var i = g.first; i < g.first + g.count; i++) {
    let c = curves[i]; let a = c.a - p; let b = c.b - p; let d = c.c - p;
    // Loop and Blinn's table: which roots count, by the signs of three ordinates.
    let shift = ((0x2e74u >> (u32(a.y > 0) * 2 + u32(b.y > 0) * 4 + u32(d.y > 0) * 8)) & 3);
    if shift == 0 { continue; }
    let q = a.y - 2 * b.y + d.y; let r = a.y - b.y;
    var t = vec2f(a.y / (2 * r));
    if abs(q) > 0.0625 { let s = sqrt(max(r * r - q * a.y, 0)); t = (vec2f(r) + vec2f(-s, s)) / q; }
    let x = a.x + t * (2 * (b.x - a.x) + t * (a.x - 2 * b.x + d.x));
    if (shift & 1) != 0 && x.x > 0 { w++; }
    if shift > 1 && x.y > 0 { w--; }
  }
  return w;
}
fn segment(p: vec2f, a: vec2f, b: vec2f) -> f32 { let d = b - a; return length(p - a - d * saturate(dot(p - a, d) / max(dot(d, d), 0.25))); }
fn distance_to(p: vec2f, g: Glyph) -> f32 {
  var best = 100.0;
  for (var i = 0u; i < g.count; i++) {
    let c = &curves_of[(g.first + i) % 7];
    var last = (*c).a;
    for (var k = 1; k <= 4; k++) {
      let t = f32(k) / 4; let next = mix(mix((*c).a, (*c).b, t), mix((*c).b, (*c).c, t), t);
      best = min(best, segment(p, last, next)); last = next;
    }
  }
  return best;
}
var<private> curves_of: array<Curve, 7> = curves;
@compute @workgroup_size(1) fn main() {
  var pen = 0.0;
  for (var i = 0; i < 8; i++) {
    let g = glyphs[text[i] % 3];
    for (var k = 0u; k < 4; k++) {
      let p = vec2f(f32((text[i] >> (4 * k)) & 15) * 0.75 - 1.40625, f32((text[i] >> (3 * k)) & 15) * 0.625 - 0.59375);
      let d = distance_to(p, g);
      coverage[u32(i) * 4 + k] = vec4f(f32(winding(p, g)), d, smoothstep(0.25, 2.25, d), pen);
    }
    pen += select(g.advance, round(g.advance), (text[i] & 64) != 0);
  }
}
@fragment fn draw(@builtin(position) at: vec4f, @location(1) uv: vec2f) -> @location(0) vec4f {
  let s = textureSampleLevel(atlas, smooth_sampler, uv / 64 + 1.0 / 256, 0);
  let w = fwidth(uv.x * 0.5);
  let d = median(s.rgb) / 8;
  let edge = clamp(d / max(w, 0.125) + 0.5, 0, 1);
  if edge + at.x < 0 { discard; }
  return vec4f(edge, w, d, 1);
}
