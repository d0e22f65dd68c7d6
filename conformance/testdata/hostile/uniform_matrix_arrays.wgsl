// Arrays of matrices, and structs of them, copied out of a uniform buffer in every way.
struct U { b: array<mat2x3f, 2>, g: u32, h: array<vec3f, 2>, m: array<mat4x4f, 3> }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<storage, read_write> s: array<vec3f, 24>;
@group(0) @binding(2) var<uniform> bones: array<mat4x4f, 4>;
var<private> p: U;
var<private> pb: array<mat2x3f, 2>;
var<workgroup> w: array<mat4x4f, 4>;
const table = array(mat2x3f(1, 2, 3, 4, 5, 6), mat2x3f(7, 8, 9, 10, 11, 12));
fn element(a: array<mat2x3f, 2>, i: u32) -> vec3f { return a[i][1 - i]; }
fn swapped(a: array<mat2x3f, 2>) -> array<mat2x3f, 2> { return array(a[1], a[0]); }
fn change(a: ptr<function, array<mat2x3f, 2>>, i: u32) { (*a)[i][1] = (*a)[1 - i][0].zxy; }
fn bone(a: array<mat4x4f, 4>, i: u32) -> vec3f { return a[i][2].xyz + a[3 - i][1].yzw; }
@compute @workgroup_size(1) fn main() {
    let k = u.g % 2u;
    p = u;
    s[0] = p.b[k][1];
    s[1] = p.b[1u - k][0];
    p.b[k][1] = p.b[1u - k][0].zxy;
    s[2] = p.b[0][1];
    s[3] = p.b[1][1];
    var q = u;
    q.b[k][1] = q.b[1u - k][0];
    s[4] = q.b[0][1];
    s[5] = q.b[1][1];
    var r = u.b;
    change(&r, k);
    s[6] = r[0][1];
    s[7] = r[1][1] + element(u.b, k);
    pb = u.b;
    s[8] = pb[1][0] + swapped(pb)[k][1];
    change(&q.b, 1 - k);
    s[9] = q.b[k][1];
    w = bones;
    workgroupBarrier();
    s[10] = w[k + 1][3].xyz;
    s[11] = bone(bones, k) + bone(w, 1);
    let t = bones;
    s[12] = t[k * 3][2].yzw;
    var m = u.m;
    m[k][k].y = 5;
    s[13] = m[0][0].xyz + m[1][1].xyz + m[2][3].xyz;
    var both = array(u.b, table);
    s[14] = both[k][0][1] + both[1][k][0];
    r = select_all(k == 1, u.b, table);
    s[15] = r[0][1] - r[1][0];
}
fn select_all(c: bool, a: array<mat2x3f, 2>, b: array<mat2x3f, 2>) -> array<mat2x3f, 2> {
    if c { return a; }
    return b;
}
