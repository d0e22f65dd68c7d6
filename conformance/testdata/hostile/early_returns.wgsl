// Returns and breaks out of nested loops, with values from inside.
@group(0) @binding(0) var<storage, read> g: array<i32, 24>;
@group(0) @binding(1) var<storage, read_write> o: array<i32, 24>;
fn find(v: i32, from_: u32) -> vec2i {
    for (var y = from_; y < 4u; y++) {
        var x = 0u;
        loop {
            let i = y * 6u + x;
            if g[i] == v {
                return vec2i(i32(x), i32(y));
            }
            if g[i] < -1000000 {
                if x > 3u {
                    break;
                } else if y == 2u {
                    return vec2i(-2);
                }
            }
            continuing {
                x++;
                break if x >= 6u;
            }
        }
        if y == 3u {
            continue;
        }
        while x > 2u {
            x -= 1u;
            if g[x] == 31 {
                return vec2i(i32(x), 99);
            }
        }
    }
    return vec2i(-1, -1);
}
fn classify(x: i32) -> i32 {
    if x < 0 {
        if x == -2147483648 {
            return 1;
        }
        return 2;
    } else if x == 0 {
        return 3;
    }
    switch x & 3 {
        case 0 {
            return 4;
        }
        case 1, 2 {
            if x > 100 {
                break;
            }
            return 5;
        }
        default {
            return 6;
        }
    }
    return 7;
}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    let r = find(g[i * 3u], i & 1u);
    o[i] = r.x * 100 + r.y;
    o[i + 8u] = classify(g[i]);
    o[i + 16u] = classify(g[i + 16u]) - classify(g[i + 8u]);
}
