// not source
@group(0) @binding(0) var<storage, read_write> o: array<i32, 128>;
struct S { a: i32, v: vec2i }
@compute @workgroup_size(1) fn main() {
  var last = 0;
  for (var i = 0; i < 5; i++) {
    var x: i32; var s: S; var a: array<i32, 3>; var b: bool; var m: mat2x2f;
    if i % 2 == 0 { x += i; s.v.y = i; a[i % 3] = 7; b = true; m[1].x = 3.0; }
    o[i * 5] = x; o[i * 5 + 1] = s.v.y + s.a; o[i * 5 + 2] = a[0] + a[1] * 10 + a[2] * 100; o[i * 5 + 3] = select(1, 2, b); o[i * 5 + 4] = i32(m[1].x) + last;
    x = 99; s.a = 5; a[1] = 3; b = true; m[1].x = 9.0; last = x + a[1];
    loop { var y: i32; y++; last += y; { var y: i32; last += y; y = 100; } continuing { let z = y + last; last = z; break if last > 130; } }
  }
  var p = 1; var q = 2; var r = 3;
  for (var i = 0; i < 7; i++) { let t = p; p = q; q = r; r = t; if i == 3 { let t = p; p = r; r = t + 1; } }
  o[25] = p * 100 + q * 10 + r;
  var a = vec3i(1, 2, 3);
  for (var i = 0; i < 4; i++) { a = a.yzx; let h = a; a.x = h.z + i; a.z = h.x; }
  o[26] = a.x * 10000 + a.y * 100 + a.z;
  var u = array(1, 2, 3, 4); 
  for (var i = 0; i < 4; i++) { let w = u; u[i] = w[3 - i]; u[3 - i] = w[i] + u[i]; }
  o[27] = u[0] + u[1] * 100 + u[2] * 10000 + u[3] * 1000000;
}
