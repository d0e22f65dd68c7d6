// Pointers of every space as parameters, to members and elements.
struct In {
    v: vec3f,
    n: u32,
}
struct Out {
    a: array<In, 3>,
    t: f32,
}
@group(0) @binding(0) var<storage, read_write> s: Out;
@group(0) @binding(1) var<uniform> u: Out;
@group(0) @binding(2) var<storage, read> r: array<In>;
var<private> pr: In;
var<workgroup> wg: array<In, 2>;
fn inc(p: ptr<function, f32>) -> f32 {
    *p += 1.0;
    return *p;
}
fn fill(p: ptr<function, array<In, 3>>, i: u32) {
    (*p)[i].n = i;
    p[i].v = vec3f(f32(i));
    let q = &p[i].v;
    *q += 1.0;
    q.y = 4.0;
}
fn st(p: ptr<storage, In, read_write>) -> f32 {
    p.n += 2u;
    return p.v.x;
}
fn un(p: ptr<uniform, array<In, 3>>, i: u32) -> f32 {
    return p[i].v[i];
}
fn rd(p: ptr<storage, array<In>>) -> u32 {
    return arrayLength(p) + p[1].n;
}
fn pv(p: ptr<private, In>) {
    p.n++;
}
fn wk(p: ptr<workgroup, In>) -> f32 {
    (*p).v.z = 3.0;
    return p.v.z;
}
@compute @workgroup_size(1)
fn main() {
    var x = 1.0;
    var arr: array<In, 3>;
    let y = inc(&x) + inc(&x) * x;
    fill(&arr, 1u);
    fill(&arr, u32(x) - 1u);
    s.t = y + st(&s.a[1]) + un(&u.a, u32(x) - 1u) + wk(&wg[1]);
    pr.n = 5u;
    pv(&pr);
    let z = &s.a[u32(x) - 1u];
    z.n = pr.n + rd(&r);
    (*z).v = arr[2].v;
    s.a[0].v = arr[1].v + wg[1].v;
    s.a[0].n = arr[2].n;
    var e = arr[0].v.x;
    let pe = &e;
    *pe = 7.5;
    s.a[1].v.z = inc(pe);
}
