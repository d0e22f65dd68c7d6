// not wasm tint-run
enable f16;
struct H {
    a: f16,
    b: vec3h,
    c: mat2x3h,
    d: array<vec2h, 3>,
}
@group(0) @binding(0) var<storage, read> h: H;
@group(0) @binding(1) var<storage, read_write> o: H;
@group(0) @binding(2) var<storage, read_write> f: array<f32, 4>;
fn sq(x: f16) -> f16 {
    return x * x;
}
@compute @workgroup_size(1)
fn main() {
    var m = h.c;
    m[1].y = sq(h.a);
    const k = 0.5h;
    let v = vec4h(h.b, k);
    o.a = h.a + f16(1.25) - 2.0h;
    o.b = v.wzy * k;
    o.c = m;
    o.d[1] = vec2h(f16(3u), f16(-2i));
    for (var i = 0; i < 3; i++) {
        o.d[i] += h.d[2 - i];
    }
    f[0] = f32(h.a) + 0.5;
    f[1] = f32(max(v.x, v.y));
    f[2] = select(f32(k), f32(floor(v.z)), v.x < v.y);
    f[3] = f32(bitcast<vec2h>(bitcast<u32>(vec2h(1.5h, h.a))).y);
}
