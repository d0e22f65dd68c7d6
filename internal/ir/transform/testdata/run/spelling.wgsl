// What languages spell otherwise: operations on bools, remainders, overflow,
// atomics, results in several parts, pointers and structs of the pipeline.
struct Input {
    @builtin(local_invocation_index) index: u32,
    @builtin(workgroup_id) group: vec3u,
    @builtin(global_invocation_id) global: vec3u,
}

struct Cell {
    place: vec3f,
    count: u32,
    span: vec2f,
    last: vec3u,
}

@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;

var<workgroup> shared_count: atomic<u32>;
var<workgroup> shared_sum: atomic<i32>;
var<private> cells: array<Cell, 3>;
var<private> next: u32;

fn put(v: u32) {
    out[next] = v;
    next++;
}

// The sign of zero is nobody's business.
fn bits(v: f32) -> u32 {
    return bitcast<u32>(select(v, 0.0, v == 0.0));
}

fn bump(cell: ptr<private, Cell>, by: u32) -> u32 {
    (*cell).count += by;
    (*cell).last.y ^= by;
    (*cell).place[by % 3u] += f32(by % 7u);
    return (*cell).count;
}

fn swap(a: ptr<function, u32>, b: ptr<function, u32>) {
    let t = *a;
    *a = *b;
    *b = t;
}

@compute @workgroup_size(1)
fn main(in: Input) {
    atomicStore(&shared_count, 3u);
    atomicStore(&shared_sum, -5);
    for (var i = 0u; i < 15; i++) {
        let a = input[i];
        let b = input[i + 1];
        let s = bitcast<i32>(a);
        let t = bitcast<i32>(b);
        let low = vec3<bool>(a > b, s > t, (a & 1) == 1) & vec3<bool>(a < 40, b != 2, t < 0);
        let high = (low | vec3<bool>(s == t, true, a == 0)) & vec3<bool>(b > 3, a > 3, s < 9);
        put(u32(all(low)) + 2u * u32(any(high)) + 4u * u32(high.x) + 8u * u32(low.y & high.z) + 16u * u32(low.z | high.y));
        put(bitcast<u32>(s % t));
        put(bitcast<u32>(s + t));
        put(bitcast<u32>(s * t - s));
        put(bitcast<u32>(-s));
        let f = f32(s % 1000) / 8.0;
        let g = f32(t % 100) / 4.0 + 0.125;
        put(bits(f % g));
        let parts = modf(f);
        put(bits(parts.fract));
        put(bits(parts.whole));
        let split = frexp(g);
        put(bitcast<u32>(split.fract));
        put(bitcast<u32>(split.exp));
        let exchanged = atomicCompareExchangeWeak(&shared_count, a % 5u, a + i);
        put(exchanged.old_value + u32(exchanged.exchanged) * 1000u);
        put(atomicSub(&shared_count, i));
        put(bitcast<u32>(atomicMax(&shared_sum, s % 100)));
        put(atomicLoad(&shared_count) ^ bitcast<u32>(atomicLoad(&shared_sum)));
        put(bump(&cells[i % 3u], a));
        put(bitcast<u32>(cells[i % 3u].place.y) + cells[(i + 1u) % 3u].last.y);
        var x = a;
        var y = b;
        swap(&x, &y);
        put(x - 3u * y + in.index + in.group.x + in.global.z);
        var steps = 0u;
        loop {
            if x < 2 || steps > 40 {
                break;
            }
            steps++;
            if (x & 1) == 0 {
                continue;
            }
            y += x;
            continuing {
                x = x / 3u;
                break if y == 17;
            }
        }
        put(steps + y);
    }
}
