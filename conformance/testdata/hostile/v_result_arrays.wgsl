// What built-in functions return, in arrays: their types have no names.
// not wgpu-run
@group(0) @binding(0) var<storage, read_write> o: array<f32, 40>;
@group(0) @binding(1) var<storage, read_write> n: array<i32, 40>;
@group(0) @binding(2) var<storage, read> key: array<u32, 4>;
@group(0) @binding(3) var<storage, read_write> lock: atomic<u32>;
@compute @workgroup_size(1)
fn main() {
    let i = key[0] & 1u;
    let x = f32(key[1] & 255u) / 16;
    let m = array(modf(x), modf(-x));
    o[0] = m[i].fract;
    o[1] = m[1u - i].whole;
    o[2] = array(modf(vec2f(x, 2.5)))[0].fract.y;
    var e = array(frexp(x + 1), frexp(3f), frexp(0.25f));
    o[3] = e[i + 1].fract;
    n[0] = e[i].exp;
    let nested = array(array(frexp(vec3f(x + 2))), array(frexp(vec3f(9))));
    o[4] = nested[i][0].fract.z;
    n[1] = nested[1 - i][0].exp.x;
    for (var k = 0u; k < 3; k++) {
        let all = array(modf(x + f32(k)), modf(2f), m[0]);
        o[5 + k] = all[k].whole;
        e[k] = e[(k + 1) % 3];
        n[2 + k] = e[k].exp;
    }
    atomicStore(&lock, 0);
    let c = array(atomicCompareExchangeWeak(&lock, 7, 9));
    n[6] = i32(c[0].old_value) + i32(c[0].exchanged);
}
