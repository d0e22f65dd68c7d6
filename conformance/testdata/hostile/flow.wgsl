// not source
// Jumps from everywhere to everywhere.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 64>;
fn a(n: i32) -> i32 {
  var r = 0;
  loop {
    switch r % 5 {
      case 0: { loop { r++; if r > n { return r; } switch r { case 3, 4: { break; } case 7: { r += 2; continue; } default: { if r % 2 == 0 { continue; } } } if r > 2 { break; } continuing { r += 1; break if r > n + 3; } } }
      case 1: { r += 3; continue; }
      case 2: { r += 2; break; }
      default: { r += 1; if r > 30 { break; } }
    }
    if r > 40 { break; }
    continuing { let t = r; r = t + 1; for (var i = 0; i < 2; i++) { if i == t { continue; } r += 0 * i; } break if t > 35; }
  }
  return r * 2;
}
fn b(n: i32) -> i32 { var s = 0; for (var i = 0; ; i++) { for (var j = i; j >= 0; j--) { if j == 3 { continue; } if i + j > n { return s * 100 + i * 10 + j; } while true { s += j; if s % 3 == 0 { break; } s++; if s > 50 { return -s; } } } } }
fn c(n: i32) -> i32 { switch n { default: { return 1; } case 1: { switch n + 1 { case 2: { if o[63] == 0 { break; } return 3; } default {} } return 4; } case 5: { loop { switch n { case 5: { break; } default: { return 9; } } break; } } case 6: {} } return 7; }
fn d(n: u32) -> u32 { var k = n; loop { if k == 0u { return 5u; } loop { k -= 1u; if k % 2u == 0u { break; } if k > 100u { return 6u; } continuing { if k > 3u { k -= 1u; } } } continuing { break if k == 4u; } } return k + 7u; }
fn e(x: i32) -> bool { o[40] += 1; return x > 0; }
fn f(x: i32) -> i32 { if (e(x) && e(x - 1)) || (e(x - 2) && !(e(x - 3) || e(x + 1))) { return 1; } return 2; }
fn g(n: i32) -> i32 { var r = 1; { if n > 2 { { r = 5; } } else if n > 1 { if e(n) { return 3; } else { r = 2; } } else { loop { { break; } } } } return r; }
fn swap(n: i32) -> i32 { var x = 1; var y = 2; var z = 3; for (var i = 0; i < n; i++) { let t = x; x = y; y = z; z = t; if i == 2 { let u = y; y = x; x = u; continue; } } return x * 100 + y * 10 + z; }
fn fresh(n: i32) -> i32 { var r = 0; for (var i = 0; i < n; i++) { var k: i32; var a: array<i32, 2>; k += i; a[i & 1] += k; r = r * 10 + k + a[0] + a[1]; } return r; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  o = array<i32, 64>();
  let i = i32(id.x);
  for (var n = i; n < 12; n++) { o[n] = a(n) + 1000 * b(n) + 7 * c(n) + i32(d(u32(n + 3))) + f(n - 3) + g(n) * 3 + swap(n) * 11; }
  o[12] = fresh(4);
  var late: i32; if i == 0 { late = 3; } loop { if late > 9 { break; } late += 4; continuing { o[13] += late; } } o[14] = late;
  switch i { case 0, default: { o[15] = 1; } } switch o[15] { default { o[16] = 2; } }
  var late2 = i; for (;;) { if late2 > 3 { break; } late2++; } o[17] = late2; for (var q = 3; q > 0; q -= 1) { if q == 2 { continue; } o[18] += q; }
}
