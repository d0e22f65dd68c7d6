struct vec2 { a: i32, array: i32 }
struct atomic { min: u32, bool: u32 }
alias f32 = i32;
@group(0) @binding(0) var<storage, read_write> out: array<i32, 128>;
fn max(a: i32, b: i32) -> i32 { return a * 100 + b; }
fn clamp(x: f32) -> f32 { let clamp = x + 1; return clamp * 2; }
fn select(x: vec2) -> i32 { return x.a - x.array; }
fn array_(i: i32) -> i32 { var min = i; { let min = min + 1; { let min = min * min; out[7] = min; } out[8] = min; } return min; }
fn u32_(x: u32) -> i32 { return i32(x); }
@compute @workgroup_size(1) fn main() {
  let abs = max(3, 4);
  out[0] = abs;
  out[1] = clamp(abs);
  var i32_ = vec2(5, 7);
  out[2] = select(i32_);
  i32_.array++;
  out[3] = array_(i32_.array);
  let s = atomic(1u, 2u);
  out[4] = u32_(s.min | s.bool);
  for (var for_ = 0; for_ < 2; for_++) { let out_ = for_; var for_ = out_ + 3; for_ += 1; out[5 + out_] = for_; }
  { let max = 4; out[9] = max + abs; }
  out[10] = max(1, 2);
  let out = 3; var x = out; x += out;
  store(x);
}
fn store(x: i32) { out[11] = x; }
