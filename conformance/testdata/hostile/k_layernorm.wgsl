// workgroups 2 2
// loose 1e-4
struct Meta { rows: u32, cols: u32, eps: f32 }
@group(0) @binding(0) var<storage, read> X: array<vec4<f32>, 32>;
@group(0) @binding(1) var<storage, read> W: array<f32, 16>;
@group(0) @binding(2) var<storage, read_write> Y: array<vec4<f32>, 16>;
var<workgroup> smem: array<vec2f, 8>;
fn welford(a: vec2f, x: f32, n: f32) -> vec2f { let d = x - a.x; let m = a.x + d / n; return vec2f(m, a.y + d * (x - m)); }
fn tidy(x: f32) -> f32 { return f32(bitcast<u32>(x) & 1023u) / 256.0; }
@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_id) local_id: vec3<u32>, @builtin(num_workgroups) nw: vec3<u32>) {
  let row = group_id.y * nw.x + group_id.x;
  var acc = vec2f(); var n = 0.0;
  for (var i = local_id.x; i < 8u; i += 8u) { let v = X[row * 8u + i]; for (var k = 0; k < 4; k++) { n += 1.0; acc = welford(acc, tidy(v[k]), n); } }
  smem[local_id.x] = acc; workgroupBarrier();
  var offset: u32 = 4u;
  while offset > 0u {
    if local_id.x < offset { let a = smem[local_id.x]; let b = smem[local_id.x + offset]; let d = b.x - a.x; smem[local_id.x] = vec2f((a.x + b.x) * 0.5, a.y + b.y + d * d * n * 0.5); }
    if local_id.x < offset { n *= 2.0; }
    workgroupBarrier();
    offset >>= 1u;
  }
  let mean = smem[0].x; let inv = inverseSqrt(smem[0].y / 32.0 + 1e-3);
  if local_id.x < 4u { let v = X[row * 8u + local_id.x * 2u]; Y[row * 4u + local_id.x] = (vec4f(tidy(v.x), tidy(v.y), tidy(v.z), tidy(v.w)) - mean) * inv * tidy(W[local_id.x]); }
}
