struct R {
    ok: bool,
    v: vec2f,
    e: array<i32, 2>,
    inner: Q,
}
struct Q {
    m: mat2x2f,
    n: i32,
}
@group(0) @binding(0) var<storage, read_write> o: array<f32, 16>;
fn try_(x: f32) -> R {
    if x < 0.0 {
        return R();
    }
    var r = R(true, vec2f(x, -x), array(1, 2), Q(mat2x2f(x, 0, 0, x), 3));
    if x > 10.0 {
        r.ok = false;
        return r;
    }
    r.e[i32(x) & 1] += 5;
    return r;
}
fn chain(r: R) -> R {
    if !r.ok {
        return r;
    }
    return try_(r.v.x * 2.0 + f32(r.e[1]));
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let r = chain(chain(try_(f32(i) - 1.0)));
    o[i * 4u] = f32(r.ok);
    o[i * 4u + 1u] = r.v[i & 1u];
    o[i * 4u + 2u] = f32(r.e[i & 1u] + r.inner.n);
    o[i * 4u + 3u] = try_(f32(i)).inner.m[1][i & 1u] + f32(try_(1.0).ok);
}
