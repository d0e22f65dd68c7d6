// A pass of a radix sort over blocks of 64 keys: the digits of a block are counted, their
// counts summed up, and the keys written where they belong, equal digits in their order.

struct Pass { shift: u32 }

@group(0) @binding(0) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> keys: array<u32>;
@group(0) @binding(3) var<uniform> step: Pass;

const DIGITS = 16u;
const N = 64u;
var<workgroup> counts: array<atomic<u32>, DIGITS>;
var<workgroup> offsets: array<u32, DIGITS>;
var<workgroup> digits: array<u32, N>;

@compute @workgroup_size(N)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let key = keys[group.x * N + lane];
  let digit = extractBits(key, step.shift, 4u);
  digits[lane] = digit;
  atomicAdd(&counts[digit], 1u);
  workgroupBarrier();
  if lane < DIGITS {
    let n = atomicLoad(&counts[lane]);
    offsets[lane] = n;
    atomicAdd(&histogram[lane], n);
  }
  workgroupBarrier();
  for (var d = 1u; d < DIGITS; d *= 2u) {
    var sum = 0u;
    if lane < DIGITS {
      sum = offsets[lane];
      if lane >= d {
        sum += offsets[lane - d];
      }
    }
    workgroupBarrier();
    if lane < DIGITS {
      offsets[lane] = sum;
    }
    workgroupBarrier();
  }
  var at = 0u;
  if digit > 0u {
    at = offsets[digit - 1u];
  }
  for (var i = 0u; i < lane; i++) {
    at += u32(digits[i] == digit);
  }
  sorted[group.x * N + at] = key;
}
