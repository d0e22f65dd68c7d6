// A matrix of 4-bit weights, eight a word, in blocks of 32 with a scale and a zero point
// each (two halves of a word), times a vector of 8-bit activations, four a word.

struct Sizes { rows: u32, blocks: u32 }

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<u32>;
@group(0) @binding(2) var<storage, read> scales: array<u32>;
@group(0) @binding(3) var<storage, read> activations: array<u32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

fn nibbles(packed: u32) -> array<u32, 2> {
  // Even nibbles and odd ones, a byte each.
  return array(packed & 0x0f0f0f0fu, (packed >> 4u) & 0x0f0f0f0fu);
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  if row >= sizes.rows {
    return;
  }
  var sum = 0.0;
  for (var block = 0u; block < sizes.blocks; block++) {
    let at = row * sizes.blocks + block;
    let scale = unpack2x16float(scales[at]);
    var dot = 0;
    var total = 0;
    for (var word = 0u; word < 4u; word++) {
      let w = nibbles(weights[at * 4u + word]);
      for (var half = 0u; half < 2u; half++) {
        let x = activations[block * 8u + word * 2u + half];
        dot += dot4I8Packed(w[half], x);
        total += dot4I8Packed(0x01010101u, x);
      }
    }
    sum += scale.x * f32(dot) + scale.y * f32(total);
  }
  output[row] = sum;
}
