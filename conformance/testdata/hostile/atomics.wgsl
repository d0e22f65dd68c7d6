// Atomics whose results nothing uses, in structs, arrays and workgroup memory.
struct C { n: atomic<u32>, s: array<atomic<i32>, 3>, plain: vec3u }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> c: array<C, 2>;
var<workgroup> w: array<C, 2>;
var<workgroup> m: array<array<atomic<u32>, 4>, 2>;
override len = 3u;
var<workgroup> dyn: array<vec2u, len * 2u + 1u>;
fn inc(p: ptr<workgroup, atomic<u32>>) -> u32 { return atomicAdd(p, 1u); }
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  atomicAdd(&w[0].n, 2u); _ = atomicMax(&w[1].n, i); atomicMin(&w[0].s[1], -i32(i)); atomicOr(&m[1][i & 3u], 1u << i); inc(&m[0][2]);
  atomicSub(&w[1].s[2], 3); let unused = atomicXor(&m[0][i % 2u], 5u); atomicAnd(&m[1][3], 0xffffu);
  if i < len * 2u + 1u { dyn[i] = vec2u(i, i * i); }
  workgroupBarrier();
  atomicAdd(&c[0].n, atomicLoad(&w[0].n)); atomicMax(&c[1].s[i % 3u], i32(i)); atomicMin(&c[1].n, i + 1u);
  storageBarrier(); workgroupBarrier();
  if i == 0u {
    w[0].plain = vec3u(1, 2, 3); w[0].plain.y += 5u; atomicStore(&w[1].s[0], 77);
    let x = atomicCompareExchangeWeak(&w[1].s[0], 77, 78); let y = atomicCompareExchangeWeak(&w[1].s[0], 77, 79);
    o[0] = atomicLoad(&w[0].n); o[1] = atomicLoad(&w[1].n); o[2] = u32(atomicLoad(&w[0].s[1])); o[3] = atomicLoad(&m[1][1]); o[4] = atomicLoad(&m[0][2]);
    o[5] = u32(atomicLoad(&w[1].s[2])); o[6] = atomicLoad(&m[0][0]) + atomicLoad(&m[0][1]); o[7] = w[0].plain.x + w[0].plain.y * 10u;
    o[8] = u32(x.old_value) + u32(y.old_value) * 100u + select(0u, 10000u, y.exchanged); o[9] = dyn[len].y + dyn[6].x + arrayLength(&n);
    o[10] = atomicExchange(&m[0][3], 4u) + atomicLoad(&m[0][3]); o[11] = u32(atomicLoad(&c[0].s[1]) * 0);
  }
}
@group(0) @binding(2) var<storage, read_write> n: array<atomic<u32>>;
