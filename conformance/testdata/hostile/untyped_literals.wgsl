// Choices of literals, which languages may give no type until one is asked for, as
// operands of all that depends on one.
// dxil-spirv takes the quotient of a choice of literals for the remainder:
// not dxbc
@group(0) @binding(0) var<storage, read_write> q: array<vec3i, 9>;
@group(0) @binding(1) var<storage, read_write> u: array<i32, 22>;
@group(0) @binding(2) var<storage, read> x: array<u32, 4>;

@compute @workgroup_size(1)
fn main() {
    let a = x[0];
    let c = (a & 1u) == 1u;
    let d = (x[1] & 2u) == 2u;
    q[0] = vec3(-8) >> (vec3u(a, x[1], x[2]) & vec3u(31));
    q[1] = vec3(select(-7, -5, c)) >> (vec3u(a, x[1], x[2]) & vec3u(31));
    q[2] = vec3(select(-7, -5, c)) >> vec3u(1);
    q[3] = vec3(select(-7, -5, c)) * vec3(select(3, 4, d));
    q[4] = vec3(select(-7, -5, c), 1, 2) >> vec3u(1);
    q[5] = vec3(-8, 1, 2) >> vec3u(a & 7u);
    q[6] = max(vec3(select(-7, -5, c)), vec3(2));
    q[7] = -vec3(select(-7, -5, c)) / 2;
    q[8] = reverseBits(vec3(select(-7, -5, c)));
    u[0] = reverseBits(select(-7, -5, c));
    u[1] = select(select(-7, -5, c), 9, d) >> 1;
    u[2] = ~select(-7, -5, c) >> 1;
    u[3] = -select(-7, -5, c) >> 1;
    u[4] = select(-7, -5, c) * 3 / 2;
    u[5] = array(1, 2, 3)[select(2, 1, c)];
    var v = select(-7, -5, c) >> 1;
    v >>= 1u;
    v += select(1, 2, c);
    u[6] = v;
    u[7] = select(i32(), -5, c) >> 1;
    u[8] = i32(select(f32(), 2.5, c) * select(1.5, 2.5, d));
    u[9] = dot(vec2(select(-7, -5, c), 3), vec2(2, select(1, 2, d)));
    u[10] = countOneBits(select(-7, -5, c));
    u[11] = abs(select(-7, -5, c));
    u[12] = sign(select(-7, -5, c));
    u[13] = firstLeadingBit(select(-7, -5, c)) + countTrailingZeros(select(-7, -5, c)) + countLeadingZeros(select(-7, -5, c));
    u[14] = extractBits(select(-7, -5, c), 3, a & 15u) + insertBits(select(-7, -5, c), select(1, 2, d), 3, a & 15u);
    u[15] = clamp(select(-7, -5, c), -6, select(1, 2, d));
    u[16] = i32(ldexp(f32(a & 255u), select(-7, -5, c)));
    u[17] = i32(select(-7, -5, c) < select(1, 2, d)) + i32(select(-7, -5, c) == -7);
    u[18] = i32(ldexp(select(1.5, 2.5, c), 3) + fract(select(1.5, 2.5, c)) + max(select(1.5, 2.5, c), select(0.5, 4.0, d)));
    u[19] = select(-7, -5, c) & 12;
    u[20] = select(-7, -5, c) % 3;
    switch select(1, 2, c) {
        case 1: { u[21] = min(select(4, 5, d), select(-1, 9, c)); }
        default: { u[21] = select(1, 2, c) << (a & 7u); }
    }
}
