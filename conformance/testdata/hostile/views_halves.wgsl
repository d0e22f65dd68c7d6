// not wgpu-run tint-run
enable f16;
requires buffer_view;
struct H { a: f16, b: vec3h, c: f16, m: mat3x3<f16>, d: array<vec2h, 3>, e: array<f16, 5> }
@group(0) @binding(0) var<storage, read_write> b: buffer<256>;
@group(0) @binding(1) var<uniform> u: buffer<112>;
@group(0) @binding(2) var<storage, read_write> o: array<u32, 32>;
var<workgroup> w: buffer<130>;
fn put(p: ptr<storage, f16, read_write>, x: f16) { *p = x; }
fn vec(p: ptr<workgroup, array<vec3h, 2>>, i: u32) -> vec3h { (*p)[i].z = 3.5h; return p[1u - i]; }
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32, @builtin(num_workgroups) nw: vec3u) {
  (*bufferView<array<f16, 8>>(&w, 0))[i * 2u] = f16(i) + 1h;
  (*bufferView<array<f16, 8>>(&w, 0))[i * 2u + nw.x] = f16(i) * 2h;
  workgroupBarrier();
  o[i] = bufferView<array<u32, 4>>(&w, 0)[i];
  o[4u + i] = u32(*bufferView<f16>(&w, i * 2u + 2u));
  workgroupBarrier();
  if i == 0u {
    var h = H(); h.a = 1h; h.b = vec3h(2h, 3h, 4h); h.c = 5h; h.m[1] = vec3h(6h, 7h, 8h); h.d[2].y = 9h; h.e[nw.x] = 10h; h.e[4] = 11h;
    *bufferView<H>(&b, 0) = h;
    bufferView<H>(&b, 64u * nw.x).b = h.m[1].zxy;
    put(&bufferView<H>(&b, 128u * nw.x).e[nw.x + 1u], 12h);
    put(bufferView<f16>(&b, 254), 13h); put(bufferView<f16>(&b, nw.x * 252), 14h);
    (*bufferView<mat2x3<f16>>(&b, 192))[nw.x].y = 15h;
    let g = *bufferView<H>(&b, 0); o[8] = u32(g.b.z) + 100u * u32(g.e[4]) + 10000u * u32(g.m[1].x);
    let v = vec(bufferView<array<vec3h, 2>>(&w, 16 * nw.x), nw.x); o[9] = u32(v.x); o[10] = bufferView<array<u32>>(&w, 0)[nw.x + 6u];
    o[11] = bufferLength(&w); o[12] = arrayLength(bufferView<array<vec3h>>(&w, nw.x * 64)); o[13] = arrayLength(bufferView<array<f16>>(&w, nw.x * 64));
    o[14] = bitcast<u32>(bufferView<array<vec2h>>(&u, 4)[nw.x]); o[15] = bitcast<u32>(vec2h((*bufferView<H>(&u, 16 * nw.x)).m[nw.x].zy)); 
  }
}
