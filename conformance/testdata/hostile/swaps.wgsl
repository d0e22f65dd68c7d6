// Rotations and swaps of variables over iterations.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 16>;
struct P {
    a: i32,
    b: i32,
    c: array<i32, 3>,
}
@compute @workgroup_size(1)
fn main() {
    var a = o[0];
    var b = o[1];
    var c = o[2];
    for (var i = 0; i < 5; i++) {
        let t = a;
        a = b;
        b = c;
        c = t + i;
        if (c & 1) == 0 {
            let u = a;
            a = c;
            c = u;
            continue;
        }
        b ^= i;
    }
    var p = P(a, b, array(a, b, c));
    var q = p;
    loop {
        let t = p;
        p = q;
        q = t;
        p.c[1] = q.c[2];
        q.a = p.b;
        let s = q.c;
        q.c = p.c;
        p.c = s;
        p.b += 1;
        if p.b - o[3] > 100 || q.a == p.a {
            break;
        }
        continuing {
            p.a += 1;
            break if p.a > a + 4;
        }
    }
    var x = 0;
    var y = 1;
    while x < 100 {
        let z = x + y;
        x = y;
        y = z;
    }
    o[4] = a;
    o[5] = b;
    o[6] = c;
    o[7] = p.a;
    o[8] = p.b;
    o[9] = q.a;
    o[10] = q.b;
    o[11] = p.c[1];
    o[12] = q.c[0];
    o[13] = q.c[2];
    o[14] = x;
    o[15] = y;
}
