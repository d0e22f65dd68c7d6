// Short circuits with calls, bools stored in structs and arrays, vectors of bools.
var<private> log: u32;
fn t(x: u32) -> bool {
    log = log * 10u + x;
    return (x & 1u) == 1u;
}
struct B {
    a: bool,
    b: array<bool, 4>,
    c: vec3<bool>,
}
@group(0) @binding(0) var<storage, read_write> o: array<u32, 12>;
@compute @workgroup_size(1)
fn main() {
    var b: B;
    b.a = (t(1u) && t(2u)) || (t(3u) && !t(4u));
    o[0] = log;
    log = 0u;
    b.b[o[1] & 3u] = t(2u) || (t(4u) && t(1u));
    b.b[2] = b.a != b.b[1];
    o[1] = log;
    log = 0u;
    b.c = vec3(o[2] > 5u, b.a, !b.b[2]);
    b.c.x = b.c.y | b.c.z;
    b.a &= t(2u);
    b.b[3] |= t(7u);
    o[2] = log;
    o[3] = select(1u, 2u, any(b.c)) + select(10u, 20u, all(b.c)) + select(100u, 200u, b.a);
    o[4] = u32(b.b[0]) + u32(b.b[1]) * 2u + u32(b.b[2]) * 4u + u32(b.b[3]) * 8u;
    let v = vec3u(b.c);
    o[5] = v.x + v.y * 2u + v.z * 4u;
    let w = select(vec3u(1, 2, 3), vec3u(4, 5, 6), b.c & vec3(true, false, true));
    o[6] = w.x * 100u + w.y * 10u + w.z;
    o[7] = u32(all(!b.c == (b.c != vec3(true))));
    while t(9u) && log < 100u {
        o[8] += 1u;
    }
    for (var i = 0u; i < 4u && (t(i) || i == 0u || i == 2u); i++) {
        o[9] += i;
    }
    o[10] = log;
    if !(t(1u) && t(2u)) || t(3u) {
        o[11] = log;
    }
}
