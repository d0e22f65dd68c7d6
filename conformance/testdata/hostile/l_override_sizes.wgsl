// values 7=3 bias=-4 flip=1
@id(7) override N: u32 = 2;
override bias: i32 = 1;
override flip: bool = false;
override M = N * 2u + 1u;
override big: f32 = f32(M) * 0.5;
const K = 3;
var<workgroup> a: array<u32, M>;
var<workgroup> b: array<array<vec2u, K>, N + 1u>;
var<workgroup> c: array<atomic<u32>, (N << 1u) + u32(K)>;
@group(0) @binding(0) var<storage, read_write> o: array<i32, 128>;
fn sum(p: ptr<workgroup, array<u32, M>>) -> u32 { var s = 0u; for (var i = 0u; i < M; i++) { s += p[i]; } return s; }
@compute @workgroup_size(N, 2) fn main(@builtin(local_invocation_index) i: u32) {
  if i < M { a[i] = i + 1u; }
  b[i % (N + 1u)][i % K][i & 1u] = i;
  atomicAdd(&c[i % (N * 2u + 3u)], i);
  workgroupBarrier();
  if i == 0u {
    o[0] = i32(sum(&a)); o[1] = bias; o[2] = select(5, 6, flip); o[3] = i32(big * 10.0); o[4] = i32(M);
    for (var k = 0u; k <= N; k++) { o[5u + k] = i32(b[k][k % K].x) + i32(b[k][k % K].y) * 100; }
    o[10] = i32(atomicLoad(&c[1])); o[11] = i32(atomicLoad(&c[5]));
    o[12] = bias / i32(N) + bias % i32(N) * 100 + (bias >> 1u);
    if (flip && N > 2u) || bias == 1 { o[13] = 1; } else { o[13] = 2; }
  }
}
