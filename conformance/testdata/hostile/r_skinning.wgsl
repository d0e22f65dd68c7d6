// loose 1e-4
struct Bones { bind: array<mat4x3f, 6>, inverse: array<mat4x4f, 6>, normal: array<mat3x3f, 6>, dual: array<mat2x4f, 6> }
struct Vertex { p: vec3f, n: vec3f, joints: u32, weights: vec4f }
struct Out { @align(16) p: vec4f, n: vec3f, t: mat3x2f, d: vec3f }
struct Morph { offsets: array<vec3f, 4>, w: vec2f }
@group(0) @binding(0) var<uniform> bones: Bones;
@group(0) @binding(1) var<storage> vertices: array<Vertex, 5>;
@group(0) @binding(2) var<storage, read_write> out: array<Out, 5>;
@group(0) @binding(3) var<storage> morph: Morph;
fn bone(i: u32) -> mat4x4f {
  let b = bones.bind[i];
  return mat4x4f(vec4f(b[0], 0), vec4f(b[1], 0), vec4f(b[2], 0), vec4f(b[3], 1)) * (1.0 / 64);
}
fn blend(v: ptr<function, Vertex>) -> mat4x4f {
  var m = mat4x4f();
  for (var i = 0u; i < 4; i++) {
    let j = ((v.joints >> (i * 8)) & 0xff) % 6;
    let w = (*v).weights[i];
    if w == 0.0 { continue; }
    m += w * (bone(j) * bones.inverse[j]);
  }
  return m;
}
fn cofactor(m: mat3x3f) -> mat3x3f { return mat3x3f(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])); }
fn rotate(q: vec4f, v: vec3f) -> vec3f { return v + 2 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
fn dual(v: Vertex) -> vec3f {
  var d = mat2x4f();
  var first = vec4f();
  for (var i = 0; i < 4; i++) {
    var q = bones.dual[((v.joints >> u32(8 * i)) & 255) % 6] * (1.0 / 256);
    if i == 0 { first = q[0]; } else if dot(first, q[0]) < 0 { q = q * -1.0; }
    d += q * v.weights[i];
  }
  let len = max(length(d[0]), 0.25);
  d = d * (1 / len);
  let t = 2 * (d[0].w * d[1].xyz - d[1].w * d[0].xyz + cross(d[0].xyz, d[1].xyz));
  return rotate(d[0], v.p * (1.0 / 64)) + t;
}
@compute @workgroup_size(1) fn main() {
  for (var i = 0; i < 5; i++) {
    var v = vertices[i];
    v.weights = abs(v.weights); v.weights /= max(1.0, dot(v.weights, vec4f(1)));
    v.p = v.p / 64 + morph.offsets[i & 3] * morph.w[i & 1] / 65536;
    let m = blend(&v);
    let p = m * vec4f(v.p, 1);
    let linear = mat3x3f(m[0].xyz, m[1].xyz, m[2].xyz);
    let c = cofactor(linear * (1.0 / 16));
    let n = c * (v.n / 64);
    let normal = transpose(bones.normal[i % 6]);
    out[i].p = select(p, -p, p < vec4f(-1000));
    out[i].n = n / max(1.0, length(n));
    var t = mat3x2f(normal[0].xy, normal[1].yz, normal[2].zx);
    t[i % 3] = t[(i + 1) % 3].yx; t[2].x += n.x / max(1, abs(n.x));
    out[i].t = t;
    out[i].d = dual(v);
  }
}
