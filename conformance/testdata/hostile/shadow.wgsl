// The same names again and again.
const a = 3;
@group(0) @binding(0) var<storage, read_write> o: array<i32, 12>;
fn f(a: i32) -> i32 {
    var r = a;
    {
        let a = r * 2;
        r += a;
        {
            var a = a + 1;
            a += r;
            r = a;
        }
        r += a;
    }
    return r + a;
}
fn g(o: i32) -> i32 {
    let f = o + a;
    return f;
}
struct vec {
    x: i32,
    vec: i32,
}
fn i32_(x: i32) -> i32 {
    let i = x;
    for (var i = 0; i < 3; i++) {
        let i = i * 2;
        if i == 4 {
            return i;
        }
    }
    return i;
}
@compute @workgroup_size(1)
fn main() {
    var main = 1;
    let x = f(o[0]);
    let f = g(x);
    for (var x = f; x < f + 2; x++) {
        let f = x - 1;
        o[1] += f;
        {
            let x = f;
            o[2] = x;
        }
    }
    if true {
        let o_ = f;
        var x = o_;
        x++;
        o[3] = x;
    } else {
        let x = 5;
        o[4] = x;
    }
    switch x {
        case 1 {
            let x = 1;
            o[5] = x;
        }
        default {
            var x = x;
            x *= 2;
            o[6] = x;
        }
    }
    var v = vec(a, main);
    let vec = v.vec;
    v.vec = vec + a;
    o[7] = v.vec;
    o[8] = i32_(x);
    loop {
        let main = main + a;
        if main > 1 {
            o[9] = main;
            break;
        }
        continuing {
            let main = 2;
            break if main == 2;
        }
    }
    main += 1;
    o[10] = main;
    o[11] = f;
}
