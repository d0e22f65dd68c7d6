// Compound assignments whose place is computed once, by calls with effects.
var<private> n: u32;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> v: array<vec4u, 2>;
fn next() -> u32 {
    n += 1u;
    return n;
}
fn bump(p: ptr<private, u32>) -> u32 {
    *p *= 2u;
    return *p;
}
@compute @workgroup_size(1)
fn main() {
    o[next()] += next();
    o[next() & 7u]++;
    o[bump(&n) & 7u] *= n;
    v[next() & 1u][next() & 3u] <<= next() & 31u;
    var l = array(vec3i(1), vec3i(2));
    l[next() & 1u].y -= i32(next());
    _ = next();
    l[n & 1u][bump(&n) % 3u]--;
    o[0] = u32(l[0].x + l[0].y * 10 + l[1].y * 100 + l[1].z * 1000) + n;
}
