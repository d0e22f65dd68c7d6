struct A {
    n: atomic<i32>,
    arr: array<atomic<u32>, 3>,
    plain: vec2u,
}
@group(0) @binding(0) var<storage, read_write> s: array<A, 2>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 8>;
var<workgroup> w: array<A, 2>;
fn bump(p: ptr<workgroup, array<A, 2>>, i: u32) {
    atomicAdd(&(*p)[i].arr[i], 3u);
}
fn cas(p: ptr<storage, atomic<i32>, read_write>, a: i32) -> vec2u {
    let r = atomicCompareExchangeWeak(p, a, a + 1);
    return vec2u(u32(r.old_value), u32(r.exchanged));
}
@compute @workgroup_size(1)
fn main() {
    let i = atomicAdd(&s[0].n, 0) & 1;
    bump(&w, u32(i));
    bump(&w, 1u);
    let c = cas(&s[i].n, atomicLoad(&s[i].n));
    o[0] = c.x;
    o[1] = c.y;
    o[2] = atomicOr(&w[i].arr[i], 4u) + atomicLoad(&w[1].arr[1]) * 10u;
    s[1].plain = s[0].plain.yx;
    o[3] = atomicMin(&s[1].arr[2], 5u);
    o[4] = u32(atomicMax(&s[1].n, -3));
    o[5] = atomicExchange(&s[0].arr[u32(i)], o[4]);
    o[6] = atomicSub(&s[0].arr[1], 1u);
    let k = atomicAnd(&s[0].arr[1], 0xffu);
    _ = atomicXor(&s[0].arr[1], 3u);
    atomicStore(&w[0].n, -7);
    o[7] = u32(atomicLoad(&w[0].n)) + k;
}
