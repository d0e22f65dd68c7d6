struct O {
    @builtin(frag_depth) d: f32,
    @location(0) c: vec4f,
}
@fragment
fn main(
    @builtin(position) p: vec4f,
    @location(5) v: vec3f,
    @location(2) @interpolate(perspective, centroid) w: f32,
) -> O {
    if v.x > 1e8 {
        return O(0.5, vec4f(1));
    }
    return O(p.x * 0.1, vec4f(v, w));
}
