struct A { x: vec3f, @size(32) y: f32, z: vec2u }
struct B { @align(64) a: A, n: u32, l: array<A, 2>, v: vec3u }
@group(0) @binding(0) var<storage, read_write> s: array<B, 3>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 128>;
fn swap(i: u32, j: u32) { let t = s[i].l; s[i].l = s[j].l; s[j].l = t; }
fn id(b: B) -> B { return b; }
@compute @workgroup_size(1) fn main() {
  s[1] = id(s[0]);
  swap(0u, 2u);
  s[2].a = s[0].l[1];
  var t = s[1];
  t.l[0].x.y = 5.0; t.v = t.v.zxy;
  let k = t.n % 3u;
  s[k].l[k & 1u] = t.l[0];
  s[k].v = t.v;
  s[0].l[1].x = vec3f(1.0, 2.0, 3.0);
  o[0] = k;
}
