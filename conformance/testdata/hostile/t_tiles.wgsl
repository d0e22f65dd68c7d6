// workgroups 2
const N = 8u;
@group(0) @binding(0) var<storage> a: array<u32, 256>;
@group(0) @binding(1) var<storage> b: array<u32, 256>;
@group(0) @binding(2) var<storage, read_write> c: array<u32, 128>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>, 16>;
@group(0) @binding(4) var<storage, read_write> sums: array<u32, 8>;
var<workgroup> ta: array<array<u32, 9>, 8>;
var<workgroup> tb: array<array<u32, 9>, 8>;
var<workgroup> bins: array<atomic<u32>, 8>;
var<workgroup> most: atomic<i32>;
var<workgroup> ring: array<u32, 64>;
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
  var acc = 0u;
  for (var t = 0u; t < 2u; t++) {
    ta[l.y][l.x] = a[(l.y * 16u + t * N + l.x + w.x * 128u) & 255u] & 255u;
    tb[l.y][l.x] = b[((t * N + l.y) * 16u + l.x) & 255u] & 255u;
    workgroupBarrier();
    for (var k = 0u; k < N; k++) { acc += ta[l.y][k] * tb[k][l.x]; }
    workgroupBarrier();
  }
  c[w.x * 64u + i] = acc;
  if i < 8u { atomicStore(&bins[i], 0u); }
  if i == 0u { atomicStore(&most, -1000); }
  workgroupBarrier();
  let bin = acc & 7u;
  let old = atomicAdd(&bins[bin], 1u);
  atomicMax(&most, i32(acc & 1023u) - 500);
  atomicAdd(&counts[bin], 1u);
  atomicOr(&counts[8], 1u << bin);
  if acc % 3u == 0u { atomicXor(&counts[9], acc & 0xfff0u); }
  ring[i] = acc;
  workgroupBarrier();
  for (var d = 32u; d > 0u; d >>= 1u) {
    if i < d { ring[i] += ring[i + d] * 3u; }
    workgroupBarrier();
  }
  let total = workgroupUniformLoad(&ring[0]);
  if i == 63u { sums[w.x * 4u] = total; sums[w.x * 4u + 1u] = bitcast<u32>(atomicLoad(&most)); }
  var run = 0u;
  if i < 8u {
    for (var k = 0u; k < 8u; k++) { if k > i { break; } run += atomicLoad(&bins[k]); }
    if i == 7u { sums[w.x * 4u + 2u] = run + select(0u, 1u << 31u, old > 64u); }
  }
}
