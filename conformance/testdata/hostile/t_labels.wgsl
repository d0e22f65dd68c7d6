@group(0) @binding(0) var<storage> grid: array<i32, 64>;
@group(0) @binding(1) var<storage, read_write> out: array<vec2i, 64>;
fn at(x: i32, y: i32) -> i32 { return grid[(y & 7) * 8 + (x & 7)] & 31; }
@compute @workgroup_size(8, 8) fn main(@builtin(local_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
  let p = vec2i(id.xy);
  var found = vec2i(-1);
  var stop = false;
  for (var r = 0; r < 4 && !stop; r++) {
    for (var y = -r; y <= r; y++) {
      for (var x = -r; x <= r; x++) {
        if max(abs(x), abs(y)) != r { continue; }
        let v = at(p.x + x, p.y + y);
        if v == 31 { stop = true; break; }
        if v < 3 { found = vec2i(x, y); stop = true; break; }
      }
      if stop { break; }
    }
  }
  var score = 0;
  var y = 0;
  loop {
    if y >= 5 { break; }
    var x = 0;
    var skip = false;
    loop {
      if x > 3 { break; }
      let v = at(p.x ^ x, p.y + y);
      if v > 20 { skip = true; break; }
      if v > 10 { x += 2; continue; }
      score += v * (x + 1);
      continuing { x++; }
    }
    if skip { y += 1; if y > 4 { score = -score; break; } continue; }
    score ^= y << 4u;
    continuing { y++; }
  }
  out[i] = found * 64 + vec2i(score, y);
}
