// Built-ins whose results are structs, passed on, kept and taken apart.
@group(0) @binding(0) var<storage, read> f: array<vec4f, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4f, 24>;
fn pieces(x: f32) -> vec2f {
    let m = modf(x);
    return vec2f(m.fract, m.whole);
}
fn e2(x: vec3f) -> vec4f {
    var r = frexp(x);
    r.exp.y += 1;
    let s = r;
    return vec4f(s.fract.x, f32(s.exp.y), f32(frexp(x.z).exp), r.fract.z);
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = f[i];
    o[i] = vec4f(pieces(x.x), pieces(-x.y));
    o[i + 4u] = e2(x.wzx);
    o[i + 8u] = ldexp(x, vec4i(i32(i), -1, 2, 0));
    var m = modf(x);
    m.whole.x = 1.0;
    o[i + 12u] = m.whole + m.fract;
    const c = modf(3.75);
    const q = frexp(vec2(6.0, -0.75));
    o[i + 16u] = vec4f(c.fract, c.whole, q.fract.x, f32(q.exp.y));
    o[i + 20u] = vec4f(frexp(f32(i)).fract, f32(frexp(f32(i)).exp), modf(vec2f(-1.5, f32(i) + 0.25)).fract);
}
