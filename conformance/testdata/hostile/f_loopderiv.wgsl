diagnostic(off, derivative_uniformity);
@fragment
fn main(@location(0) uv: vec2f, @builtin(position) p: vec4f) -> @location(0) vec4f {
    var s = vec2f();
    for (var i = 0; i < 3; i++) {
        let g = uv * f32(i + 1);
        s += vec2f(dpdx(g.x), dpdy(g.y));
        if i == 1 && p.x > 100.0 {
            break;
        }
    }
    let w = fwidth(uv);
    if w.x > 1e5 {
        discard;
    }
    return vec4f(s, w);
}
