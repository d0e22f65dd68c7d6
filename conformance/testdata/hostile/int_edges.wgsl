// The least integer divided by -1, by zero; shifts by more than there is; conversions.
@group(0) @binding(0) var<storage, read> a: array<i32, 16>;
@group(0) @binding(1) var<storage, read> u: array<u32, 16>;
@group(0) @binding(2) var<storage, read_write> o: array<i32, 64>;
@group(0) @binding(3) var<storage, read_write> p: array<vec4u, 16>;
@group(0) @binding(4) var<storage, read> f: array<f32, 16>;
@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i];
    let y = a[15u - i];
    var least = i32(-2147483648);
    let minus = select(-1, y, y == 12345);
    o[i] = (x / y) ^ (x % y);
    o[i + 16u] = least / minus + least % minus;
    o[i + 32u] = (x << (u[i] & 31u)) + (x >> (u[15u - i] % 32u));
    least -= 1;
    least = -least;
    least += abs(i32(-2147483648) + minus + 1);
    o[i + 48u] = least + abs(x) + sign(y) + -x + i32(f[i]) + i32(u32(f[i]));
    p[i] = vec4u(u[i] / u[15u - i], u[i] % u[15u - i], u[i] / (u[i] & 0u), u32(f[i] * 1e9)) + vec4u(vec4f(f[i], -f[i], 1e20, -1e20));
}
