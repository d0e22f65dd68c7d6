@group(0) @binding(0) var<storage> input: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 512>;
fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn is_inf(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) == 0x7f800000u; }
fn saturating_add(a: i32, b: i32) -> i32 {
  let s = a + b;
  if ((a ^ s) & (b ^ s)) < 0 { return select(2147483647, -2147483647 - 1, a < 0); }
  return s;
}
fn mul_wide(a: u32, b: u32) -> vec2u {
  let al = a & 0xffffu; let ah = a >> 16u; let bl = b & 0xffffu; let bh = b >> 16u;
  let ll = al * bl; let lh = al * bh; let hl = ah * bl;
  let mid = (ll >> 16u) + (lh & 0xffffu) + (hl & 0xffffu);
  return vec2u((ll & 0xffffu) | (mid << 16u), ah * bh + (lh >> 16u) + (hl >> 16u) + (mid >> 16u));
}
fn div_pow(x: i32, k: u32) -> i32 { return (x + ((x >> 31u) & ((1 << k) - 1))) >> k; }
fn morton(x: u32) -> u32 {
  var v = x & 0xffffu;
  v = (v | (v << 8u)) & 0x00ff00ffu; v = (v | (v << 4u)) & 0x0f0f0f0fu;
  v = (v | (v << 2u)) & 0x33333333u; v = (v | (v << 1u)) & 0x55555555u;
  return v;
}
fn log2i(x: u32) -> u32 { var n = 0u; var v = x; while v > 1u { v >>= 1u; n++; } return n; }
fn popcnt(x: u32) -> u32 { var v = x; var n = 0u; for (; v != 0u; v &= v - 1u) { n++; } return n; }
fn pcg(s: ptr<function, u32>) -> u32 { let o = *s; *s = o * 747796405u + 2891336453u; let w = ((o >> ((o >> 28u) + 4u)) ^ o) * 277803737u; return (w >> 22u) ^ w; }
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  let a = input[i]; let b = input[i + 32u];
  var o = i * 16u;
  let m = mul_wide(a, b);
  out[o] = m.x; out[o + 1u] = m.y; out[o + 2u] = a * b;
  out[o + 3u] = bitcast<u32>(saturating_add(bitcast<i32>(a), bitcast<i32>(b)));
  out[o + 4u] = bitcast<u32>(div_pow(bitcast<i32>(a), b & 15u)) + bitcast<u32>(bitcast<i32>(a) / 8) + bitcast<u32>(bitcast<i32>(a) % 8);
  out[o + 5u] = morton(a) | (morton(b) << 1u);
  out[o + 6u] = log2i(a) * 64u + popcnt(b) + countOneBits(b);
  var s = a;
  for (var k = 0u; k < (b & 3u) + 1u; k++) { out[o + 7u] += pcg(&s); }
  let f = bitcast<f32>((input[i + 64u] & 0x7fffffffu) | 0x00800000u);
  out[o + 8u] = u32(is_nan(f)) + 2u * u32(is_inf(f)) + 4u * u32(f > 1e30);
  let lo = min(a, b); let hi = max(a, b);
  out[o + 9u] = (lo & hi) + ((lo ^ hi) >> 1u);
  out[o + 10u] = u32(a - b > a) * 2u + u32(a + b < b);
  out[o + 11u] = (a << (b & 31u)) | (a >> ((32u - b) & 31u));
  out[o + 12u] = pack4x8unorm(unpack4x8unorm(a)) ^ (extractBits(a, b & 15u, 9u) << 3u) ^ insertBits(a, b, 4u, i & 7u);
  out[o + 13u] = (((a & 0xff00ffu) * (b & 255u)) >> 8u) & 0xff00ffu;
  out[o + 14u] = select(a, b, (a & 0x80000000u) != 0u) & ~(1u << (i & 31u)) & (0u - (b & 1u));
  out[o + 15u] = (a ^ b) - 2u * (~a & b);
}
