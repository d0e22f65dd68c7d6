// Calls that count, in the indices of what is written, of compound assignments, of
// increments and atomic operations, are made once each and in order.
// buffer 0.0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// buffer 0.3: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expect 0.0: 0 2 5 6 8 b e 0 12 17 19 1b 1e 31 2 25 3 26 2a 5a bb7 70 0 0 0 17 0 0 0 ffffffee 0 10 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0

@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
var<private> n: u32;
fn i() -> u32 {
    n++;
    return n;
}
struct S {
    a: array<vec3u, 4>,
    m: array<mat2x3f, 2>,
    k: vec4u,
}
@group(0) @binding(3) var<storage, read_write> s: S;
var<workgroup> w: array<atomic<u32>, 4>;
var<private> p: S;
var<workgroup> ws: array<vec4u, 3>;
@compute @workgroup_size(1)
fn main() {
    s.a[i() % 4u] += vec3u(i());
    o[1] = n;
    s.m[i() % 2u][i() % 2u] *= f32(i());
    o[2] = n;
    s.k[i() % 4u]++;
    o[3] = n;
    s.a[i() % 4u].y = s.a[i() % 4u].z;
    p = s;
    o[4] = n;
    p.a[i() % 4u][i() % 3u] -= i();
    o[5] = n;
    p.m[i() % 2u] = p.m[i() % 2u] * f32(i());
    o[6] = n;
    atomicAdd(&w[i() % 4u], i());
    o[7] = atomicSub(&w[i() % 4u], i());
    o[8] = n;
    ws[i() % 3u][i() % 4u] |= i();
    ws[i() % 3u] += vec4u(i());
    o[9] = n;
    s.m[i() % 2u] += s.m[i() % 2u];
    s.a = p.a;
    o[10] = n;
    (*(&s.k))[i() % 4u] <<= i() % 5u;
    o[11] = n;
    let q = &p.a[i() % 4u];
    (*q)[i() % 3u] ^= i();
    (*q).x--;
    o[12] = n;
    let c = atomicCompareExchangeWeak(&w[i() % 4u], i(), i());
    o[13] = n + c.old_value;
    for (var x = i() % 4u; x < i(); x += i()) {
        o[14] += x;
    }
    o[15] = n;
    switch i() % 4u {
        case 0u: {
            o[16] = 1u;
        }
        case 1u: {
            o[16] = 2u;
        }
        default: {
            o[16] = 3u;
        }
    }
    o[17] = n;
    while i() % 7u != 0u {}
    o[18] = n;
    let l = array(i(), i(), i())[i() % 3u];
    o[19] = l + n;
    for (var k = 0u; k < 4u; k++) {
        o[20u + k] = p.a[k].x + p.a[k].y * 10u + p.a[k].z * 100u;
        o[24u + k] = ws[k % 3u][k];
        o[28u + k] = atomicLoad(&w[k]);
    }
}
