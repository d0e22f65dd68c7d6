// values 3=6 N=5
override N: u32;
override W = N * 2u + 1u;
@id(3) override H: i32 = 2;
var<workgroup> t: array<array<f32, 3>, N>;
var<workgroup> z: array<vec2u, W - N>;
@group(0) @binding(0) var<storage, read_write> o: array<f32, 32>;
fn size() -> u32 {
    return W - N;
}
@compute @workgroup_size(N, 1, 2)
fn main(@builtin(local_invocation_index) i: u32) {
    if i < N {
        t[i][i % 3u] = f32(i) + 1.0;
        z[i] = vec2u(i, W);
    }
    workgroupBarrier();
    var s = 0.0;
    for (var k = 0u; k < N; k++) {
        for (var j = 0; j < 3; j++) {
            s += t[k][j];
        }
    }
    o[i] = s + f32(z[i % size()].y) + f32(H);
    o[i + 16u] = t[N - 1u][(N - 1u) % 3u];
}
