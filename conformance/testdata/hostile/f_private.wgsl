var<private> pos: vec4f;
var<private> acc: vec3f = vec3f(1, 2, 3);
@group(0) @binding(1) var<storage, read> lut: array<vec4f>;
fn look(i: u32) -> vec4f {
    return lut[min(i, arrayLength(&lut) - 1u)];
}
fn add() {
    acc += pos.xyz;
    if acc.x > 6.0 {
        acc = vec3f();
    }
}
@fragment
fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
    pos = p;
    for (var i = 0u; i < 3u; i++) {
        add();
        if acc.y > 9.0 {
            break;
        }
    }
    return vec4f(acc, 1) + look(u32(p.x));
}
