struct VIn {
    @location(0) p: vec4f,
    @location(1) n: vec2i,
    @location(2) c: u32,
    @builtin(vertex_index) vi: u32,
}
struct VOut {
    @location(0) c: vec4f,
    @location(1) @interpolate(flat) k: vec3u,
    @builtin(position) @invariant p: vec4f,
    @location(4) @interpolate(linear, sample) s: f32,
}
fn oct(e: vec2i) -> vec3f {
    let f = vec2f(e) / 32767.0;
    var n = vec3f(f, 1.0 - abs(f.x) - abs(f.y));
    if n.z < 0.0 {
        n = vec3f((1.0 - abs(n.yx)) * select(vec2f(-1), vec2f(1), n.xy >= vec2f()), n.z);
    }
    return n;
}
@vertex
fn vs(v: VIn, @builtin(instance_index) ii: u32) -> VOut {
    return VOut(unpack4x8unorm(v.c), vec3u(v.vi, ii, v.c), vec4f(v.p.xyz + oct(v.n), 1), 0.5);
}
@fragment
fn fs(v: VOut) -> @location(2) vec4f {
    return v.c * v.s + vec4f(v.k.xyzz) + v.p;
}
@vertex
fn points() -> @builtin(position) vec4f {
    return vec4f();
}
@fragment
fn nothing() {}
@fragment
fn ints() -> @location(0) i32 {
    return -3;
}
