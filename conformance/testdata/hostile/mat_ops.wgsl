// Products of matrices of all sizes.
@group(0) @binding(0) var<storage, read> a: mat2x3f;
@group(0) @binding(1) var<storage, read> b: mat3x2f;
@group(0) @binding(2) var<uniform> c: mat4x2f;
@group(0) @binding(3) var<storage, read_write> o: array<vec4f, 12>;
@group(0) @binding(4) var<storage, read_write> m: array<mat3x4f, 2>;
const I = mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1);
fn small(m: mat2x3f) -> mat2x3f {
    var r = m;
    r[0] = trunc(m[0] / 16.0);
    r[1] = trunc(m[1] * 0.0625);
    return r;
}
fn small3(m: mat3x2f) -> mat3x2f {
    return mat3x2f(trunc(m[0] * 0.0625), trunc(m[1] * 0.0625), vec2f(1, 2));
}
fn z0(m: mat2x3f) -> mat2x3f {
    return m;
}
@compute @workgroup_size(1)
fn main() {
    let x = small(a);
    let y = small3(b);
    let p = x * y;
    let q = y * x;
    o[0] = vec4f(p[0], q[0].x);
    o[1] = vec4f(p[1], q[1].y);
    o[2] = vec4f(p[2], determinant(q));
    o[3] = vec4f(x[0] * z0(x), (p * I)[1].xy);
    o[4] = vec4f(y * vec3f(1, 2, 3), vec2f(1, 2) * transpose(x * 2.0)[1].x);
    var z = mat3x3f(x[0], vec3f(1), x[1]);
    z -= I;
    z *= 2.0;
    z = z * I;
    z += 3.0 * z;
    o[5] = vec4f(z[0], 1);
    o[6] = vec4f(z[1], 2);
    o[7] = vec4f(-z[2], 3);
    o[8] = vec4f(c[0] + c[3], c[1] - c[2]);
    o[9] = vec4f(c * vec4f(1, 2, 0, 1), vec2f(1, 2) * mat2x2f(c[0], c[1]));
    m[1] = mat3x4f(m[0][2], m[0][0], m[0][1]);
    m[0] *= 0.5;
    m[0][2].w -= 1.0;
    o[10] = vec4f(transpose(m[1])[3], 0);
    o[11] = m[1] * vec3f(1, 0, 2);
}
