// loose 1e-3
struct V {
    @builtin(position) p: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) seed: u32,
}
fn hash(p: vec2u) -> f32 {
    var q = p * vec2u(1597334673u, 3812015801u);
    let n = (q.x ^ q.y) * 1597334673u;
    return f32(n >> 8u) * (1.0 / 16777216.0);
}
fn noise(p: vec2f) -> f32 {
    let i = vec2u(vec2i(floor(p)));
    let f = fract(p);
    let u = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2u(1, 0)), u.x), mix(hash(i + vec2u(0, 1)), hash(i + vec2u(1)), u.x), u.y);
}
fn fbm(p_: vec2f) -> f32 {
    var p = p_;
    var a = 0.5;
    var s = 0.0;
    for (var i = 0; i < 4; i++) {
        s += a * noise(p);
        p = mat2x2f(1.5, 1.25, -1.25, 1.5) * p;
        a *= 0.5;
    }
    return s;
}
@fragment
fn main(v: V) -> @location(0) vec4f {
    var h = fbm(v.uv);
    var c: vec3f;
    if h < 0.25 {
        c = vec3f(0, 0, 1);
    } else if h < 0.5 {
        c = vec3f(h, 1.0 - h, 0);
    } else {
        c = vec3f(h);
    }
    if (v.seed & 1u) == 1u {
        c = c.bgr;
    }
    return vec4f(c, 1);
}
