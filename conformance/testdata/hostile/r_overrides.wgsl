// workgroups 2
// values width=6 20=3 deep=1 scale=2.5 wrap=0 7=-9
@id(20) override height: u32 = 2;
override width: u32;
override area = width * height;
override padded = (area + 3u) / 4u * 4u;
override deep: bool = false;
override depth = select(1u, 3u, deep);
override scale: f32;
override wrap: bool = true;
@id(7) override bias: i32 = 4;
override twice = f32(bias) * 2 + scale;
override flags = u32(deep) | (u32(wrap) << 1) | (u32(bias < 0) << 2) | (u32(scale > 2.0) << 3);
override unused_half: f32 = scale / 2;
override shift = depth & 31u;
override limit = min(padded, 16u) + max(u32(abs(bias)), 1u);
struct Item { a: u32, b: vec2f }
var<workgroup> tile: array<array<u32, 4>, padded>;
var<workgroup> items: array<Item, area + 1>;
var<workgroup> line: array<atomic<u32>, depth * 2>;
@group(0) @binding(0) var<storage, read_write> o: array<vec4u, 64>;
@group(0) @binding(1) var<storage> x: array<u32, 32>;
var<private> start: f32 = twice - 0.5;
var<private> both: vec2i = vec2i(bias, -bias);
fn at(v: vec2u) -> u32 { return (v.y % height) * width + v.x % width; }
fn steps(n: u32) -> u32 { var s = n; for (var i = 0u; i < depth; i++) { if wrap && i == 1 { continue; } s = (s << shift) ^ (s >> (32 - shift)) ^ i; if !deep { break; } } return s; }
fn level(p: ptr<workgroup, array<array<u32, 4>, padded>>, i: u32) -> u32 { return (*p)[i % padded][i & 3]; }
fn kind(v: u32) -> u32 {
  switch v % limit {
    case 0, 5: { return flags; }
    case 1: { if deep { return 11; } return 12; }
    default: { return select(limit, area, wrap || v > area); }
  }
}
@compute @workgroup_size(width, height) fn main(@builtin(local_invocation_index) i: u32, @builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) wg: vec3u) {
  let v = x[(wg.x * area + i) % 32];
  tile[i] = array(v, steps(v), kind(v), at(l.xy));
  if i < padded - area { tile[area + i] = array<u32, 4>(1, 2, 3, flags); }
  items[i] = Item(v & 15, vec2f(f32(v & 7) * scale, start));
  if i == 0 { items[area].a = limit; }
  atomicAdd(&line[v % (depth * 2)], v & 1023);
  workgroupBarrier();
  let other = (i + height) % area;
  var sum = vec4u();
  for (var k = 0u; k < depth; k++) { sum[k & 3] += level(&tile, other + k) + items[(i + k) % (area + 1)].a; }
  sum.w += atomicLoad(&line[i % (depth * 2)]) + bitcast<u32>(both[i & 1]);
  sum.x ^= bitcast<u32>(items[other].b.x - items[other].b[depth & 1] + twice);
  o[(wg.x * area + i) % 64] = sum;
}
