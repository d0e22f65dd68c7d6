// Derivatives in branches that are not uniform.
diagnostic(off, derivative_uniformity);
struct V {
    @location(0) a: vec2f,
    @location(1) @interpolate(linear) b: f32,
    @location(2) @interpolate(flat, either) c: vec2i,
}
@fragment
fn main(v: V, @builtin(position) p: vec4f, @builtin(front_facing) ff: bool) -> @location(0) vec4f {
    var r = vec4f(dpdx(v.a.x), dpdy(v.a.y), fwidth(v.b), f32(v.c.x));
    r += vec4f(dpdxCoarse(v.b), dpdyFine(v.b), fwidthFine(v.a).y, select(0.0, 1.0, ff));
    @diagnostic(off, derivative_uniformity) if p.x > 1e9 {
        r.x = dpdx(v.a.y);
    }
    return r;
}
