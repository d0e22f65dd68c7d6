// workgroups 2
struct Particle { p: vec2i, kind: u32 }
struct Cell { count: atomic<u32>, sum: array<atomic<i32>, 2>, least: atomic<i32>, mask: atomic<u32> }
const EMPTY = 0xffffffffu;
const SLOTS = 64u;
@group(0) @binding(0) var<storage> data: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4i, 64>;
@group(0) @binding(2) var<storage, read_write> probes: array<u32, 64>;
var<workgroup> owner: array<atomic<u32>, SLOTS>;
var<workgroup> cells: array<Cell, SLOTS>;
fn particle(i: u32) -> Particle { let x = data[i]; return Particle(vec2i(i32(x & 15) - 8, i32((x >> 8) & 7) - 4), (x >> 16) & 31); }
fn cell_key(p: vec2i) -> u32 { return u32((p.x >> 1) & 0xffff) | (u32(p.y >> 1) << 16); }
fn slot_of(key: u32) -> u32 { var h = key; h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u; return (h ^ (h >> 15)) % SLOTS; }
fn insert(key: u32) -> u32 {
  var at = slot_of(key);
  for (var tries = 0u; tries < SLOTS; ) {
    let r = atomicCompareExchangeWeak(&owner[at], EMPTY, key);
    if r.exchanged || r.old_value == key { return at; }
    if r.old_value == EMPTY { continue; }
    at = (at + 1) % SLOTS;
    tries++;
  }
  return SLOTS;
}
fn find(key: u32) -> i32 {
  var at = slot_of(key);
  for (var tries = 0u; tries < SLOTS; tries++) {
    switch atomicLoad(&owner[at]) {
      case EMPTY: { return -1; }
      default: { if atomicLoad(&owner[at]) == key { return i32(at); } }
    }
    at = (at + 1) % SLOTS;
  }
  return -1;
}
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(global_invocation_id) gid: vec3u) {
  for (var k = i; k < SLOTS; k += 32) {
    atomicStore(&owner[k], EMPTY);
    atomicStore(&cells[k].least, 0x7fffffff);
  }
  workgroupBarrier();
  let p = particle(gid.x);
  let at = insert(cell_key(p.p));
  if at < SLOTS {
    let c = &cells[at];
    atomicAdd(&c.count, 1u);
    atomicAdd(&c.sum[0], p.p.x);
    atomicSub(&(*c).sum[1], -p.p.y);
    atomicMin(&c.least, i32(p.kind) - 16);
    atomicOr(&c.mask, 1u << p.kind);
  }
  workgroupBarrier();
  var around = vec4i();
  var missing = 0u;
  for (var y = -1; y <= 1; y++) { for (var x = -1; x <= 1; x++) {
    let slot = find(cell_key(p.p + 2 * vec2i(x, y)));
    if slot < 0 { missing += 1u << u32(3 * (y + 1) + x + 1); continue; }
    let c = &cells[slot];
    around += vec4i(i32(atomicLoad(&c.count)), atomicLoad(&c.sum[0]), atomicLoad(&c.sum[1]), 0);
    around.w = min(around.w, atomicLoad(&c.least));
    missing ^= atomicLoad(&c.mask) << 9;
  } }
  out[gid.x] = around;
  probes[gid.x] = missing;
}
