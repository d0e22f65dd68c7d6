@group(0) @binding(0) var<storage, read_write> o: array<i32, 32>;
@compute @workgroup_size(1)
fn main() {
    for (var i = 5u; i < 6u; i--) {
        o[0] += i32(i);
    }
    for (var i = 0; i <= 7; i += 3) {
        o[1] = o[1] * 10 + i;
    }
    for (var i = 7; i >= 0; i -= 2) {
        o[2] = o[2] * 8 + i;
    }
    for (var i = 0; i != 6; i += 2) {
        o[3] += i;
    }
    for (var i = 10; i < 5; i++) {
        o[4] = 1;
    }
    for (var f = 0.0; f < 1.0; f += 0.25) {
        o[5] += i32(f * 4.0);
    }
    for (var i = 2147483640; i > 0; i += 3) {
        o[6] += 1;
    }
    for (var i = 1u; i != 0u; i <<= 3u) {
        o[7] += 1;
    }
    for (var i = 0; i < 10; i++) {
        if i == 3 {
            i += 4;
        }
        o[8] += i;
    }
    for (var i = 0; i < 4; i++) {
        for (var j = i; j < 4; j++) {
            if j == 2 {
                continue;
            }
            o[9] += i * j + 1;
        }
    }
    var k = 100;
    for (; k > 1;) {
        k /= 3;
        o[10] += k;
    }
    for (var i = -3; i < 3; i++) {
        o[11] += i * i % 4;
    }
    for (var i = 0u; i < u32(o[31] & 7); i++) {
        o[12] += i32(i) * 2 + 1;
    }
    for (var i = 0; i < 8; i++) {
        if i > o[31] % 5 {
            break;
        }
        o[13] += 1;
    }
    var n = 0;
    for (var i = 0; i < 3; i++) {
        n = n * 2 + i;
        var m = n;
        for (var j = 0; j < 2; j++) {
            m += j;
            n += m;
        }
    }
    o[14] = n;
    for (var i = 4; i > 0; i--) {
        o[15] = o[15] * 10 + i;
    }
    var a = 0;
    var b = 10;
    while a < b {
        a += 2;
        b -= 1;
    }
    o[16] = a * 100 + b;
    for (var i = 0; i < 2;) {
        i++;
        o[17] += i;
    }
}
