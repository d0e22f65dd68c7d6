// open
// not tint-run wgpu-run hlsl msl
@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read_write> o: array<i32, 16>;
@group(0) @binding(2) var<storage, read> k: array<i32, 8>;
var<private> t: array<i32, 6> = array(1, 2, 3, 4, 5, 6);
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    let n = arrayLength(&a);
    var s = 0;
    if i < n {
        s += a[i] + a[i + 1u] * 3 + a[i - 1u] * 5;
    }
    for (var j = 0u; j < n; j++) {
        s += a[j];
        if j + 1u < n {
            s ^= a[j + 1u];
        }
        s += t[j] + t[j * 2u] * 7;
    }
    for (var j = 0; j <= i32(n); j++) {
        s += a[j] - a[i32(n) - j];
    }
    let x = k[i];
    if x >= 0 && x < 6 {
        s += t[x];
    }
    if x < 6 {
        s += t[x] * 11;
    }
    s += t[x & 7] + t[min(x, 5)] * 3 + t[max(x, 0)] * 5 + t[clamp(x, 0, 5)] + t[x % 6] * 17 + t[abs(x) % 6] + t[u32(x) % 6u] + t[u32(x) >> 30u] + t[(u32(x) >> 29u) & 5u];
    let y = u32(x) - 3u;
    if y < 3u {
        s += t[y] + t[x];
    }
    o[i] = s;
    o[i + 8u] = t[i - 7u] + t[7u - i];
}
