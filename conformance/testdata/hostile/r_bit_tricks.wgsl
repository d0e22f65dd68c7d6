@group(0) @binding(0) var<storage> x: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 512>;
var<private> at: u32;
fn put(v: u32) { o[at] = v; at++; }
fn swar_count(v: u32) -> u32 {
  var n = v - ((v >> 1) & 0x55555555); n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
  return (((n + (n >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
}
fn part1(v: u32) -> u32 { var n = v & 0xffff; n = (n ^ (n << 8)) & 0x00ff00ff; n = (n ^ (n << 4)) & 0x0f0f0f0f; n = (n ^ (n << 2)) & 0x33333333; return (n ^ (n << 1)) & 0x55555555; }
fn part2(v: u32) -> u32 { var n = v & 0x3ff; n = (n ^ (n << 16)) & 0xff0000ff; n = (n ^ (n << 8)) & 0x0300f00f; n = (n ^ (n << 4)) & 0x030c30c3; return (n ^ (n << 2)) & 0x09249249; }
fn mulhi(a: u32, b: u32) -> u32 {
  let l = vec2u(a & 0xffff, b & 0xffff); let h = vec2u(a >> 16, b >> 16);
  let t = h.x * l.y + ((l.x * l.y) >> 16); let m = l.x * h.y + (t & 0xffff);
  return h.x * h.y + (t >> 16) + (m >> 16);
}
fn mulhi_signed(a: i32, b: i32) -> i32 { return i32(mulhi(u32(a), u32(b))) - select(0, b, a < 0) - select(0, a, b < 0); }
fn debruijn(v: u32) -> u32 {
  const table = array<u32, 32>(0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8, 31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9);
  return table[((v & (0u - v)) * 0x077cb531u) >> 27];
}
fn log2_of(v: u32) -> u32 { return (bitcast<u32>(f32(v >> 8)) >> 23) - 127; }
fn interleave(a: vec2<u32>) -> u32 { return part1(a.x) | (part1(a.y) << 1); }
fn add_sat(a: u32, b: u32) -> u32 { let s = a + b; return s | u32(-i32(s < a)); }
fn avg(a: i32, b: i32) -> i32 { return (a & b) + ((a ^ b) >> 1); }
fn rotl(v: u32, n: u32) -> u32 { return (v << (n & 31)) | (v >> u32(-i32(n) & 31)); }
fn delta_swap(v: u32, mask: u32, by: u32) -> u32 { let t = ((v >> by) ^ v) & mask; return v ^ t ^ (t << by); }
fn next_permutation(v: u32) -> u32 { let t = v | (v - 1); return (t + 1) | (((~t & u32(-i32(~t))) - 1) >> (firstTrailingBit(v) + 1)); }
fn has_zero_byte(v: u32) -> bool { return ((v - 0x01010101) & ~v & 0x80808080) != 0; }
fn crc(v: u32) -> u32 { var c = ~v; for (var i = 0; i < 8; i++) { c = (c >> 1) ^ (0xedb88320 & u32(-i32(c & 1))); } return ~c; }
fn divide7(v: u32) -> u32 { let q = mulhi(v, 0x24924925); return (((v - q) >> 1) + q) >> 2; }
fn isqrt(v: u32) -> u32 { var r = 0u; var n = v; for (var b = 1u << 30; b != 0; b >>= 2) { if n >= r + b { n -= r + b; r = (r >> 1) + b; } else { r >>= 1; } } return r; }
@compute @workgroup_size(1) fn main() {
  for (var i = 0; i < 15; i++) {
    let v = x[i] * 2654435761u; let w = x[i + 1] ^ (v << 7); let s = i32(v); let n = max(v, 1);
    put(swar_count(v) - countOneBits(v)); put(interleave(vec2(v, w))); put(part2(v) | (part2(w) << 1) | (part2(v ^ w) << 2));
    put(mulhi(v, w)); put(u32(mulhi_signed(s, i32(w)))); put(debruijn(n) - countTrailingZeros(n)); put(log2_of(v | 0x80000000));
    put(add_sat(v, w)); put(u32(avg(s, i32(w)))); put(rotl(v, w)); put(rotl(w, 32) ^ w); put(delta_swap(v, 0x0000ff00, 8));
    put(next_permutation((v & 0xffff) | 1)); put(u32(has_zero_byte(v)) | (u32(has_zero_byte(v & 0xff00ffff)) << 1)); put(crc(v));
    put(divide7(v) - v / 7); put(isqrt(v)); put(v ^ (v >> 1)); put((reverseBits(v) >> 24) ^ ((v * 0x0202u) & 0x84422010u)); put(u32(s >> 31) | (u32(-s) >> 31));
    put(extractBits(v, w & 31, 5)); put(u32(extractBits(s, 30, w & 7))); put(insertBits(v, w, 29, v & 7)); put(insertBits(w, v, 40 + (v & 3), 40));
    put(u32(firstLeadingBit(s)) ^ firstLeadingBit(v)); put(bitcast<u32>(bitcast<f32>((v & 0x007fffff) | 0x3f800000) - 1.0)); put(u32(abs(s)) + u32(s % -8) + u32(s / -8));
    put(dot4U8Packed(v, w)); put(u32(dot4I8Packed(v, w))); put(((v & 0xff) << 24) | ((v & 0xff00) << 8) | ((v >> 8) & 0xff00) | (v >> 24));
    put(pack4xU8Clamp(vec4u(v & 511, w & 511, 255, 256)) ^ pack4xI8Clamp(vec4i(s >> 20, -129, 127, i32(w) >> 24)) ^ pack4xU8(vec4u(v, w, v >> 9, w >> 9)));
    put(u32(dot(unpack4xI8(v), vec4i(1, -2, 3, i32(w & 3)))));
  }
}
