struct S { a: array<f32, 3>, b: vec2f }
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
fn f(a: array<f32, 3>, s: S) -> f32 { return a[1] + s.a[2] + s.b.x; }
fn g() -> S { return S(); }
fn h() -> array<f32, 3> { return array<f32, 3>(); }
const c = array<S, 2>();
@compute @workgroup_size(1) fn cs(@builtin(global_invocation_id) id: vec3u) {
  let z = array<f32, 3>(); let y = S();
  o[0] = z[id.x] + array<f32, 3>()[1] + array<S, 2>()[id.x].b[id.y] + y.a[id.x] + y.b.y + f(array<f32, 3>(), S()) + g().a[id.y] + h()[id.x] + c[id.x].a[2] + vec3f()[id.x] + mat2x3f()[id.x].y + mat2x3f()[id.x][id.y] + S().a[id.x];
  var v = y; v.a[1] = z[2]; let w = v; o[1] = w.a[id.x];
}
