// loose 1e-3
@group(0) @binding(0) var<storage> seeds: array<vec4u, 8>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4f, 48>;
const perm = array<u32, 16>(7, 3, 14, 0, 11, 5, 9, 2, 15, 12, 6, 1, 10, 4, 8, 13);
const grads = array(vec3f(1, 1, 0), vec3f(-1, 1, 0), vec3f(1, -1, 0), vec3f(-1, -1, 0), vec3f(1, 0, 1), vec3f(-1, 0, 1), vec3f(1, 0, -1), vec3f(-1, 0, -1),
  vec3f(0, 1, 1), vec3f(0, -1, 1), vec3f(0, 1, -1), vec3f(0, -1, -1));
fn pcg(v: u32) -> u32 { let s = v * 747796405u + 2891336453u; let w = ((s >> ((s >> 28) + 4)) ^ s) * 277803737u; return (w >> 22) ^ w; }
fn pcg3(u: vec3u) -> vec3u { var v = u * 1664525u + 1013904223u; v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y; v ^= v >> vec3u(16); v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y; return v; }
fn unit(u: u32) -> f32 { return f32(u >> 8) * 0x1p-24; }
fn fade(t: vec3f) -> vec3f { return t * t * t * (t * (t * 6 - 15) + 10); }
fn hash3(p: vec3i) -> u32 { var h = 0u; for (var i = 0; i < 3; i++) { h = perm[(h + u32(p[i])) & 15]; } return h; }
fn gradient(p: vec3f) -> f32 {
  let i = vec3i(floor(p)); let f = fract(p); let u = fade(f);
  var sum = 0.0;
  for (var k = 0u; k < 8; k++) {
    let c = vec3i(vec3u(k, k >> 1, k >> 2) & vec3u(1));
    let w = select(1 - u, u, c == vec3i(1));
    sum += w.x * w.y * w.z * dot(grads[hash3(i + c) % 12], f - vec3f(c));
  }
  return sum;
}
fn value(p: vec2f) -> f32 {
  let i = vec2i(floor(p)); let f = p - floor(p); let u = smoothstep(vec2f(), vec2f(1), f);
  let h = vec4u(bitcast<vec2u>(i), bitcast<vec2u>(i + 1));
  let a = mix(unit(pcg(h.x + pcg(h.y))), unit(pcg(h.z + pcg(h.y))), u.x);
  let b = mix(unit(pcg(h.x + pcg(h.w))), unit(pcg(h.z + pcg(h.w))), u.x);
  return mix(a, b, u.y);
}
fn fbm(q: vec2f, octaves: i32) -> f32 {
  var p = q; var a = 0.5; var s = 0.0;
  const m = mat2x2f(0.75, 0.5, -0.5, 0.75);
  for (var i = 0; i < octaves; i++) { s += a * value(p); p = m * p * 2 + vec2f(f32(i), -1.5); a *= 0.5; }
  return s;
}
fn worley(p: vec2f) -> vec2f {
  let cell = vec2i(floor(p)); var best = vec2f(9);
  for (var y = -1; y < 2; y++) { for (var x = -1; x < 2; x++) {
    let c = cell + vec2i(x, y);
    let h = pcg3(vec3u(bitcast<vec2u>(c), 7u));
    let d = vec2f(c) + vec2f(unit(h.x), unit(h.y)) - p;
    let l = dot(d, d);
    if l < best.x { best = vec2f(l, best.x); } else if l < best.y { best.y = l; }
  } }
  return sqrt(best);
}
fn ign(p: vec2f) -> f32 { return fract(floor(fract(dot(p, vec2f(0.0625, 0.375))) * 32) * 0.53125); }
fn halton(index: u32, base: u32) -> f32 { var f = 1.0; var r = 0.0; var i = index; while i > 0 { f /= f32(base); r += f * f32(i % base); i /= base; } return r; }
fn curl(p: vec2f) -> vec2f { const e = 0.25; return vec2f(value(p + vec2f(0, e)) - value(p - vec2f(0, e)), value(p - vec2f(e, 0)) - value(p + vec2f(e, 0))) / (2 * e); }
@compute @workgroup_size(1) fn main() {
  for (var k = 0u; k < 8; k++) {
    let s = seeds[k];
    let p = vec3f(vec3u(s.x, s.y, s.z) % 509) / 16 - 15.03125;
    let h = pcg3(s.xyz);
    let at = k * 6;
    o[at] = vec4f(gradient(p), value(p.xy), fbm(p.yz, i32(s.w % 6)), ign(p.zx));
    o[at + 1] = vec4f(worley(p.xz), curl(p.yx));
    o[at + 2] = vec4f(unit(h.x), unit(h.y), unit(h.z), unit(pcg(s.w)));
    o[at + 3] = vec4f(halton(s.x & 1023, 2), halton(s.y & 255, 3), halton(k, 5), gradient(-p.zyx * 0.5));
    var turb = 0.0;
    for (var i = 1.0; i < 9; i *= 2) { turb += abs(gradient(p * i)) / i; }
    o[at + 4] = vec4f(turb, fbm(p.xy + fbm(p.yx, 2), 3), 1 - abs(2 * value(p.xx) - 1), f32(perm[h.x & 15]));
    o[at + 5] = vec4f(vec3f(h >> vec3u(24)), f32(countOneBits(h.x ^ h.y)));
  }
}
