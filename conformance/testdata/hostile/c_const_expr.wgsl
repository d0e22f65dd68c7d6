const A = array<array<f32, 2>, 2>(array(1, 2), array(3, 4));
const B = A[1][0] + f32(A[0][1] > 1.5) * 10;
const S = vec4(1, 2, 3, 4).wz * mat2x2(1, 2, 3, 4);
const F = frexp(12.0).exp + i32(modf(-2.25).whole);
const X = select(1, 2, B > 5) << 3u;
const C = clamp(vec3(-1, 0.5, 2), vec3(0), vec3(1));
const D = dot(C, vec3(1)) + distance(vec2(0), vec2(3, 4)) + cross(vec3(1, 0, 0), vec3(0, 1, 0)).z;
const E = max(abs(-5), 3) % 4 + (~5 & 0xff) - (7 ^ 2);
const G = all(vec2(true, false) | vec2(false, true));
const H = u32(floor(-0.5) + 2.0) + countOneBits(0xf0fu) + extractBits(0xabcdu, 4u, 8u);
const I = -5 / 2 * 3 - -5 % 3;
const JJ = smoothstep(0.0, 2.0, 1.0) + step(1, 2) + mix(1.0, 3.0, 0.5) + sign(-2.0) + trunc(1.9) + round(2.5) + ceil(0.1);
const K = transpose(mat2x3(1, 2, 3, 4, 5, 6))[2].y + determinant(mat3x3(2, 0, 0, 0, 3, 0, 0, 0, 4));
@group(0) @binding(0) var<storage, read_write> o: array<f32, 16>;
@compute @workgroup_size(1)
fn main() {
    o[0] = B;
    o[1] = S.x;
    o[2] = S.y;
    o[3] = f32(F);
    o[4] = f32(X);
    o[5] = D;
    o[6] = f32(E);
    o[7] = f32(G);
    o[8] = f32(H);
    o[9] = f32(I);
    o[10] = JJ;
    o[11] = K;
    const L = array(X, F, E);
    o[12] = f32(L[1] + L[2]);
    o[13] = f32(vec3<u32>(1, 2, 3)[X / 8 - 1]);
    var i = 1;
    o[14] = A[i][0] + f32(L[i]);
    o[15] = f32(array(I, I + 1)[i]);
}
