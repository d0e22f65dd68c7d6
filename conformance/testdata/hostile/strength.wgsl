@group(0) @binding(0) var<storage, read> a: array<i32, 16>;
@group(0) @binding(1) var<storage, read> u: array<u32, 16>;
@group(0) @binding(2) var<storage, read_write> o: array<vec4i, 64>;
@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i];
    let y = u[i];
    o[i] = vec4i(x / 7, x / -7, x % 7, x % -7) + vec4i(x / 8, x % 8, x / -8, x % -16);
    o[i + 16u] = vec4i(x / 1, x / -1, x % 1, x % -1) ^ vec4i(x * 0, x * 8, x * -1, x * 3);
    o[i + 32u] = vec4i(vec4u(y / 3u, y / 10u, y % 10u, y % 16u) + vec4u(y / 1u, y % 1u, y / 0x80000000u, y / 0xffffffffu));
    o[i + 48u] = vec4i(i32(y - 1u < y), i32(x - 1 < x), i32((x ^ -1) + 1 == -x), i32(-(-x) == x)) * 2 + vec4i(abs(x), sign(x), ~~x, (x << 4u) >> 4u) + vec4i(i32((y >> 4u) << 4u), i32((y & 0xfu) | (y & 0xf0u)), (x & 0xff) - (x | 0xff), x / i32(-2147483648));
    o[i].x += (x + 5) - 5 + (x - x) + (x ^ x) + x / (x | 1) + 2 * x - (x << 1u) + select(x, 5, x == 5);
    o[i].y ^= i32(max(y, 3u) - min(y, 3u)) + clamp(x, -5, 5) * clamp(x, 0, 255) + i32(min(y, 0xffffffffu));
}
