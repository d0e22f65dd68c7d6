@group(0) @binding(0) var<storage, read_write> data: array<i32, 32>;
var<private> stack: array<vec2i, 16>; var<private> sp: i32 = -1;
fn push(v: vec2i) { sp++; stack[sp] = v; }
fn pop() -> vec2i { let v = stack[sp]; sp--; return v; }
fn sw(i: i32, j: i32) { let t = data[i]; data[i] = data[j]; data[j] = t; }
fn split_at(lo: i32, hi: i32) -> i32 { let pivot = data[hi]; var i = lo - 1; for (var j = lo; j < hi; j++) { if data[j] <= pivot { i++; sw(i, j); } } sw(i + 1, hi); return i + 1; }
@compute @workgroup_size(1) fn main() {
  push(vec2(0, 15));
  while sp >= 0 { let r = pop(); if r.x >= r.y { continue; } let p = split_at(r.x, r.y); if p - r.x < r.y - p { push(vec2(p + 1, r.y)); push(vec2(r.x, p - 1)); } else { push(vec2(r.x, p - 1)); push(vec2(p + 1, r.y)); } }
  var gap = 16 / 2; loop { if gap <= 0 { break; } for (var i = 16 + gap; i < 32; i++) { let temp = data[i]; var j = i; for (; j >= 16 + gap && data[j - gap] > temp; j -= gap) { data[j] = data[j - gap]; } data[j] = temp; } continuing { gap /= 2; } }
}
