// not wgpu-run
requires buffer_view;
struct S { a: mat3x3f, b: vec2f, c: array<vec3u, 3>, d: u32 }
struct Tail { n: u32, v: vec3f, list: array<vec2u> }
@group(0) @binding(0) var<storage, read_write> b: buffer;
@group(0) @binding(1) var<storage> c: buffer<256>;
@group(0) @binding(2) var<uniform> u: buffer<208>;
@group(0) @binding(3) var<storage, read_write> o: array<u32, 64>;
var<workgroup> w: buffer<512>;
fn len(p: ptr<storage, buffer>) -> u32 { return bufferLength(p); }
fn len2(p: ptr<storage, buffer<128>>) -> u32 { return len(p) + bufferLength(p) * 1000; }
fn sum(p: ptr<storage, array<u32, 4>, read_write>, k: u32) -> u32 { var s = 0u; for (var i = 0; i < 4; i++) { s += p[i] * k; } p[k & 3] = s; return s; }
fn at(p: ptr<uniform, array<vec2u>>, i: u32) -> u32 { return p[i].y + arrayLength(p); }
fn wg(p: ptr<workgroup, buffer>, i: u32) -> ptr_t { return bufferLength(p) + bufferView<vec2u>(p, i * 8).x; }
alias ptr_t = u32;
@compute @workgroup_size(1) fn main(@builtin(num_workgroups) nw: vec3u) {
  let k = nw.x;
  o[0] = len(&c); o[1] = len2(&c); o[2] = bufferLength(&u); o[3] = bufferLength(&w); o[4] = u32(bufferLength(&b) > 100);
  let s = bufferView<S>(&c, 16 * k);
  o[5] = bitcast<u32>(s.a[k].y); o[6] = bitcast<u32>((*s).b[k]); o[7] = s.c[k + 1].z; o[8] = s.d; o[9] = s.c[2][k];
  var whole = *s; whole.c[0].x += 1u; whole.b = vec2f(1.0, 2.0);
  *bufferView<S>(&w, 128) = whole;
  bufferView<S>(&w, 128u * k).c[k] = vec3u(7, 8, 9);
  (*bufferView<array<u32, 8>>(&w, 0))[k * 3] = 99;
  o[10] = bufferView<S>(&w, 128).c[1].y + wg(&w, 1) + bufferView<array<u32>>(&w, i32(k) * 12)[0];
  o[11] = arrayLength(bufferView<array<u32>>(&w, i32(k) * 12)); o[12] = arrayLength(bufferArrayView<array<vec3f>>(&w, 16, k * 100));
  let t = bufferView<Tail>(&b, k * 32);
  o[13] = u32(arrayLength(&t.list) + 8 == (bufferLength(&b) + 0) / 8);
  t.list[0] = vec2u(5, 6); t.v.y = 3.0; t.n = o[12];
  o[14] = t.list[0].y + u32(t.v[1]); 
  o[15] = sum(bufferView<array<u32, 4>>(&b, 0), 2); o[16] = sum(bufferView<array<u32, 4>>(&b, k * 16), k);
  o[17] = at(bufferView<array<vec2u>>(&u, 64), 3); o[18] = at(bufferArrayView<array<vec2u>>(&u, k * 8, 24), k);
  o[19] = bufferView<vec4u>(&u, 16)[k]; o[20] = bitcast<u32>(bufferView<mat2x3f>(&u, 32)[k].z); o[21] = bufferView<array<u32, 3>>(&u, 4)[k];
  let ul = *bufferView<array<vec3u, 9>>(&u, 16); o[22] = ul[k].x ^ ul[8].z;
  var big = *bufferView<array<u32, 20>>(&c, 4); big[3] = 1u; *bufferView<array<u32, 20>>(&b, 4 * k) = big;
  o[23] = u32((*bufferView<mat4x4f>(&c, 64))[1].x == (*bufferView<array<f32, 16>>(&c, 64))[4]);
}
