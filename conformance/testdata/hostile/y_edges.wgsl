// Builtins at their edges.
@group(0) @binding(0) var<storage, read> src: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4<u32>, 64>;
@group(0) @binding(2) var<storage, read_write> f: array<vec4<f32>, 32>;
const EDGES = array<u32, 8>(0u, 1u, 0xffffffffu, 0x80000000u, 0x7fffffffu, 31u, 0xdeadbeefu, 0x10000u);
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) l: u32) {
  let x = EDGES[l]; let y = EDGES[(l * 3u + 1u) & 7u]; let a = bitcast<i32>(x); let b = bitcast<i32>(y); var k = l * 8u; let z = src[l];
  o[k] = vec4(countOneBits(x), countLeadingZeros(y), countTrailingZeros(x), reverseBits(y)); o[k + 1] = vec4(firstLeadingBit(x), firstTrailingBit(y), u32(firstLeadingBit(a)), u32(firstTrailingBit(b)));
  o[k + 2] = vec4(extractBits(x, y, z), extractBits(y, 31u, 1u), u32(extractBits(a, z & 31u, y)), extractBits(x, 0u, 32u)); o[k + 3] = vec4(insertBits(x, y, z, x), insertBits(x, y, 30u, 2u), u32(insertBits(a, b, 4u, 0u)), insertBits(x, y, 0u, 32u));
  o[k + 4] = vec4(x / y, x % y, u32(a / b), u32(a % b)); o[k + 5] = vec4(x << (y & 31u), x >> (z & 31u), u32(a >> (y & 31u)), u32(abs(a) + sign(b)));
  o[k + 6] = vec4(dot4U8Packed(x, y), u32(dot4I8Packed(x, y)), pack4xU8(unpack4xU8(x) + unpack4xU8(y)), pack4xI8Clamp(unpack4xI8(x) * unpack4xI8(y))); o[k + 7] = vec4(u32(clamp(a, -5, b)), min(x, y), u32(max(a, b)), u32(dot(vec3(a, b, 3), vec3(b, a, 7))));
  let p = f32(a); let q = f32(y); f[l] = vec4(p, q, f32(i32(p * 0.5)), f32(u32(q * 0.25))); let m = modf(p * 0.375); let e = frexp(q); f[l + 8] = vec4(m.fract * 4, m.whole, e.fract, f32(e.exp)); f[l + 16] = vec4(ldexp(1.5, i32(l) - 4), f32(i32(q)), f32(u32(p)), f32(i32(-3e9 + p))); f[l + 24] = vec4(round(p * 0.5), fract(f32(l) * 0.375 - 1), trunc(-f32(l) * 0.75), sign(p));
}
