// not spirv
struct U { a: mat2x2f, b: array<mat2x3f, 2>, c: mat3x2f, @align(32) d: mat4x3f, e: array<vec2f, 3>, @size(24) f: f32, g: array<mat2x2f, 3> }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<storage, read_write> s: array<U, 2>;
@group(0) @binding(2) var<storage, read_write> o: array<u32, 128>;
fn pick(p: ptr<uniform, array<mat2x3f, 2>>, i: u32) -> mat2x3f { return p[i]; }
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let all_ = u;
  var l = u;
  l.b[i & 1u][i >> 1u] = pick(&u.b, 1u - (i & 1u))[i >> 1u].zxy;
  let q = i * 8u;
  o[q] = bitcast<u32>(u.a[i & 1u][i >> 1u]); o[q + 1u] = bitcast<u32>(u.b[i & 1u][i >> 1u].z); o[q + 2u] = bitcast<u32>(all_.c[i % 3u].y);
  o[q + 3u] = bitcast<u32>(l.d[i][i % 3u]); o[q + 4u] = bitcast<u32>(u.e[i % 3u][i & 1u]); o[q + 5u] = bitcast<u32>(l.b[i & 1u][i >> 1u].x);
  o[q + 6u] = bitcast<u32>(u.g[i % 3u][1][i & 1u]); 
  if i < 2u { s[i] = u; s[i].g[i][1 - i] = u.e[i]; s[i].a = all_.g[2]; s[i].d[3] = l.b[1][0]; }
  o[q + 7u] = bitcast<u32>(u.f);
}
