// not wasm wgpu-run
enable subgroups;
diagnostic(off, subgroup_uniformity);
@group(0) @binding(0) var<storage> input: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 128>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  let x = input[i] & 255u;
  var r = 0u;
  if (x & 1u) == 0u {
    r = subgroupAdd(1u) - subgroupAdd(1u) + (subgroupMin(x) ^ subgroupMin(x)) ;
    if (x & 2u) == 0u { r += select(1u, 2u, subgroupAny(x > 300u)); } else { r += select(5u, 9u, subgroupAll(x < 300u)); }
  } else {
    r = select(7u, 3u, subgroupAll(true)) + subgroupBroadcastFirst(4u);
  }
  for (var k = 0u; k < (x & 3u) + 1u; k++) {
    let same = subgroupMax(k) == subgroupMin(k);
    r += select(100u, 1u, same);
    if subgroupAny(k > 2u) && k > 2u { break; }
  }
  out[i] = r;
  out[i + 64u] = subgroupBroadcastFirst(input[127]) + (subgroupXor(0u) << 2u) + select(0u, 1u, subgroupElect()) * 0u;
}
