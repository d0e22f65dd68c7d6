// Bit fields, signed and not, masks made at run time.
struct Packed {
    lo: u32,
    hi: i32,
}
@group(0) @binding(0) var<storage, read_write> p: array<Packed, 8>;
@group(0) @binding(1) var<storage, read_write> o: array<vec2i, 8>;
fn mask(n: u32) -> u32 {
    return select((1u << n) - 1u, ~0u, n >= 32u);
}
fn sext(v: u32, bits: u32) -> i32 {
    let s = 32u - bits;
    return i32(v << (s & 31u)) >> (s & 31u);
}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    let q = p[i];
    let n = (q.lo >> 27u) + 1u;
    o[i].x = sext(q.lo & mask(n), n);
    o[i].y = extractBits(q.hi, i * 5u, n) ^ i32(insertBits(q.lo, u32(q.hi), 40u - i, 8u));
    p[i].lo = ((q.lo & 0x55555555u) << 1u) | ((q.lo >> 1) & 0x55555555u);
    p[i].hi = (q.hi >> 31u) ^ (~(q.hi << 1u) + 1);
    p[i].hi |= i32(countLeadingZeros(q.lo) << 4u) | countTrailingZeros(q.hi);
}
