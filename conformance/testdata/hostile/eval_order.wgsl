var<private> x: i32 = 10;
var<private> arr: array<i32, 4>;
var<private> idx: u32;
@group(0) @binding(0) var<storage, read_write> o: array<i32, 24>;
struct P {
    a: i32,
    b: i32,
    c: i32,
}
fn bump() -> i32 {
    x += 1;
    return x;
}
fn put(i: u32) -> u32 {
    idx = i;
    return i;
}
fn three(a: i32, b: i32, c: i32) -> i32 {
    return a * 100 + b * 10 + c;
}
fn viaptr(p: ptr<private, i32>) -> i32 {
    *p *= 2;
    return *p;
}
fn loc(p: ptr<function, i32>, q: i32) -> i32 {
    *p += q;
    return *p;
}
@compute @workgroup_size(1)
fn main() {
    o[0] = x + bump();
    o[1] = bump() + x;
    o[2] = three(x, bump(), x);
    let before = x;
    o[3] = before * viaptr(&x) - x;
    arr[idx] = i32(put(2u));
    arr[put(1u)] = x;
    o[4] = arr[0] * 1000 + arr[2] * 100 + arr[1];
    x = x - bump();
    o[5] = x;
    let p = P(x, bump(), x);
    o[6] = p.a + p.b * 10 + p.c * 100;
    let v = vec3i(x, bump(), x);
    o[7] = v.x + v.y * 10 + v.z * 100;
    var l = 1;
    o[8] = l + loc(&l, 5) * l;
    o[9] = loc(&l, l) + loc(&l, l);
    let a = array(l, loc(&l, 1), l);
    o[10] = a[0] + a[1] * 10 + a[2] * 100;
    l += loc(&l, 1);
    o[11] = l;
    o[idx] = bump();
    o[put(13u)] += i32(idx);
    o[14] = select(bump(), x, x > 0);
    let t = arr;
    arr[3] = 99;
    o[15] = t[3] + arr[3];
    x = 5;
    let y = x;
    x = 6;
    o[16] = y * 10 + x;
    var q = l;
    let r = &q;
    q = 3;
    o[17] = *r + y;
    for (var i = bump(); i < bump(); i += 2) {
        o[18] += x;
        if x > 30 {
            break;
        }
    }
    o[19] = i32(idx) + (x + loc(&q, 1) * (x - bump()));
    while bump() < 40 {
        if x % 3 == 0 {
            continue;
        }
        o[20] += 1;
    }
    switch bump() {
        case 41 {
            o[21] = x;
        }
        default {
            o[21] = -x;
        }
    }
    if bump() > 5 && bump() > 1000 && bump() > 5 {}
    o[22] = x;
    o[23] = min(x, bump()) - max(bump(), x);
}
