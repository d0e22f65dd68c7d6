// Whole structs and arrays of them through functions, buffers and back.
struct Leaf {
    v: vec3f,
    i: i32,
}
struct Mid {
    l: array<Leaf, 2>,
    f: f32,
    m: mat2x2f,
}
struct Top {
    mids: array<Mid, 2>,
    tail: vec2u,
}
@group(0) @binding(0) var<storage, read_write> s: array<Top, 2>;
@group(0) @binding(1) var<uniform> u: Top;
@group(0) @binding(2) var<storage, read> r: Top;
var<workgroup> w: Top;
var<private> p: Top;
fn id(t: Top) -> Top {
    return t;
}
fn mid(t: Top, i: i32) -> Mid {
    var c = t;
    return c.mids[i];
}
fn mk(x: f32) -> Leaf {
    return Leaf(vec3f(x), i32(x));
}
fn change(t: ptr<function, Top>) -> Top {
    let old = *t;
    t.mids[1] = old.mids[0];
    (*t).tail = old.tail.yx;
    return old;
}
@compute @workgroup_size(1)
fn main() {
    var l = id(u);
    let k = change(&l);
    s[1] = k;
    w = l;
    workgroupBarrier();
    p = w;
    p.mids[0].l[1] = mk(3.0);
    s[0] = p;
    s[1].mids[0] = mid(r, 1);
    s[1].mids[1].l = array(mk(1.0), mid(k, 0).l[1]);
    s[1].tail += id(r).tail;
    let arr = s[0].mids;
    var q = arr;
    q[1].f = arr[0].f;
    s[0].mids = q;
    s[0].mids[1].m[1] = array<Mid, 2>(q[0], q[1])[u32(q[0].l[1].i) & 1u].m[0];
}
