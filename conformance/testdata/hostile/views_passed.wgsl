// not wgpu-run
// values n=12
requires buffer_view;
override n: u32 = 12;
var<workgroup> w: buffer<n * 8>;
@group(0) @binding(0) var<storage, read_write> b: buffer;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 32>;
struct P { pos: vec3f, @size(20) id: u32, vel: vec2f }
fn each(p: ptr<storage, array<P>, read_write>, k: u32) -> u32 { var s = 0u; for (var i = 0u; i < arrayLength(p); i++) { p[i].id = i * k; s += (*p)[i].id; let t = p[i]; p[arrayLength(p) - 1u - i].vel = t.vel.yx; } return s; }
fn half(p: ptr<workgroup, buffer>) -> ptr_u { return bufferLength(p) / 2; }
alias ptr_u = u32;
fn pick(a: ptr<storage, buffer, read_write>, off: i32, sz: i32) -> u32 { let v = bufferArrayView<array<u32>>(a, off, sz); var x = 0u; for (var i = 0; i < i32(arrayLength(v)); i++) { x = x * 3u + v[i]; } return x; }
fn twice(a: ptr<storage, buffer, read_write>, off: i32) -> u32 { return pick(a, off, 16) + pick(a, off + 16, 12); }
@compute @workgroup_size(1) fn main(@builtin(num_workgroups) nw: vec3u) {
  let k = nw.x;
  o[0] = bufferLength(&w); o[1] = half(&w); o[2] = arrayLength(bufferView<array<vec4u>>(&w, 16 * k));
  let u = bufferView<array<u32>>(&w, 0);
  for (var i = 0u; i < arrayLength(u); i++) { u[i] = i * i; }
  o[3] = workgroupUniformLoad(bufferView<vec4u>(&w, 32)).z; o[4] = workgroupUniformLoad(bufferView<array<u32, 3>>(&w, i32(k) * 4))[k];
  o[5] = each(bufferArrayView<array<P>>(&b, 64, 3u * 48u), 7u); o[6] = each(bufferView<array<P>>(&b, 208 * k), k);
  o[7] = twice(&b, i32(k) * 4);
  for (var i = 0u; i < 4u; i++) { let q = bufferView<vec2u>(&b, i * 8u); if i == 2u { continue; } (*q).x += (*q).y + i; q[i & 1u] ^= 5u; (*q).y++; }
  var s = 0u; for (var i = 0; i < 3; i++) { for (var j = 0; j < 2; j++) { let p = bufferView<vec2u>(&b, i * 16 + j * 8); let r = bufferView<mat2x2f>(&w, 16 * i); (*r)[j] = vec2f(f32(i), f32(j)); s += (*p).x * u32((*r)[j].x + (*r)[j].y); } } o[8] = s;
  let e = &(*bufferView<array<vec3u, 4>>(&b, 128))[k]; (*e).y = 3u; let before = *e; (*e) = (*e).zyx; o[9] = before.x + (*e).z;
  o[10] = *bufferView<u32>(&b, 7u * k) ; o[11] = bufferView<vec4u>(&b, 31u * k).w;
  _ = bufferView<u32>(&b, k); _ = bufferLength(&b); _ = &b;
}
