// not tint-run
// SwiftShader reads matrices in copied structs wrongly.
struct U {
    a: mat3x2f,
    b: array<mat2x3f, 2>,
    c: f32,
    d: mat4x3f,
    e: array<mat3x3f, 2>,
    f: vec3f,
    g: u32,
    h: array<vec3f, 2>,
    i: mat2x2f,
    j: array<vec4f, 3>,
}
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<storage, read_write> s: U;
@group(0) @binding(2) var<storage, read> r: array<U, 2>;
var<private> p: U;
fn col(m: mat3x2f, i: u32) -> vec2f {
    return m[i];
}
fn whole(i: u32) -> U {
    return r[i];
}
@compute @workgroup_size(1)
fn main() {
    let k = u.g % 2u;
    s.a = u.a;
    s.b = u.b;
    s.c = u.c + u.d[3].z + u.e[k][2][k];
    s.d = r[k].d;
    s.d[k] = u.f;
    s.d[3][k] = 5.0;
    s.e[k] = r[1].e[0];
    s.e[1 - k][2] = u.h[k];
    s.f = u.h[1] + vec3f(col(u.a, k), u.a[2][k]);
    s.g = u32(u.j[k].y);
    p = u;
    p.b[k][1] = p.b[1u - k][0].zxy;
    s.h = p.h;
    s.h[k] += p.b[k][1];
    s.i = transpose(whole(k).i);
    s.j[2] = vec4f(p.i * u.j[k].xy, u.j[1].zw);
    let m = &s.e[0];
    (*m)[1].y = whole(1u).b[k][1].z;
    p.a[k].y = 3.0;
    s.a[k] = p.a[1u - k] + p.a[k];
}
