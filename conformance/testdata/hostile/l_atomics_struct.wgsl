struct Bin { lo: atomic<u32>, pad: vec3f, hi: atomic<i32>, list: array<atomic<u32>, 3> }
struct World { n: atomic<u32>, bins: array<Bin, 4>, tail: array<atomic<u32>> }
@group(0) @binding(0) var<storage, read_write> w: World;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 128>;
var<workgroup> wg: array<Bin, 2>;
var<workgroup> flag: atomic<u32>;
fn add(p: ptr<storage, Bin, read_write>, x: u32) -> u32 { return atomicAdd(&(*p).lo, x) & 0u; }
fn wadd(p: ptr<workgroup, atomic<u32>>, x: u32) { atomicAdd(p, x); }
fn top(p: ptr<workgroup, Bin>, x: i32) { atomicMax(&p.hi, x); atomicMin(&p.hi, 1000); }
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
  let b = &w.bins[i & 3u];
  _ = add(b, i);
  atomicMax(&b.hi, i32(i) - 8);
  atomicMin(&(*b).hi, 100);
  atomicXor(&b.list[i % 3u], 1u << i);
  atomicOr(&w.tail[i % arrayLength(&w.tail)], i);
  wadd(&wg[i & 1u].lo, i * i);
  wadd(&wg[1].list[i % 3u], 1u);
  top(&wg[i & 1u], i32(i) * -3);
  wadd(&flag, 1u);
  workgroupBarrier();
  if i == 0u {
    o[0] = atomicLoad(&wg[0].lo); o[1] = atomicLoad(&wg[1].lo);
    o[2] = u32(atomicLoad(&wg[0].hi)); o[3] = u32(atomicLoad(&wg[1].hi));
    for (var k = 0; k < 3; k++) { o[4 + k] = atomicLoad(&wg[1].list[k]); }
    let r = atomicCompareExchangeWeak(&flag, 16u, 99u);
    o[7] = r.old_value;
    o[8] = atomicExchange(&wg[0].list[2], 5u) + atomicLoad(&wg[0].list[2]);
    atomicStore(&wg[0].hi, -1);
    o[9] = u32(atomicSub(&wg[0].hi, 7)) + u32(atomicLoad(&wg[0].hi));
    o[10] = atomicAnd(&flag, 0xfu);
  }
}
