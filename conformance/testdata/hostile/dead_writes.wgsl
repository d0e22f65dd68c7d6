// not source
struct S {
    a: array<i32, 4>,
    b: vec4i,
    c: i32,
}
var<private> p: S;
@group(0) @binding(0) var<storage, read_write> o: array<i32, 16>;
@group(0) @binding(1) var<storage, read_write> s: S;
fn look(q: ptr<function, S>) -> i32 {
    return q.a[1] + q.b.y;
}
fn privv() -> i32 {
    return p.c + p.a[2];
}
fn clear(q: ptr<function, S>) {
    *q = S();
}
fn part(q: ptr<function, vec4i>) {
    (*q).z = 8;
}
@compute @workgroup_size(1)
fn main() {
    var l = s;
    let i = u32(s.c) & 3u;
    l.a[1] = 5;
    l.a[i] = 6;
    l.a[1] += l.a[i];
    o[0] = look(&l);
    l.b = vec4i(1);
    l.b.y = 3;
    l.b[i] = 4;
    o[1] = look(&l);
    p.c = 1;
    p.c = 2;
    o[2] = privv();
    p = l;
    p.a[2] = 9;
    o[3] = privv();
    clear(&l);
    o[4] = look(&l) + l.c;
    part(&l.b);
    o[5] = l.b.z + l.b.w;
    s.a[0] = 1;
    s.a[i] = 2;
    s.a[0] = s.a[0] + 3;
    o[6] = s.a[0];
    var z = l;
    z.a[3] = 4;
    l = z;
    z.a[3] = 5;
    o[7] = l.a[3] * 10 + z.a[3];
    var r: i32;
    if i > 1u {
        r = 1;
    } else {
        r = 2;
    }
    o[8] = r;
    for (var k = 0; k < 2; k++) {
        var u: i32;
        o[9] += u;
        u = 7;
        var w = array(1, 2);
        w[k] = 5;
        o[10] += w[0] * w[1];
    }
    var un: array<vec2f, 2>;
    o[11] = i32(un[i & 1u].x);
    o[12] = s.b[i];
    s.b = s.b.wzyx;
    o[13] = s.b[i];
    var m = mat2x2f(1, 2, 3, 4);
    m[0] = m[1];
    m[1].x = 9.0;
    o[14] = i32(m[0].x * 10.0 + m[1].x);
    o[15] = o[14] + 1;
    o[15] *= 2;
}
