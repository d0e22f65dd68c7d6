@group(0) @binding(0) var<storage, read_write> o: array<i32, 16>;
fn f(n: i32) -> i32 {
    var r = 0;
    for (var i = 0; i < n; i++) {
        switch i % 4 {
            case 0 {
                continue;
            }
            case 1 {
                for (var j = 0;; j++) {
                    if j > i {
                        break;
                    }
                    switch j {
                        case 2 {
                            r += 100;
                            continue;
                        }
                        case 5 {
                            return r;
                        }
                        default {
                            r += j;
                        }
                    }
                    if r > 500 {
                        return -r;
                    }
                }
            }
            case 2 {
                if r % 2 == 1 {
                    break;
                }
                r *= 2;
            }
            default {
                loop {
                    r += 1;
                    if r % 3 == 0 {
                        break;
                    }
                    continuing {
                        break if r > 1000;
                    }
                }
            }
        }
        r ^= i;
    }
    return r;
}
fn g(a: i32, b: i32) -> i32 {
    if a > b {
        if a > 10 {
            return 1;
        } else if b < 0 {
            return 2;
        }
    } else {
        loop {
            if a == b {
                return 3;
            }
            break;
        }
    }
    return 4;
}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    o[i] = f(i32(i) * 3);
    o[i + 8u] = g(o[i + 8u], i32(i) - 4) * 10 + g(i32(i), i32(i));
}
