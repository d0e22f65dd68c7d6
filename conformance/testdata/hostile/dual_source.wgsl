enable dual_source_blending;
struct O {
    @location(0) @blend_src(0) a: vec4f,
    @location(0) @blend_src(1) b: vec4f,
}
@fragment
fn main(@builtin(position) p: vec4f) -> O {
    var o: O;
    o.b = p;
    o.a = vec4f(p.xy, 0.25, 1);
    if p.x > 3.0 {
        let t = o.a;
        o.a = o.b;
        o.b = t;
    }
    return o;
}
