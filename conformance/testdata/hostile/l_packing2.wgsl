@group(0) @binding(0) var<storage, read_write> o: array<u32, 128>;
@group(0) @binding(1) var<storage> in: array<u32, 16>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let x = in[i] & 0x3fff3fffu; let b = i * 16u; let k = f32(i) * 0.37 - 0.9;
  o[b] = pack4x8unorm(unpack4x8unorm(x)); o[b + 1u] = pack4x8snorm(unpack4x8snorm(x & 0x7f7f7f7fu)); o[b + 2u] = pack2x16unorm(unpack2x16unorm(x)); o[b + 3u] = pack2x16snorm(unpack2x16snorm(x)); o[b + 4u] = pack2x16float(unpack2x16float((x & 0x3bff3bffu) | 0x04000400u));
  o[b + 5u] = pack4xI8(unpack4xI8(x)); o[b + 6u] = pack4xU8(unpack4xU8(x)); o[b + 7u] = pack4xI8Clamp(vec4i(-1000, 1000, -128, 127) * i32(i + 1u)); o[b + 8u] = pack4xU8Clamp(vec4u(0, 255, 256, 1000) + i);
  o[b + 9u] = pack4xI8(vec4i(-1, 200, -200, 300) + i32(i)); o[b + 10u] = pack4xU8(vec4u(256, 511, 0xffffffff, 3) + i);
  o[b + 11u] = u32(dot4I8Packed(x, 0x80ff7f01u));
}
