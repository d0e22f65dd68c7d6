@group(0) @binding(0) var<storage, read_write> o: array<u32, 128>;
fn classify(n: u32, log: ptr<function, array<u32, 6>>) -> u32 {
  var r = 0u;
  for (var i = 0u; i < 12u; i++) {
    switch (i + n) % 5u {
      case 0u: { continue; }
      case 1u, 3u: {
        var k = 0u;
        loop {
          switch k {
            case 0u, 2u: { k += 1u; (*log)[0]++; continue; }
            default: { if k > 3u { break; } k += 2u; (*log)[1]++; }
            case 5u: { (*log)[2]++; if n == 3u { return r * 1000u + i; } k++; }
          }
          if k > 6u { break; }
          continuing {
            r += 1u;
            var j = k;
            while j > 0u { if j == 2u { break; } j--; (*log)[3] += j; }
            break if r > 40u;
          }
        }
        if r > 33u { break; }
        r ^= k;
      }
      default: {
        for (;;) {
          if r % 7u == 3u { r++; break; }
          switch r & 1u { case 1u: { r += 3u; } default: { r += 5u; continue; } }
          if r > 90u { return r; }
        }
      }
    }
    if r > 60u { (*log)[4] = i; break; }
    (*log)[5] += i * r;
  }
  return r;
}
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) id: u32) {
  var log = array<u32, 6>();
  o[id * 7u] = classify(id, &log);
  for (var i = 0; i < 6; i++) { o[id * 7u + 1u + u32(i)] = log[i]; }
}
