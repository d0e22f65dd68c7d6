// Continuing blocks of all shapes, with what the body declared.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 16>;
@compute @workgroup_size(1)
fn main() {
    var k = 0u;
    loop {
        var t = k * 2u;
        if t == 6u {
            k += 2u;
            continue;
        }
        t += 1u;
        o[k & 7u] += t;
        continuing {
            let s = t + 1u;
            k += select(1u, 2u, s > 9u);
            t = 0u;
            break if k >= 7u;
        }
    }
    let after = k * k;
    o[8] = after;
    var i = 0u;
    loop {
        loop {
            i++;
            if i % 3u == 0u {
                break;
            }
            if i > 20u {
                return;
            }
            continuing {
                o[9] += i;
            }
        }
        continuing {
            o[10] += i;
            switch i {
                case 9u {
                    i = 12u;
                }
                default {}
            }
            break if i > 10u;
        }
    }
    o[11] = i;
    loop {
        if i > 15u {
            break;
        }
        continuing {
            i += 1u;
            for (var z = 0u; z < 2u; z++) {
                o[12] += z + i;
                if o[12] % 5u == 0u {
                    break;
                }
            }
        }
    }
    var w = 3u;
    while true {
        w--;
        if w == 0u {
            break;
        }
        o[13] += w;
    }
    for (;;) {
        w += 3u;
        if w > 10u {
            break;
        }
    }
    o[14] = w;
    for (var q = 0u;; q++) {
        if q > 3u {
            break;
        }
        o[15] += q;
    }
}
