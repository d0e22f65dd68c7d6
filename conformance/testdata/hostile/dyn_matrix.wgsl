// Matrices indexed by variables, columns and components, read and written.
struct M {
    a: mat4x3f,
    b: array<mat2x4f, 3>,
    c: mat3x3f,
}
@group(0) @binding(0) var<uniform> m: M;
@group(0) @binding(1) var<storage, read_write> s: M;
@group(0) @binding(2) var<storage, read_write> o: array<vec4f, 16>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    var l = m.a;
    let v = m.b[i % 3u];
    l[i][i % 3u] += 1.0;
    l[(i + 1u) & 3u] = l[i] * 2.0;
    o[i] = vec4f(l[i], v[i & 1u][i]);
    o[i + 4u] = transpose(l)[i % 3u];
    o[i + 8u] = vec4f(s.c[i % 3u], s.b[i % 3u][1].w);
    var arr = array(m.c, s.c);
    arr[i & 1u][2] = arr[1u - (i & 1u)][i % 3u].zyx;
    o[i + 12u] = vec4f(arr[i & 1u] * vec3f(1, 0, 1), f32(i));
    storageBarrier();
    if i == 2u {
        s.a[i][1] = 5.0;
        s.b[i][i - 1u] = v[0].wzyx;
        s.c = mat3x3f(m.c[2], m.c[0], m.c[1]);
    }
}
