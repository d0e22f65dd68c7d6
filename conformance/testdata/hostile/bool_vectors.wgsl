@group(0) @binding(0) var<storage, read> a: array<vec4i, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4u, 8>;
var<workgroup> wb: array<vec2<bool>, 2>;
fn cnt(v: vec4<bool>) -> u32 {
    return dot(vec4u(v), vec4u(1));
}
fn flip(p: ptr<function, vec3<bool>>) {
    (*p).y = !(*p).y;
    *p = !*p;
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let x = a[i];
    let y = a[3u - i];
    var m = x < y;
    m[i] = true;
    m = m | (x == y);
    m = m & !(y < vec4i());
    let n = select(m.wzyx, m, i > 1u);
    o[i] = vec4u(n) + cnt(m != n);
    var f = m.xyz;
    flip(&f);
    o[i + 4u] = vec4u(vec3u(f), u32(all(f)) + u32(any(f)) * 2u) + select(vec4u(0), vec4u(10), x >= y);
    if i < 2u {
        wb[i] = m.xw;
    }
    workgroupBarrier();
    let c = wb[i & 1u];
    o[i].w += u32(c.x) * 100u + u32(c[i & 1u]) * 1000u;
    if all(x == x) && any(vec2<bool>(c.x || c.y, false)) {
        o[i].z += 7u;
    }
}
