struct Aabb { lo: vec3f, first: u32, hi: vec3f, count_axis: u32 }
struct Ray { o: vec3f, d: vec3f, inv: vec3f, sign: vec3u }
struct Hit { t: f32, prim: i32, steps: u32, deepest: u32 }
struct Stack { items: array<u32, 8>, top: i32 }
@group(0) @binding(0) var<storage, read_write> nodes: array<Aabb, 31>;
@group(0) @binding(1) var<storage, read_write> hits: array<Hit, 16>;
@group(0) @binding(2) var<storage> seeds: array<u32, 16>;
const LEAF = 0x80000000u;
fn push(s: ptr<function, Stack>, x: u32) -> bool {
  if s.top >= 8 { return false; }
  s.items[s.top] = x;
  s.top++;
  return true;
}
fn pop(s: ptr<function, Stack>) -> u32 { (*s).top -= 1; return (*s).items[(*s).top]; }
fn slab(r: ptr<function, Ray>, node: u32, limit: f32) -> vec2f {
  let n = &nodes[node];
  var near = 0.0; var far = limit;
  for (var a = 0u; a < 3; a++) {
    if (*r).d[a] == 0.0 {
      if (*r).o[a] < (*n).lo[a] || (*r).o[a] > (*n).hi[a] { return vec2f(1, 0); }
      continue;
    }
    var t0 = ((*n).lo[a] - (*r).o[a]) * (*r).inv[a];
    var t1 = ((*n).hi[a] - (*r).o[a]) * (*r).inv[a];
    if (*r).sign[a] == 1 { let t = t0; t0 = t1; t1 = t; }
    near = max(near, t0); far = min(far, t1);
  }
  return vec2f(near, far);
}
fn trace(ray: Ray, any_hit: bool) -> Hit {
  var r = ray;
  var h = Hit(1e6, -1, 0, 0);
  var s: Stack;
  if !push(&s, 0) { return h; }
  loop {
    if s.top == 0 { break; }
    h.deepest = max(h.deepest, u32(s.top));
    let at = pop(&s);
    h.steps++;
    let span = slab(&r, at, h.t);
    if span.x > span.y { continue; }
    let node = nodes[at];
    if (node.count_axis & LEAF) != 0 {
      for (var k = 0u; k < (node.count_axis & 7); k++) {
        let prim = node.first + k;
        let t = span.x + f32(prim & 3) * 0.25;
        if t < h.t {
          h.t = t; h.prim = i32(prim);
          if any_hit { return h; }
        }
      }
      continue;
    }
    let axis = node.count_axis & 3;
    var children = vec2u(2 * at + 1, 2 * at + 2);
    if r.sign[axis] == 1 { children = children.yx; }
    if !push(&s, children.y) || !push(&s, children.x) { h.prim = -2; break; }
  }
  return h;
}
@compute @workgroup_size(1) fn main() {
  // Leaves first, in a row; what lies above holds both.
  for (var i = 30; i >= 0; i--) {
    let n = &nodes[i];
    if i >= 15 {
      let at = vec3f(f32(i - 15) * 4, f32((i * 7) % 5), f32((i * 3) % 4));
      (*n) = Aabb(at, u32(i * 2), at + vec3f(3, 2, 1.5), LEAF | u32(i & 3));
    } else {
      let a = nodes[2 * i + 1]; let b = nodes[2 * i + 2];
      n.lo = min(a.lo, b.lo); n.hi = max(a.hi, b.hi);
      let e = n.hi - n.lo;
      n.count_axis = select(select(2u, 1u, e.y >= e.z), 0u, e.x >= max(e.y, e.z));
      n.first = 0;
    }
  }
  const steps = array(vec3f(1, 0, 0), vec3f(-2, 0.25, 0), vec3f(0.5, 0, -1), vec3f(4, -0.5, 0.125), vec3f(0, 0, 1));
  for (var i = 0u; i < 16; i++) {
    let seed = seeds[i];
    let d = steps[(seed >> 3) % 5];
    var r = Ray(vec3f(vec3u(seed, seed >> 5, seed >> 9) % vec3u(70, 7, 6)) - 3, d, 1 / d, vec3u(d < vec3f()));
    r.inv = select(r.inv, vec3f(), d == vec3f());
    hits[i] = trace(r, (seed & 4096) != 0);
  }
}
