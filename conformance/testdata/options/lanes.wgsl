// Lanes by signed indices, and barriers that functions share.
enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
@compute @workgroup_size(8)
fn main(@builtin(subgroup_invocation_id) s: u32) {
  const k = 2i;
  o[0] = subgroupBroadcast(s, 1i) + subgroupBroadcast(s, k);
  o[1] = subgroupShuffle(s, i32(o[3]));
  o[2] = quadBroadcast(s, 1i) + subgroupAdd(s);
}
