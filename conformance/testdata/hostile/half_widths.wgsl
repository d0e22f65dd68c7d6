// not wasm tint-run
enable f16;
struct S {
    a: f16,
    b: array<f16, 3>,
    c: vec3h,
    d: f16,
    e: mat3x3h,
    f: array<vec3h, 2>,
    g: vec2h,
}
struct U {
    a: vec2h,
    b: f16,
    c: vec4h,
    d: mat2x4h,
    e: f32,
}
@group(0) @binding(0) var<storage, read_write> s: array<S, 2>;
@group(0) @binding(1) var<uniform> u: U;
var<workgroup> w: array<vec3h, 2>;
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    w[i] = s[i].c;
    workgroupBarrier();
    s[i].f[1] = w[1u - i].zyx;
    s[i].b[i] = u.c[i] + u.d[i].w;
    s[i].e[i] = w[i] * u.b;
    s[i].e[2][i] = u.a[i];
    s[i].g = vec2h(vec2(f32(u.e) > 0.0, true)) + vec2h(vec2f(0.5, 1.5));
    s[i].a = select(s[i].a, -s[i].d, s[i].a < s[i].d);
    s[i].d = abs(s[i].d) + f16(i) + fma(2.0h, 1.0h, 0.5h);
}
