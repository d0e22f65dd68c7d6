// Switches with default in every place, in loops and in each other, left by break,
// continue and return.
// buffer 0.0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expect 0.0: 6c 66 65 6c 6c 6c 6c 65 65 6c 0 0 0 0 0 0 0 0 0 0 66 0 0 0 0 0 0 0 0 0 0 3e9 3e9 7db 83f c28 1395 177e 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0

@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
fn c(x: i32) -> u32 {
    var r = 1u;
    switch x {
        case -1, 0x7fffffff: {
            r = 2u;
        }
        case 0: {
            if r == 1u {
                break;
            }
            r = 9u;
        }
        case 1, default, 2: {
            r += 3u;
            switch x + 1 {
                default: {
                    r *= 2u;
                }
            }
        }
        case 5: {}
        case 6: {
            {
                break;
            }
        }
    }
    switch r {
        default: {
            return r + 100u;
        }
    }
}
fn d(x: u32) -> u32 {
    var s = 0u;
    for (var k = 0u; k < x; k++) {
        switch k {
            case 1u: {
                continue;
            }
            case 2u: {
                s += 10u;
            }
            case 3u: {
                if x > 5u {
                    break;
                }
                s += 100u;
                continue;
            }
            default: {
                s += 1u;
            }
        }
        s += 1000u;
    }
    return s;
}
@compute @workgroup_size(1)
fn main() {
    var k = 0u;
    for (var x = -2; x < 8; x++) {
        o[k] = c(x);
        k++;
    }
    o[20] = c(2147483647);
    for (var x = 0u; x < 8u; x++) {
        o[30u + x] = d(x);
    }
}
