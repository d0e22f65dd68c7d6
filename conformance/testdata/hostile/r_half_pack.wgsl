enable f16;
struct Texel { c: vec4h, n: vec2h, m: f16, pad: f16 }
struct Packed { rg: u32, bits: vec2u, h: array<vec2h, 3>, t: Texel }
@group(0) @binding(0) var<storage> x: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 256>;
@group(0) @binding(2) var<storage, read_write> p: array<Packed, 3>;
var<private> at: u32;
fn put(v: u32) { o[at] = v; at += 1; }
// By hand, to nearest even.
fn to_half(f: f32) -> u32 {
  let b = bitcast<u32>(f); let s = (b >> 16) & 0x8000; let e = i32((b >> 23) & 255) - 112; var m = b & 0x7fffff;
  if e >= 31 { return s | 0x7c00; }
  if e <= 0 {
    if e < -10 { return s; }
    m |= 0x800000; let shift = u32(14 - e); let half = 1u << (shift - 1); let low = m & ((1u << shift) - 1);
    return s | ((m >> shift) + u32(low > half || (low == half && ((m >> shift) & 1) == 1)));
  }
  let r = (u32(e) << 10) | (m >> 13); let low = m & 0x1fff;
  return s | (r + u32(low > 0x1000 || (low == 0x1000 && (r & 1) == 1)));
}
fn from_half(h: u32) -> f32 {
  let m = h & 0x3ff; let e = (h >> 10) & 31; let s = select(1.0, -1.0, (h & 0x8000) != 0);
  if e == 0 { return s * ldexp(f32(m), -24); }
  return s * ldexp(f32(m | 1024), i32(e) - 25);
}
fn rgb9e5(c: vec3f) -> u32 {
  let v = clamp(c, vec3f(), vec3f(65408)); let most = max(v.x, max(v.y, v.z));
  var e = max(-16, i32(bitcast<u32>(most) >> 23) - 127) + 16;
  if u32(floor(ldexp(most, 24 - e) + 0.5)) == 512 { e++; }
  let m = vec3u(floor(ldexp(v, vec3i(24 - e)) + 0.5));
  return m.x | (m.y << 9) | (m.z << 18) | (u32(e) << 27);
}
fn unrgb9e5(v: u32) -> vec3f { return vec3f(vec3u(v, v >> 9, v >> 18) & vec3u(511)) * ldexp(1.0, i32(v >> 27) - 24); }
fn r11g11b10(c: vec3f) -> u32 {
  let h = vec3u(to_half(c.x), to_half(c.y), to_half(c.z));
  return dot(vec3u(h.xy >> vec2u(4), h.z >> 5) & vec3u(2047, 2047, 1023), vec3u(1, 1 << 11, 1 << 22));
}
fn octahedral(n: vec3f) -> vec2f { let q = n.xy; return select(q, (1 - abs(q.yx)) * select(vec2f(-1), vec2f(1), q >= vec2f()), n.z < 0); }
@compute @workgroup_size(1) fn main() {
  for (var i = 0u; i < 15; i++) {
    let v = x[i]; let f = f32(i32(v & 0xffff) - 32768) / 64; let g = ldexp(f32(v & 4095) + 0.5, -i32((v >> 12) & 31));
    let c = vec3f(f, abs(f) * 2, 0.25); let a = abs(c);
    put(to_half(f)); put(bitcast<u32>(from_half(to_half(g))));
    put(rgb9e5(c)); put(bitcast<u32>(unrgb9e5(rgb9e5(a)).y)); put(r11g11b10(a));
    let q = f32(i32(v & 511) - 256) / 4;
    put(pack2x16float(vec2f(q, -q * 2)) ^ to_half(q)); put(bitcast<u32>(unpack2x16float((v & 0x83ff83ff) | 0x3c003c00).y));
    let h = vec2h(f16(q), f16(i)); let w = bitcast<u32>(h); put(w); put(bitcast<u32>(f32(bitcast<vec2h>((v & 0x83ff83ff) | 0x40004000).y)));
    put(pack4x8unorm(vec4f(f32(v & 1), f32((v >> 1) & 1) * 2, -1, f32((v >> 2) & 1)))); put(pack4x8snorm(vec4f(f32(v & 1) - 1, 5, -5, f32((v >> 2) & 1))));
    put(pack2x16unorm(vec2f(f32(v & 1), -0.0))); put(pack2x16snorm(vec2f(f32(v & 3) - 2, 1))); put(bitcast<u32>(octahedral(vec3f(0.25, -0.5, q)).y));
    let k = i % 3;
    p[k].rg = w; p[k].bits = bitcast<vec2u>(vec4h(h, h.yx)); p[k].h[i % 2] = h + h; p[k].h[2][i & 1] = f16(q) * 2h;
    p[k].t.c = vec4h(p[k].h[2], h); p[k].t.n = p[k].t.c.wy; p[k].t.m = dot(h, vec2h(1, 0)); p[k].t.c.z += 1;
    put(bitcast<u32>(quantizeToF16(q)) + u32(f16(f32(v & 255))) + bitcast<u32>(vec2h(p[k].t.m, -p[k].t.m)));
  }
}
