// loose 1e-5
struct Leaf { v: vec3i, w: u32 }
struct Two { l: Leaf, f: vec3f, g: f32, h: vec3u }
@group(0) @binding(0) var<storage, read_write> b: array<Leaf, 3>;
@group(0) @binding(1) var<storage, read_write> t: Two;
fn give() -> Leaf { return b[2]; }
fn f(l: Leaf, i: u32) -> vec3i { return (l.v + vec3i(3, 6, l.v.y)).zxy * l.v.zyx + l.v[i]; }
fn g(x: vec3i) -> i32 { return x.x; }
@compute @workgroup_size(1) fn main() {
  let l = b[0];
  b[1] = Leaf(l.v + vec3i(1, 2, l.v.x), l.w);
  b[2].v = (bitcast<vec3i>(l.v) << bitcast<vec3u>(l.v)) ^ -l.v;
  b[0].v = f(b[l.w & 1], l.w % 3) + g(l.v) + g(give().v) + give().v.z;
  let two = t;
  t.f = fma(two.f, two.f.zyx, bitcast<vec3f>(two.l.v)) + select(two.f, bitcast<vec3f>(two.h), two.l.v < vec3i());
  t.h = vec3u(two.f) + two.h.yyz + u32(dot(two.f, two.f)) + two.h[l.w % 3];
}
