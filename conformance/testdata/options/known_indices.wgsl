// Indices that compilers know, out of bounds.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 4>;
@group(0) @binding(1) var<uniform> u: array<vec4u, 4>;
@group(0) @binding(2) var<uniform> m: array<mat2x2f, 2>;
@compute @workgroup_size(1) fn main() {
  var k = 100u;
  var l = array<u32, 4>(1u, 2u, 3u, o[1]);
  o[0] = o[k] + u[k].x + u[k + o[2]].y + u32(m[k][1].x);
  o[k] = 9u;
  o[2] = l[k];
  var i = 2;
  loop { if i > 5 { break; } o[3] += u[i].z; i++; }
  l[k + 1u] = 3u;
  o[1] = l[3];
}
