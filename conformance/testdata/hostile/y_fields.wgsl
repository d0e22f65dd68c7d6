// Fields of all the bits, and of none, of values that are used elsewhere, too: loads ahead
// of stores, results of calls and of atomic operations.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> n: atomic<i32>;
fn step(x: u32) -> u32 { o[15] += x; return o[15]; }
@compute @workgroup_size(1)
fn main() {
  let t = o[0];
  let r = extractBits(t, 0u, 32u);
  o[0] = 5u;
  o[1] = t; o[2] = r;
  let v = vec2(o[3], o[4]);
  let w = extractBits(v, 0u, 32u);
  o[3] = 1u; o[4] = v.x + w.y;
  let a = atomicAdd(&n, 3);
  let b = extractBits(a, 0u, 32u);
  o[5] = u32(a) + u32(b) * 2u; o[6] = u32(atomicLoad(&n));
  let s = step(t);
  o[7] = extractBits(s, 0u, 32u) + step(s) + s;
  o[8] = extractBits(t, 5u, 0u) + extractBits(t, 32u, 0u) + insertBits(t, s, 32u, 0u) + insertBits(t, s, 0u, 32u) + insertBits(s, t, 7u, 0u);
  o[9] = u32(extractBits(-i32(o[10]), 0u, 32u)) + extractBits(o[10], 31u, 1u) + extractBits(o[10], 0u, 31u);
}
