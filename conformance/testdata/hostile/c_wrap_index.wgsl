// open
// not tint-run wgpu-run hlsl msl dxc fxc
@group(0) @binding(0) var<storage, read> a: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 16>;
struct H {
    n: u32,
    d: array<vec2u>,
}
@group(0) @binding(2) var<storage, read_write> h: H;
fn at(i: u32) -> u32 {
    return a[i * 0x80000000u + (i >> 1u)];
}
@compute @workgroup_size(1)
fn main() {
    var s = 0u;
    for (var i = 0u; i < 12u; i++) {
        s = s * 3u + a[i] + at(i);
        if i > 4u {
            s += a[i - 5u] + a[7u - i];
        }
    }
    o[0] = s;
    let n = arrayLength(&h.d);
    o[1] = n;
    for (var i = 0i; i < i32(n) + 2; i++) {
        h.d[i].y += u32(i);
        o[2] += h.d[i - 1].x;
    }
    h.d[n].x = 5u;
    h.d[n - 1u].x += 2u;
    h.d[0xffffffffu].y ^= 1u;
    var m = mat4x4f();
    m[o[3] & 7u][o[4] & 7u] = 2.0;
    o[5] = u32(m[3][3] + m[o[3]][0]);
    var b: array<array<u32, 2>, 3>;
    b[o[6] & 3u][o[7] & 3u] = 9u;
    o[8] = b[2][1] * 10u + b[0][0];
    let v = vec3u(1, 2, 3);
    o[9] = v[o[10] & 3u];
}
