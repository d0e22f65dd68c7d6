// Discards in functions, behind loops, with writes after them.
@group(0) @binding(0) var<storage, read_write> hits: array<atomic<u32>, 4>;
fn kill(x: f32) -> f32 {
    if x > 6.0 {
        discard;
    }
    return x * 2.0;
}
fn maybe(p: ptr<function, f32>) -> bool {
    *p += 1.0;
    if *p == 4.5 {
        discard;
    }
    return *p > 2.0;
}
@fragment
fn a(@builtin(position) p: vec4f, @location(0) v: vec2f) -> @location(0) vec4f {
    var y = p.y;
    let k = kill(p.x);
    if maybe(&y) {
        atomicAdd(&hits[0], 1u);
    }
    for (var i = 0; i < 3; i++) {
        if f32(i) == p.x - 0.5 && p.y < 1.0 {
            discard;
        }
        y += 1.0;
    }
    atomicAdd(&hits[1], 1u);
    return vec4f(k, y, v);
}
@fragment
fn b(@builtin(position) p: vec4f) -> @location(0) vec4u {
    if u32(p.x) % 2u == 0u {
        discard;
        atomicAdd(&hits[2], 1u);
    }
    loop {
        if p.y > 2.0 {
            discard;
        }
        break;
    }
    switch u32(p.x) {
        case 3u {
            discard;
        }
        case 5u {
            return vec4u(5);
        }
        default {}
    }
    return vec4u(u32(p.x), 1u, 2u, atomicLoad(&hits[3]) * 0u);
}
@fragment
fn c(@builtin(position) p: vec4f) {
    if p.x < 4.0 {
        discard;
    }
    atomicAdd(&hits[3], u32(p.y) + 1u);
}
