// workgroups 3
const SIZE = 32u;
const ITEMS = 4u;
struct Block { items: array<u32, ITEMS>, sum: u32 }
@group(0) @binding(0) var<storage> input: array<u32, 384>;
@group(0) @binding(1) var<storage, read_write> inclusive: array<u32, 384>;
@group(0) @binding(2) var<storage, read_write> exclusive: array<u32, 384>;
@group(0) @binding(3) var<storage, read_write> segmented: array<vec2u, 96>;
@group(0) @binding(4) var<storage, read_write> sums: array<u32, 3>;
var<workgroup> tree: array<u32, 36>;
var<workgroup> ping: array<array<vec2u, SIZE>, 2>;
var<workgroup> total: u32;
fn padded(i: u32) -> u32 { return i + (i >> 4); }
fn load_block(at: u32) -> Block {
  var b: Block;
  for (var i = 0u; i < ITEMS; i++) { let x = input[at + i] & 0xffff; b.sum += x; b.items[i] = b.sum; }
  return b;
}
fn up_down(i: u32) -> u32 {
  var offset = 1u;
  for (var d = SIZE >> 1; d > 0; d >>= 1) {
    workgroupBarrier();
    if i < d {
      let a = padded(offset * (2 * i + 1) - 1);
      let b = padded(offset * (2 * i + 2) - 1);
      tree[b] += tree[a];
    }
    offset *= 2;
  }
  workgroupBarrier();
  if i == 0 { let last = padded(SIZE - 1); total = tree[last]; tree[last] = 0; }
  for (var d = 1u; d < SIZE; d *= 2) {
    offset >>= 1u;
    workgroupBarrier();
    if i < d {
      let a = padded(offset * (2 * i + 1) - 1);
      let b = padded(offset * (2 * i + 2) - 1);
      let t = tree[a];
      tree[a] = tree[b];
      tree[b] += t;
    }
  }
  workgroupBarrier();
  return tree[padded(i)];
}
fn combine(a: vec2u, b: vec2u) -> vec2u { return vec2u(select(a.x + b.x, b.x, b.y != 0), a.y | b.y); }
@compute @workgroup_size(SIZE) fn main(@builtin(local_invocation_id) lid: vec3u, @builtin(workgroup_id) wid: vec3u) {
  let i = lid.x;
  let at = (wid.x * SIZE + i) * ITEMS;
  let b = load_block(at);
  tree[padded(i)] = b.sum;
  let before = up_down(i);
  for (var k = 0u; k < ITEMS; k++) {
    inclusive[at + k] = before + b.items[k];
    exclusive[at + k] = before + select(0u, b.items[max(k, 1u) - 1], k > 0);
  }
  let all = workgroupUniformLoad(&total);
  if i == SIZE - 1 { sums[wid.x] = select(0xdead, all, all == before + b.sum); }
  var now = 0u;
  ping[0][i] = vec2u(input[at] & 0xff, u32((input[at] & 3) == 0));
  workgroupBarrier();
  for (var step = 1u; step < SIZE; step = step << 1) {
    if i >= step { ping[now ^ 1][i] = combine(ping[now][i - step], ping[now][i]); } else { ping[now ^ 1][i] = ping[now][i]; }
    now ^= 1;
    workgroupBarrier();
  }
  segmented[wid.x * SIZE + i] = ping[now][i];
}
