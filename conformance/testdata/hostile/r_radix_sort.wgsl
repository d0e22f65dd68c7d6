// workgroups 2
enable subgroups;
diagnostic(off, subgroup_uniformity);
const N = 64u;
const RADIX = 4u;
@group(0) @binding(0) var<storage, read_write> keys: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> order: array<vec2u, 128>;
@group(0) @binding(2) var<storage, read_write> counted: array<atomic<u32>, 16>;
var<workgroup> key: array<array<u32, 64>, 2>;
var<workgroup> origin: array<array<u32, 64>, 2>;
var<workgroup> bits: array<vec4u, 64>;
var<workgroup> totals: array<atomic<u32>, 4>;
fn digit(k: u32, shift: u32) -> u32 { return extractBits(k, shift, 2u); }
fn one_hot(d: u32) -> vec4u { return vec4u(vec4u(0, 1, 2, 3) == vec4u(d)); }
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) wg: vec3u) {
  let base = wg.x * N;
  var side = 0u;
  // Few bits, so that keys are equal often and order shows stability.
  key[side][i] = (keys[base + i] * 2654435761u) >> 24;
  origin[side][i] = i;
  for (var shift = 0u; shift < 8; shift += 2) {
    if i < RADIX { atomicStore(&totals[i], 0u); }
    workgroupBarrier();
    let k = key[side][i];
    let d = digit(k, shift);
    for (var r = 0u; r < RADIX; r++) {
      let mine = select(0u, 1u, d == r);
      let sum = subgroupAdd(mine);
      let votes = countOneBits(subgroupBallot(d == r));
      if subgroupElect() { atomicAdd(&totals[r], select(1000u, sum, sum == votes.x + votes.y + votes.z + votes.w)); }
    }
    bits[i] = one_hot(d);
    workgroupBarrier();
    for (var step = 1u; step < N; step <<= 1) {
      var add = vec4u();
      if i >= step { add = bits[i - step]; }
      workgroupBarrier();
      bits[i] += add;
      workgroupBarrier();
    }
    var start = 0u;
    for (var r = 0u; r < d; r++) { start += atomicLoad(&totals[r]); }
    let to = start + bits[i][d] - 1;
    let other = 1 - side;
    key[other][to] = k;
    origin[other][to] = origin[side][i];
    side = other;
    workgroupBarrier();
  }
  keys[base + i] = key[side][i];
  order[base + i] = vec2u(origin[side][i], u32(i == 0 || key[side][max(i, 1) - 1] < key[side][i] || (key[side][i - 1] == key[side][i] && origin[side][i - 1] < origin[side][i])));
  atomicAdd(&counted[key[side][i] & 15], 1u);
}
