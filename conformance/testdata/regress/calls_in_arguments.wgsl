// Calls that count, as the arguments of built-in functions and of operators, are made once
// each and in order, however a function is spelled out.
// buffer 0.0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// expect 0.0: 3 3 9 6 11 9 c d 0 11 70 14 15 17 2a2 19 1a 1b ffffffff 1c 0 20 a 22 118 25 6 26 27 28 3400001f 2d 2 2e bc0 30 0 31 c4e0 20f8 35 3 38 0 3c 25 3e fcc 40 1 42 45 44 45 45 8051441b 48 0 0 0 0 0 0 0

@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
struct R {
    x: u32,
    v: vec3u,
    a: array<u32, 3>,
}
var<private> n: u32;
fn r() -> R {
    n++;
    return R(n, vec3u(n, n + 1u, n + 2u), array(n, n * 2u, n * 3u));
}
fn b() -> bool {
    n++;
    return n % 2u == 0u;
}
fn fl() -> f32 {
    n++;
    return f32(n) * 0.5;
}
fn iv() -> vec3i {
    n++;
    return vec3i(i32(n), -5, 7);
}
@compute @workgroup_size(1)
fn main() {
    o[0] = clamp(r().x, r().v.y, r().a[2]);
    o[1] = n;
    o[2] = extractBits(r().x * 77u, r().x % 8u, r().x % 8u);
    o[3] = n;
    o[4] = insertBits(r().x, r().v.x, r().x % 8u, 4u);
    o[5] = n;
    o[6] = u32(sign(fl())) + u32(fract(fl()) * 4) + u32(modf(fl()).whole) + u32(frexp(fl()).exp);
    o[7] = n;
    o[8] = bitcast<u32>((iv() / iv()).x) + bitcast<u32>((iv() % iv()).y);
    o[9] = n;
    o[10] = u32(mix(fl(), fl(), vec2f(fl()).x) * 8);
    o[11] = n;
    o[12] = select(r().x, r().a[1], b());
    o[13] = n;
    o[14] = u32(dot(iv(), iv()));
    o[15] = n;
    o[16] = r().a[r().v.x % 3u];
    o[17] = n;
    o[18] = pack4x8unorm(vec4f(fl()));
    o[19] = n;
    o[20] = u32(any(iv() > iv())) + u32(all(vec2<bool>(b(), b())));
    o[21] = n;
    o[22] = bitcast<u32>(abs(iv().y)) + bitcast<u32>(-iv().y);
    o[23] = n;
    o[24] = u32(r().x << (r().x & 7u)) >> (r().x & 3u);
    o[25] = n;
    o[26] = u32(smoothstep(0.0, 100.0, fl()) * 64);
    o[27] = n;
    o[28] = u32(i32(fl())) + u32(fl());
    o[29] = n;
    o[30] = firstLeadingBit(r().x) + countLeadingZeros(r().x) + firstTrailingBit(r().x) + reverseBits(r().x) + countTrailingZeros(r().v.z);
    o[31] = n;
    o[32] = bitcast<u32>(firstLeadingBit(iv().y));
    o[33] = n;
    o[34] = u32(ldexp(fl(), iv().z));
    o[35] = n;
    o[36] = u32(fl() % 3.0);
    o[37] = n;
    o[38] = dot4U8Packed(r().x * 0x01020304u, r().x * 0x11111111u);
    o[39] = bitcast<u32>(dot4I8Packed(r().x * 0x81020384u, r().x * 0x11f11111u));
    o[40] = n;
    o[41] = u32(step(fl(), fl())) + u32(saturate(fl()) * 2);
    o[42] = n;
    o[43] = u32(determinant(mat2x2f(fl(), fl(), fl(), fl())));
    o[44] = n;
    let t = transpose(mat2x3f(fl(), 1, 2, 3, fl(), 5));
    o[45] = u32(t[0].y * 2 + t[1].y);
    o[46] = n;
    o[47] = u32((mat2x2f(fl(), 2, 3, 4) * vec2f(fl(), 1)).x * 4);
    o[48] = n;
    o[49] = u32(faceForward(vec2f(fl(), 1), vec2f(1), vec2f(fl())).x < 0);
    o[50] = n;
    o[51] = r().v[r().x % 3u];
    o[52] = n;
    o[53] = u32(reflect(vec2f(fl(), 0), vec2f(0, 1)).x * 2);
    o[54] = n;
    o[55] = unpack4xU8(r().x * 0x01020304u).z + pack4xU8(vec4u(r().v, 1u)) + pack4xI8Clamp(vec4i(iv(), 300));
    o[56] = n;
}
