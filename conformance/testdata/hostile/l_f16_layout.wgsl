// not spirv
enable f16;
struct H { a: f16, v: vec3h, b: f16, m: mat3x3<f16>, arr: array<vec3h, 2>, c: vec2h, d: f16 }
struct In { h: H, list: array<H, 2>, tail: array<f16, 6> }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> s: In;
@group(0) @binding(2) var<uniform> un: H;
var<workgroup> w: array<H, 2>;
fn sum(h: H) -> f16 { return h.a + h.v.x; }
fn setv(p: ptr<function, H>, x: f16) { (*p).v.y = x; (*p).m[1][2] = x * 2.0h; (*p).arr[1].z = x; }
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
  var h = H(1h, vec3h(2h, 3h, 4h), 5h, mat3x3<f16>(1h, 2h, 3h, 4h, 5h, 6h, 7h, 8h, 9h), array(vec3h(1h), vec3h(2h)), vec2h(3h, 4h), 6h);
  setv(&h, f16(i) + 10h);
  w[i] = h;
  workgroupBarrier();
  var g = w[1u - i];
  g.arr[i] = g.m[i + 1u].zyx;
  g.m = transpose(g.m);
  o[i * 8u] = u32(sum(g)) * 100u + u32(g.arr[i].x);
  o[i * 8u + 1u] = u32(g.m[2][1]) + 100u * u32(g.m[1][2]);
  o[i * 8u + 2u] = bitcast<u32>(g.c);
  o[i * 8u + 3u] = bitcast<vec2u>(vec4h(g.v, g.d)).y;
  s.list[i] = g;
  s.tail[i * 3u + 1u] = f16(i32(i) - 3);
  if i == 0u { s.h.v = vec3h(7h, 8h, 9h); s.h.m[1] = vec3h(1h, 2h, 3h); s.h.arr[1].y = 4h; s.h.a = f16(65504.0) * 1h; }
  o[i * 8u + 4u] = bitcast<u32>(un.c) ^ bitcast<vec2u>(vec4h(un.arr[i], un.b)).x;
  o[i * 8u + 5u] = bitcast<vec2u>(vec4h(un.m[i + 1u], un.a)).y;
}
