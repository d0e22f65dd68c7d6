@group(0) @binding(0) var<storage, read_write> o: array<i32, 128>;
struct Hit { t: i32, n: vec3i, ok: bool }
fn find(g: array<array<i32, 4>, 3>, want: i32) -> Hit {
  var best = Hit(99, vec3i(), false);
  for (var y = 0; y < 3; y++) {
    for (var x = 0; x < 4; x++) {
      let v = g[y][x];
      if v == want { return Hit(v, vec3i(x, y, 0), true); }
      if v < 0 { break; }
      if v > 50 { if x == 0 { continue; } return best; }
      for (var z = v; z < want; z += 3) {
        if z == want - 1 { return Hit(z, vec3i(x, y, z), true); }
        if z % 4 == 3 { break; }
        best.n.z += 1;
      }
      best.t = min(best.t, abs(v - want));
    }
    if best.t == 1 { var k = 0; while true { k++; if k > y { return best; } if k == 2 { break; } } }
  }
  return best;
}
fn weird(n: i32) -> i32 {
  if n < 0 { return -1; } else if n == 0 { return 0; } else { switch n { case 1: { return 10; } case 2: { } default: { return 30; } } }
  loop { if n == 2 { return 20; } }
}
fn collatz(n: u32) -> i32 { var c = 0; var x = n; loop { if x == 1u { return c; } if c > 20 { return -c; } x = select(x / 2u, 3u * x + 1u, (x & 1u) == 1u); c++; } }
@compute @workgroup_size(1) fn main() {
  let g = array(array(3, 9, -1, 4), array(60, 7, 12, 20), array(1, 2, 70, 5));
  for (var i = 0; i < 16; i++) { let h = find(g, i); o[i * 3] = h.t; o[i * 3 + 1] = h.n.x * 100 + h.n.y * 10 + h.n.z; o[i * 3 + 2] = select(0, 1, h.ok); }
  for (var i = -1; i < 5; i++) { o[49 + i] = weird(i); }
  for (var i = 1u; i < 9u; i++) { o[53u + i] = collatz(i); }
}
