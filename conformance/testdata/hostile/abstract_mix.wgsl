// Literals whose type comes from elsewhere.
@group(0) @binding(0) var<storage, read_write> o: array<f32, 16>;
@group(0) @binding(1) var<storage, read_write> u: array<u32, 8>;
const big = 4294967295;
const neg = -2147483648;
const half = 0.5;
const v = vec3(1, 2, 3);
const m = mat2x2(1, 0, 0, 1);
const arr = array(1, 2.5, 3);
@compute @workgroup_size(1)
fn main() {
    o[0] = 1;
    o[1] = big;
    o[2] = half + v.x;
    o[3] = arr[1] * 2 / 4;
    o[4] = (m * vec2(3, 4)).y;
    o[5] = select(1, 2.5, o[0] > 0);
    o[6] = max(1, o[5]);
    o[7] = f32(7 / 2) + f32(7 % 4) + 7.0 / 2;
    o[8] = clamp(5, 0, o[7]);
    u[0] = big;
    u[1] = bitcast<u32>(i32(neg));
    u[2] = u32(-1.0 + 3) << 2;
    u[3] = 1 << 31u;
    u[4] = vec2(4, 5).y + u[0];
    u[5] = countOneBits(255u) + dot(vec2(1u, 2), vec2(3, 4));
    u[6] = u32(min(-1, 5) + 10);
    o[9] = -(-1.5);
    o[10] = 0x1p-3 + 1e-3f * 0;
    o[11] = .5 + 5. + 1e2 + 0xa.8p0;
    o[12] = f32(1.0f == 1.0);
    o[13] = length(vec2(3, 4));
    o[14] = f32(!(1 < 2.0)) + f32(0x7fffffff);
    o[15] = sqrt(16) + pow(2, 10) + exp2(3) + abs(-4) + f32(sign(-3));
    if true && (1 == 1.0) {
        var x = 3;
        x += 4;
        let y = 1.5 * f32(x);
        o[15] += y;
    }
    for (var i = 0u; i < 3; i += 1) {
        u[7] += i * 2;
    }
}
