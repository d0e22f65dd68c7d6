// One name for everything, at every level.
struct x { x: i32, y: i32 }
alias main_ = x;
struct y { y: main_, z: vec2i }
const z = 3;
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
var<private> v: y;
fn f(f: i32) -> i32 { let o = f; { let f = o + 1; { let o = f * 2; { var f = o; f += o; if f > 3 { let f = 4; return f + o; } } } } return f; }
fn g(x: i32, y: i32) -> i32 { var z = x; for (var x = 0; x < y; x++) { let y = x; for (var x = y; x < 3; x++) { let y = x * 2; z += y; } z += y; } return z + x * y; }
fn h(main: x) -> y { var y_ = y(main, vec2i(main.x, main.y)); let x = main.y; y_.y.x += x; { let y_ = x; v.z.x = y_; } return y_; }
fn k(v: i32) -> i32 { switch v { case z: { let z = v + 1; return z; } case 1, 2: { let v = 7; switch v { case 7: { let v = 8; if v == 8 { break; } return 1; } default {} } return v; } default: { let o = v; return o; } } }
fn length(sin: i32) -> i32 { let cos = sin; return cos + 1; }
fn dot(a: vec2i, b: vec2i) -> i32 { return a.x * b.y; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  o = array<i32, 64>();
  let i = i32(id.x);
  o[0] = f(i) + f(i - 10) * 100;
  o[1] = g(i + 2, 3);
  let main = h(x(4, i + 5));
  o[2] = main.y.x * 100 + main.z.x + v.z.x;
  o[3] = k(3) + 10 * k(i + 1) + 100 * k(2) + 1000 * k(9);
  let f = length(i) + dot(vec2i(2, i), vec2i(5, 7));
  o[4] = f;
  var x = array(1, 2, 3); { var x = x; x[i] = 9; { let x = x[1]; o[5] = x; } o[6] = x[0]; } o[7] = x[0];
  for (var x = 0; x < 3; x++) { o[8] += x; } for (var x = 0u; x < 3u; x++) { var x = f32(x) * 1.5; x += 1.0; o[9] += i32(x * 2.0); }
  var q = i; // and not o[10]: lavapipe ends a second loop too early whose condition is in memory
  loop { let x = q; if x > 4 { break; } continuing { let y = x + 2; q = y; break if y > 100; } }
  while q < 15 { let x = q; { let x = x + 2; q = x; } }
  o[10] = q;
}
