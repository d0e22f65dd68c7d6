// Loops whose bounds are where a step only just doesn't run over, and a step away.
@group(0) @binding(0) var<storage, read_write> outputs: array<u32>;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;

fn put(at: ptr<function, u32>, value: u32) {
  outputs[*at] = value;
  *at += 1;
}

@compute @workgroup_size(1)
fn main() {
  var at = 0u;
  let zero = inputs[0];
  for (var less = 0u; less < 200u; less += 13u) {
    let n = 0xffffffc0u + zero - less;
    var rounds = 0u;
    for (var i = n / 64u * 64u - 256u; i < n; i += 64u) { rounds = rounds * 3u + i; }
    put(&at, rounds);
    let last = 0xfffffffeu + zero - less;
    for (var i = last - 5u; i <= last; i++) { rounds = rounds * 3u + i; }
    put(&at, rounds);
    for (var i = last - 5u; last >= i; i++) { rounds = rounds * 3u + i; }
    put(&at, rounds);
    let top = 0x7ffffffci + i32(zero) - i32(less);
    for (var i = top / 4 * 4 - 16; i < top; i += 4) { rounds = rounds * 3u + u32(i); }
    put(&at, rounds);
    for (var i = top / 4 * 4 - 15; !(i > top); i += 4) { rounds = rounds * 3u + u32(i); }
    put(&at, rounds);
    let bottom = -0x7ffffff8i + i32(zero) + i32(less);
    for (var i = bottom / 8 * 8 + 32; i > bottom; i -= 8) { rounds = rounds * 3u + u32(i); }
    put(&at, rounds);
    for (var i = bottom / 8 * 8 + 32; i >= bottom; i -= 8) { rounds = rounds * 3u + u32(i); }
    put(&at, rounds);
    let low = less + zero + 1u;
    for (var i = low + 7u; i >= low; i--) { rounds = rounds * 3u + i; }
    put(&at, rounds);
    var k = (low + 16u) / 4u * 4u;
    loop {
      rounds = rounds * 3u + k;
      continuing {
        k -= 4u;
        break if k <= low;
      }
    }
    put(&at, rounds);
  }
}
