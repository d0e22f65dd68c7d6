// Integer arithmetic at its edges, and conversions from floats.
@group(0) @binding(0) var<storage, read_write> outputs: array<u32>;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;

fn put(at: ptr<function, u32>, value: u32) {
  outputs[*at] = value;
  *at += 1;
}

@compute @workgroup_size(1)
fn main() {
  var at = 0u;
  for (var i = 0u; i < arrayLength(&inputs); i++) {
    for (var j = 0u; j < arrayLength(&inputs); j++) {
      let a = inputs[i];
      let b = inputs[j];
      put(&at, a / b);
      put(&at, a % b);
      put(&at, u32(i32(a) / i32(b)));
      put(&at, u32(i32(a) % i32(b)));
      put(&at, a << b);
      put(&at, u32(i32(a) >> b));
      let v = vec3(i32(a), 7, i32(b)) / vec3(i32(b), i32(a), -1);
      put(&at, u32(v.x ^ v.y ^ v.z));
      put(&at, extractBits(a, b, i));
      put(&at, u32(extractBits(i32(a), i, b)));
      put(&at, insertBits(a, b, j, a));
    }
    let f = bitcast<f32>(inputs[i]);
    put(&at, u32(i32(f)));
    put(&at, u32(f));
    put(&at, countLeadingZeros(inputs[i]));
    put(&at, countTrailingZeros(inputs[i]));
    put(&at, firstLeadingBit(inputs[i]));
    put(&at, u32(firstLeadingBit(i32(inputs[i]))));
    put(&at, firstTrailingBit(inputs[i]));
    put(&at, pack4xI8(unpack4xI8(inputs[i])));
    put(&at, pack4xU8Clamp(unpack4xU8(inputs[i]) << vec4(i)));
    put(&at, u32(dot4I8Packed(inputs[i], inputs[0])));
    put(&at, dot4U8Packed(inputs[i], inputs[1]));
    put(&at, u32(dot(vec3(i32(inputs[i])), vec3(1, 2, 3))));
  }
}
