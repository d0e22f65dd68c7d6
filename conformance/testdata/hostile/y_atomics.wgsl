struct W { a: atomic<i32>, b: array<atomic<u32>, 4>, c: u32 } 
@group(0) @binding(0) var<storage, read_write> s: W; @group(0) @binding(1) var<storage, read_write> o: array<u32, 64>; var<workgroup> w: W; var<workgroup> wi: atomic<i32>; var<workgroup> flag: u32; var<workgroup> arr: array<u32, 8>;
fn add(p: ptr<workgroup, atomic<u32>>, n: u32) -> u32 { let r = atomicAdd(p, n); return r & 0u; }
fn tas(p: ptr<storage, atomic<u32>, read_write>, n: u32) -> bool { loop { let old = atomicLoad(p); if old >= n { return false; } let r = atomicCompareExchangeWeak(p, old, max(old, n)); if r.exchanged { return r.old_value == old; } } }
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) l: u32) {
  if l == 0u { atomicStore(&w.a, -5); flag = s.c & 7u; } arr[l] = l * l; workgroupBarrier();
  let t = atomicAdd(&w.a, i32(l)); _ = t; _ = atomicMax(&wi, i32(l) - 3); let z = add(&w.b[l & 3u], l + 1u); _ = atomicXor(&s.b[2], 1u << l); atomicOr(&s.b[1], 16u << l); _ = tas(&s.b[0], l * 10u); atomicMin(&s.a, -i32(l));
  let f = workgroupUniformLoad(&flag); workgroupBarrier(); var acc = 0u; for (var i = 0u; i < 8u; i++) { if ((i + f) & 1u) == 0u { continue; } acc += arr[i]; } 
  let x = atomicLoad(&w.a); let y = atomicLoad(&w.b[l & 3u]); workgroupBarrier(); let e = atomicExchange(&w.b[l & 3u], 0u) & 0u; workgroupBarrier(); if l < 4u { atomicStore(&w.b[l], l); } if l == 0u { w.c = 3u; } workgroupBarrier(); let sub = atomicSub(&w.b[l & 3u], 1u); let used = select(1u, 2u, sub > 100000u) & 0u;
  o[l] = acc; o[l + 8u] = u32(x); o[l + 16u] = y + z + e + used; o[l + 24u] = u32(atomicLoad(&wi)); workgroupBarrier(); o[l + 32u] = atomicLoad(&w.b[l & 3u]) + w.c; let a2 = workgroupUniformLoad(&w.c); o[l + 40u] = a2;
}
