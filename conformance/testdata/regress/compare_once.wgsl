// What a compare-exchange expects is computed once, and before the exchange, also where
// the result says whether it took place.
// expect 0.0: 1 0 5 1 1 2 2 7

@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> a: array<atomic<u32>, 2>;

struct S {
    v: vec4u,
}

var<private> calls: u32;
var<workgroup> w: atomic<i32>;

fn next() -> S {
    calls++;
    return S(vec4u(calls));
}

@compute @workgroup_size(1)
fn main() {
    atomicStore(&a[0], 0u);
    let x = atomicCompareExchangeWeak(&a[0], next().v.x, 9u);
    o[0] = calls;
    o[1] = x.old_value;
    atomicStore(&a[0], 2u);
    var y = atomicCompareExchangeWeak(&a[0], next().v.y, 5u);
    o[2] = atomicLoad(&a[0]) * u32(y.exchanged);
    atomicStore(&w, 3);
    o[3] = u32(atomicCompareExchangeWeak(&w, i32(next().v.z), 7).exchanged);
    o[4] = u32(atomicCompareExchangeWeak(&w, atomicLoad(&w), 1).exchanged);
    calls = 0u;
    let z = atomicCompareExchangeWeak(&a[next().v.x - 1u], next().v.x + 3u, next().v.x);
    o[5] = calls - 1u;
    o[6] = calls - 1u;
    o[7] = z.old_value + 2u;
}
