// workgroups 2
// not dxc
// DXC ends the loop of all_below with its load, of which lavapipe loses the values of invocations that exit early.
@group(0) @binding(0) var<storage> input: array<u32, 256>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u, 64>;
const WINDOW = 6u;
fn find(at: u32, wanted: u32) -> u32 {
  var steps = 0u;
  for (var i = 0u; i < 16u; i++) {
    let x = input[(at + i) & 255u] & 15u;
    steps += 1u;
    if x == wanted { return i * 100u + steps; }
    if x > 13u { continue; }
    steps += x & 1u;
  }
  return 0xffffu + steps;
}
fn best(at: u32) -> vec2u {
  var top = 0u; var where_ = 99u;
  var first = true;
  for (var i = 0u; i < WINDOW; i++) {
    let x = input[(at * 3u + i) & 255u] % 97u;
    if first || x > top { top = x; where_ = i; first = false; }
    if top > 90u { break; }
  }
  return vec2u(top, where_);
}
fn all_below(at: u32, n: u32, limit: u32) -> bool {
  var ok = true;
  for (var i = 0u; i < n && ok; i++) { ok = (input[(at + i) & 255u] & 255u) < limit; }
  return ok;
}
fn sum_until(at: u32) -> u32 {
  var s = 0u;
  var i = 0u;
  loop {
    if i == 5u { break; }
    let x = input[(at + i) & 255u] & 31u;
    if s + x > 70u { s |= 0x8000u; break; }
    s += x;
    if i == 0u { s += 3u; }
    i++;
  }
  return s * 8u + i;
}
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  var v = vec4u(find(i, i & 15u), best(i), 0u);
  v.w = sum_until(i) + select(0u, 1u << 20u, all_below(i, 3u + (i & 3u), 200u));
  out[i] = v;
}
