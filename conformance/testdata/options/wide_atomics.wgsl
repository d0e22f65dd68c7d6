// Atomic operations of 64 bits.
enable wgpu_int64;
enable wgpu_int64_atomics;
@group(0) @binding(0) var<storage, read_write> a: array<atomic<u64>, 4>;
@compute @workgroup_size(1) fn main() { atomicMax(&a[0], 5lu); atomicMin(&a[1], 7lu); }
