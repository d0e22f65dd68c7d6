// loose 1e-2
@group(0) @binding(0) var<uniform> cam: array<vec4f, 4>;
fn map(p: vec3f) -> vec2f {
    var d = vec2f(p.y + 1.0, 1.0);
    let s = length(p - vec3f(0, 0, 4)) - 1.0;
    if s < d.x {
        d = vec2f(s, 2.0);
    }
    let q = abs(p - vec3f(2, 0, 4)) - vec3f(0.5);
    let b = length(max(q, vec3f())) + min(max(q.x, max(q.y, q.z)), 0.0);
    return select(d, vec2f(b, 3.0), b < d.x);
}
@fragment
fn main(@builtin(position) fc: vec4f) -> @location(0) vec4f {
    let uv = (fc.xy - vec2f(4, 2)) / 4.0;
    let rd = normalize(vec3f(uv.x, -uv.y, 1.5));
    var t = 0.0;
    var m = 0.0;
    for (var i = 0; i < 40; i++) {
        let h = map(rd * t);
        if h.x < 0.01 {
            m = h.y;
            break;
        }
        t += h.x;
        if t > 20.0 {
            break;
        }
    }
    switch i32(m) {
        case 1 {
            return vec4f(0.5, 0.5, 0.5, t);
        }
        case 2, 3 {
            return vec4f(m * 0.25, 0, 0, t + saturate(cam[0].x) * 0.0);
        }
        default {
            discard;
        }
    }
    return vec4f();
}
