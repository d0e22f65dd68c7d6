// loose 1e-3
const HD = 4u; const BR = 4u; const BC = 4u;
@group(0) @binding(0) var<storage> Q: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> O: array<f32, 64>;
var<workgroup> k_tile: array<array<f32, HD>, BC>;
var<workgroup> v_tile: array<array<f32, HD>, BC>;
fn ld(i: u32) -> f32 { return f32(Q[i & 63u] & 15u) * 0.125; }
@compute @workgroup_size(BR) fn main(@builtin(local_invocation_id) l: vec3u) {
  var q: array<f32, HD>; var acc: array<f32, HD>;
  for (var d = 0u; d < HD; d++) { q[d] = ld(l.x * HD + d) * 0.5; }
  var m = -1e30f; var z = 0.0;
  for (var t = 0u; t < 4u; t++) {
    for (var d = 0u; d < HD; d++) { k_tile[l.x][d] = ld(t * 16u + l.x * HD + d); v_tile[l.x][d] = ld(63u - (t * 16u + l.x * HD + d)); }
    workgroupBarrier();
    for (var c = 0u; c < BC; c++) {
      if t * BC + c > l.x * 4u + 3u { continue; }
      var s = 0.0; for (var d = 0u; d < HD; d++) { s += q[d] * k_tile[c][d]; }
      let mn = max(m, s); let corr = exp(m - mn); let p = exp(s - mn); z = z * corr + p;
      for (var d = 0u; d < HD; d++) { acc[d] = acc[d] * corr + p * v_tile[c][d]; }
      m = mn;
    }
    workgroupBarrier();
  }
  for (var d = 0u; d < HD; d++) { O[l.x * HD + d] = acc[d] / z; }
}
