struct O {
    @location(0) a: vec4f,
    @location(3) b: vec2u,
    @location(1) c: i32,
    @builtin(frag_depth) d: f32,
}
struct I {
    @location(0) @interpolate(flat) k: vec4u,
    @location(1) v: f32,
    @builtin(position) p: vec4f,
    @builtin(front_facing) f: bool,
    @builtin(sample_mask) sm: u32,
}
@fragment
fn main(i: I) -> O {
    var o = O();
    o.a = vec4f(i.p.xy, i.v, select(0.0, 1.0, i.f));
    o.b = i.k.xy;
    o.c = -i32(i.k.z) + i32(i.sm & 1u);
    o.d = saturate(i.v);
    if i.p.x < 2.0 {
        o.a = o.a.wzyx;
        return o;
    }
    o.a.x += f32(o.c);
    return o;
}
