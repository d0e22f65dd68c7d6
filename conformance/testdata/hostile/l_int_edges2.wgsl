@group(0) @binding(0) var<storage, read_write> o: array<i32, 128>;
@group(0) @binding(1) var<storage, read_write> u: array<u32, 128>;
const MIN = -2147483647 - 1;
const MINL = i32(-2147483648);
@compute @workgroup_size(1) fn main(@builtin(num_workgroups) nw: vec3u) {
  let one = i32(nw.x); let z = one - 1; let m = MIN * one; let n1 = -one;
  o[0] = m / n1; o[1] = m % n1; o[2] = m / z; o[3] = m % z; o[4] = -m; o[5] = abs(m); o[6] = m - one;
  o[7] = m >> 31u; o[8] = m >> u32(31 + z); o[9] = one << u32(31 + z); o[10] = (m + 5) >> u32(one);
  o[11] = n1 << (nw.x * 33u); o[12] = n1 >> (nw.x * 40u);
  u[0] = u32(m) >> (nw.x * 32u); u[1] = u32(n1) << (nw.x * 63u);
  o[13] = extractBits(m, nw.x * 31u, 1u); o[14] = extractBits(m, nw.x * 31u, 5u); o[15] = extractBits(m, nw.x * 32u, 1u); o[16] = extractBits(n1, 0u, nw.x * 32u); o[17] = extractBits(n1, 4u, nw.x - 1u);
  u[2] = insertBits(0u, 0xffffffffu, nw.x * 30u, 8u); u[3] = insertBits(5u, 7u, nw.x * 32u, 3u); u[4] = insertBits(5u, 7u, 3u, nw.x - 1u); u[5] = insertBits(5u, 0xabcdef01u, nw.x - 1u, 32u);
  o[18] = firstLeadingBit(n1); o[19] = firstLeadingBit(z); o[20] = firstLeadingBit(m); o[21] = firstTrailingBit(z); o[22] = firstTrailingBit(m); o[23] = countLeadingZeros(n1); o[24] = countLeadingZeros(z); o[25] = countTrailingZeros(z); o[26] = countOneBits(m); o[27] = reverseBits(one);
  u[6] = firstLeadingBit(u32(n1)); u[7] = firstLeadingBit(u32(z)); u[8] = firstTrailingBit(u32(z));
  o[28] = clamp(5 * one, 10 * one, 3 * one); o[29] = sign(m); o[30] = max(m, n1); o[31] = min(m, 2147483647 * one);
  u[9] = u32(n1) / 3u; u[10] = u32(n1) % 7u; u[11] = u32(n1) / u32(z); u[12] = u32(n1) % u32(z);
  o[32] = dot(vec3i(m, one, n1), vec3i(2, 3, one)); u[13] = dot(vec2u(u32(n1)), vec2u(u32(n1)));
  o[33] = i32(f32(one) * 3e9); o[34] = i32(f32(one) * -3e9); u[14] = u32(f32(one) * -1.5); u[15] = u32(f32(one) * 5e9); o[35] = i32(f32(n1) * 1.99); 
  o[36] = one * 65536 * 65536 + 7; o[37] = (2147483647 * one + one) / 2; u[16] = u32(z) - 1u; u[17] = ~u32(z) * 3u;
  o[38] = dot4I8Packed(u32(n1), 0x7f80ff01u * nw.x); u[18] = dot4U8Packed(u32(n1), 0x7f80ff01u * nw.x);
  let v = vec4i(m, n1, z, one) / vec4i(n1, z, n1, m); o[39] = v.x; o[40] = v.y; o[41] = v.z; o[42] = v.w;
  let r = vec4i(m, n1, 7, -7) % vec4i(n1, z, -3 * one, 3 * one); o[43] = r.x; o[44] = r.y; o[45] = r.z; o[46] = r.w;
  let s = vec2i(m, n1) >> (vec2u(33u, 65u) * nw.x); o[47] = s.x; o[48] = s.y;
  var c = m; c /= n1; o[49] = c; c %= z; o[50] = c; c -= one; c <<= 31u * nw.x; o[51] = c; c >>= nw.x * 30u; o[52] = c; c = c ^ MINL; o[53] = c; c++; o[54] = c;
  o[55] = (n1 - 1) / 2; o[56] = (n1 * 7) / 2; o[57] = (n1 * 7) % 4; o[58] = -(7 * one) % 4; o[59] = 7 * one % -4;
}
