const T = array<vec3i, 5>(vec3i(1, 2, 3), vec3i(4, 5, 6), vec3i(7, 8, 9), vec3i(-1), vec3i());
const N = array(array(1u, 2u), array(3u, 4u), array(5u, 6u));
struct K {
    a: i32,
    b: array<vec2f, 2>,
    c: bool,
}
const S = array(K(1, array(vec2f(1, 2), vec2f(3, 4)), true), K(2, array(vec2f(), vec2f(5)), false));
const M = array(mat2x2f(1, 2, 3, 4), mat2x2f(), mat2x2f(5, 6, 7, 8));
const MM = array(array(mat2x3f(1, 2, 3, 4, 5, 6), mat2x3f()), array(mat2x3f(), mat2x3f(7, 8, 9, 10, 11, 12)));
@group(0) @binding(0) var<storage, read_write> o: array<vec4i, 12>;
fn pick(t: array<vec3i, 5>, i: u32) -> vec3i {
    return t[i];
}
fn b(k: K) -> i32 {
    return select(k.a, -k.a, k.c);
}
@compute @workgroup_size(3)
fn main(@builtin(local_invocation_index) i: u32) {
    let j = i & 1u;
    o[i] = vec4i(T[i + 2u] + pick(T, i), i32(N[i][j]));
    o[i + 3u] = vec4i(vec2i(S[j].b[1u - j]), b(S[j]), i32(S[j].c));
    o[i + 6u] = vec4i(vec2i(M[i][j]), vec2i(M[2] * vec2f(1, f32(i))));
    let l = MM;
    o[i + 9u] = vec4i(vec3i(l[j][j][1]), i32(MM[j][1u - j][0].z + MM[1][1][j][i]));
}
