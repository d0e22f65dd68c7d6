// Accesses of every kind by indices that the shader doesn't know.
struct Item { p: vec3f, n: u32, few: array<u32, 3> }
struct Log { size: u32, items: array<Item> }
@group(0) @binding(0) var<storage, read_write> grid: array<array<u32, 2>, 3>;
@group(0) @binding(1) var<storage, read_write> at: array<u32, 8>;
@group(0) @binding(2) var<storage, read_write> log: Log;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>, 5>;
@group(0) @binding(4) var<storage, read> matrices: array<mat3x2f, 2>;
@group(0) @binding(5) var<uniform> lights: array<vec4f, 6>;
var<workgroup> shares: array<atomic<i32>, 7>;
var<private> kept: array<vec3i, 4>;
fn add(p: ptr<function, u32>, more: u32) -> u32 { *p += more; return *p; }
fn swap(p: ptr<private, vec3i>) { *p = (*p).zyx; }
fn item(i: u32) -> Item { return log.items[i]; }
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) i: u32) {
  var few = array(1u, 2u, 3u);
  let sum = add(&few[at[0]], at[1]);
  swap(&kept[at[2]]);
  grid[at[3]][at[4]] = grid[at[4]][at[5]] + sum;
  let taken = atomicCompareExchangeWeak(&counts[at[1]], at[2], i);
  if taken.exchanged { atomicAdd(&counts[at[6]], taken.old_value); }
  let before = atomicMax(&shares[at[3]], i32(at[0]));
  workgroupBarrier();
  let whole = item(at[5]);
  log.items[at[6]] = whole;
  let m = matrices[at[7]];
  log.items[0].p = vec3f(m[at[0]][at[1]], lights[at[2]][at[3]], whole.p[at[4]]);
  log.items[1].few = log.items[at[7]].few;
  at[i] = u32(before) + few[i] + u32(kept[at[1]].x) + log.items[2].few[at[4]];
}
