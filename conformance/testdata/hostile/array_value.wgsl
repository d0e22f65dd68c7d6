// Arrays and structs as values: indexed by variables, returned, compared element by element.
struct T {
    a: array<vec2u, 3>,
    b: u32,
}
@group(0) @binding(0) var<storage, read_write> o: array<u32, 16>;
fn make(x: u32) -> array<u32, 5> {
    return array<u32, 5>(x, x + 1u, x * x, ~x, x >> 1u);
}
fn t(x: u32) -> T {
    return T(array(vec2u(x), vec2u(x, 1u), vec2u()), x);
}
fn nest(x: u32) -> array<T, 2> {
    return array(t(x), t(x + 1u));
}
fn sum(a: array<u32, 5>) -> u32 {
    var s = 0u;
    for (var i = 0; i < 5; i++) {
        s += a[i];
    }
    return s;
}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    let m = make(i);
    o[i] = m[i] + make(i + 1u)[i & 1u] + sum(m);
    let n = nest(i);
    o[i + 4u] = n[i & 1u].a[i % 3u][i & 1u] + nest(2u)[1].b;
    var v = m;
    v[i] = 9u;
    o[i + 8u] = sum(v) - sum(m);
    o[i + 12u] = array(n, n)[i >> 1u][1].a[1].x + array(1u, 20u, 300u, 4000u)[i];
}
