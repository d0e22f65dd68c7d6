// Arithmetic at module scope, of every kind of constant.
const N = 4;
const M = N * 2 - 1;
const A = array(1, 2, 3, N);
const SUM = A[0] + A[3] * M;
const V = vec3(1, 2.5, 3) * 2;
const W = V.zyx.yx;
const B = all(V > vec3(1.0)) && (N % 3 == 1);
const BIG = (1 << 40) >> 38;
const H = 0x1.8p3;
const T = mat2x2(1, 2, 3, 4) * vec2(1, -1);
const_assert SUM == 29;
const_assert BIG == 4;
alias Row = array<f32, M>;
const TABLE = array<Row, 2>(Row(1, 2, 3, 4, 5, 6, 7), Row());
override SCALE: f32 = f32(N) * 1.5;
override FLAG = B && SCALE > 2;
override DEPTH: i32 = select(1, M, FLAG);
@id(7) override named: u32 = u32(DEPTH) << 2u;
@group(0) @binding(0) var<storage, read_write> o: array<f32, 16>;
var<private> grid: array<array<i32, N>, M>;
fn depth(x: i32) -> i32 {
    const K = N - M;
    var t = x;
    for (var i = K; i < N; i++) {
        t += i * DEPTH;
    }
    return t;
}
@compute @workgroup_size(N - 3, max(1, M - 7))
fn main() {
    for (var i = 0u; i < M; i++) {
        grid[i][i % N] = i32(TABLE[0][i]) * i32(i);
        o[i] = f32(grid[i][(i + 1) % N] + grid[i][i % N]);
    }
    o[8] = W.x + W.y;
    o[9] = T.x * SCALE;
    o[10] = select(0.0, f32(named), FLAG);
    o[11] = f32(depth(SUM));
    o[12] = H;
    o[13] = f32(BIG);
    const local = array(vec2(1, 2), vec2(3, 4));
    o[14] = f32(local[u32(o[0]) & 1u].y);
    o[15] = TABLE[N - 3][u32(o[13])] + f32(1e10 - 9999999999.0);
}
