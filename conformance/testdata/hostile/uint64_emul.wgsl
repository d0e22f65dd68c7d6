// 64-bit arithmetic from 32-bit parts.
fn add(a: vec2u, b: vec2u) -> vec2u {
    let lo = a.x + b.x;
    return vec2u(lo, a.y + b.y + select(0u, 1u, lo < a.x));
}
fn mulwide(a: u32, b: u32) -> vec2u {
    let al = a & 0xffffu;
    let ah = a >> 16u;
    let bl = b & 0xffffu;
    let bh = b >> 16u;
    let m = al * bh + ((al * bl) >> 16u);
    let n = ah * bl + (m & 0xffffu);
    return vec2u(a * b, ah * bh + (m >> 16u) + (n >> 16u));
}
fn shl(a: vec2u, n: u32) -> vec2u {
    if n == 0u {
        return a;
    }
    if n >= 32u {
        return vec2u(0u, a.x << (n - 32u));
    }
    return vec2u(a.x << n, (a.y << n) | (a.x >> (32u - n)));
}
fn divmod(a: vec2u, d: u32) -> vec3u {
    var q = vec2u();
    var r = 0u;
    for (var i = 63; i >= 0; i--) {
        let bit = select(a.x >> u32(i), a.y >> u32(i - 32), i >= 32) & 1u;
        let over = r >> 31u;
        r = (r << 1u) | bit;
        if over == 1u || r >= d {
            r -= d;
            if i >= 32 {
                q.y |= 1u << u32(i - 32);
            } else {
                q.x |= 1u << u32(i);
            }
        }
    }
    return vec3u(q, r);
}
@group(0) @binding(0) var<storage, read> a: array<vec2u, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4u, 8>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i];
    let y = a[3u - i];
    o[i] = vec4u(add(x, y), mulwide(x.x, y.y));
    let d = divmod(x, max(y.x, 1u));
    o[i + 4u] = vec4u(d, shl(x, i * 21u).y);
}
