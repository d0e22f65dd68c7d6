// Sorts blocks of 128 keys with what they carry, each in a workgroup's memory.

struct Pair { key: u32, value: u32 }

@group(0) @binding(0) var<storage, read_write> pairs: array<Pair>;

const N = 128u;
var<workgroup> block: array<Pair, N>;

@compute @workgroup_size(N / 2)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * N;
  block[lane] = pairs[start + lane];
  block[lane + N / 2u] = pairs[start + lane + N / 2u];
  workgroupBarrier();
  for (var size = 2u; size <= N; size <<= 1u) {
    for (var stride = size / 2u; stride > 0u; stride >>= 1u) {
      let low = 2u * stride * (lane / stride) + lane % stride;
      let high = low + stride;
      let descending = (low & size) != 0u;
      let a = block[low];
      let b = block[high];
      if (a.key > b.key) != descending {
        block[low] = b;
        block[high] = a;
      }
      workgroupBarrier();
    }
  }
  pairs[start + lane] = block[lane];
  pairs[start + lane + N / 2u] = block[lane + N / 2u];
}
