// Switches of all shapes.
@group(0) @binding(0) var<storage, read_write> o: array<i32, 24>;
fn a(x: i32) -> i32 {
    switch x {
        default {
            return 0;
        }
    }
}
fn b(x: u32) -> i32 {
    var r = 1;
    switch x {
        case 0xffffffffu {
            r = 2;
        }
        case 0u, default {
            r = 3;
        }
        case 5u {}
    }
    return r;
}
fn c(x: i32) -> i32 {
    var r = 0;
    loop {
        switch x + r {
            case -2147483648, 2147483647 {
                r = 100;
            }
            case 1 {
                r += 2;
                continue;
            }
            case 3 {
                break;
            }
            default {
                r += 1;
                if r > 3 {
                    return r;
                }
                continue;
            }
        }
        r *= 10;
        if r > 5 {
            break;
        }
        r += 7;
    }
    return r;
}
fn d(x: i32) -> i32 {
    switch x {
        case 1: {
            switch x + 1 {
                case 2: {
                    return 9;
                }
                default: {
                    break;
                }
            }
            return 8;
        }
        case 2: {
            for (var i = 0; i < 4; i++) {
                if i == 2 {
                    break;
                }
                switch i {
                    case 1: {
                        continue;
                    }
                    default: {}
                }
            }
        }
        default: {
            if x > 10 {
                break;
            }
            return 6;
        }
    }
    return 5;
}
const Q = 4;
fn e(x: i32) -> i32 {
    switch (x) {
        case Q + 1, Q * 2: {
            return 1;
        }
        case Q: {
            {
                {
                    return 2;
                }
            }
        }
        default: {}
    }
    return 3;
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = i32(i);
    o[i] = a(x);
    o[i + 4u] = b(i * 5u) * 10 + b(i - 1u);
    o[i + 8u] = c(x) + c(o[i + 20u]);
    o[i + 12u] = d(x) * 100 + d(x * 7);
    o[i + 16u] = e(x + 2) * 100 + e(x * 4);
}
