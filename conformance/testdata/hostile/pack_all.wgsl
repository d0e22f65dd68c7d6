// loose 1e-6
// Packed formats.
@group(0) @binding(0) var<storage, read> f: array<vec4f, 8>;
@group(0) @binding(1) var<storage, read> u: array<u32, 8>;
@group(0) @binding(2) var<storage, read_write> o: array<u32, 64>;
@group(0) @binding(3) var<storage, read_write> g: array<vec4f, 32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    let v = f[i] * 0.0078125;
    o[i] = pack4x8unorm(v);
    o[i + 8u] = pack4x8snorm(v);
    o[i + 16u] = pack2x16unorm(v.xy);
    o[i + 24u] = pack2x16snorm(v.zw);
    o[i + 32u] = pack2x16float(f[i].xy);
    o[i + 40u] = pack4xI8(vec4i(f[i])) ^ pack4xU8(vec4u(vec4i(f[i])));
    o[i + 48u] = pack4xI8Clamp(vec4i(f[i]) * 3) ^ pack4xU8Clamp(vec4u(abs(vec4i(f[i])) * 3));
    o[i + 56u] = u32(dot4I8Packed(u[i], u[7u - i])) + dot4U8Packed(u[i], u[7u - i]);
    g[i] = unpack4x8unorm(u[i]) * 255.0;
    g[i + 8u] = max(unpack4x8snorm(u[i]), vec4f(-1)) * 127.0;
    g[i + 16u] = vec4f(unpack4xI8(u[i]));
    g[i + 24u] = vec4f(unpack4xU8(u[i] >> 3u));
}
