// Shared memory tiles with an override as the size.
override TILE: u32 = 4u;
const K = 8u;
struct Dims {
    m: u32,
    n: u32,
    k: u32,
    alpha: f32,
}
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32, 64>;
@group(0) @binding(2) var<storage, read> b: array<f32, 64>;
@group(0) @binding(3) var<storage, read_write> c: array<f32, 64>;
var<workgroup> ta: array<f32, TILE * TILE>;
var<workgroup> tb: array<f32, TILE * TILE>;
@compute @workgroup_size(TILE, TILE)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
    let row = w.y * TILE + l.y;
    let col = w.x * TILE + l.x;
    var acc = 0f;
    for (var t = 0u; t < K / TILE; t += 1u) {
        ta[l.y * TILE + l.x] = a[(row * K + t * TILE + l.x) % 64u] % 4.0;
        tb[l.y * TILE + l.x] = trunc(b[((t * TILE + l.y) * K + col) % 64u] * 0.0625);
        workgroupBarrier();
        for (var k = 0u; k < TILE; k++) {
            acc += ta[l.y * TILE + k] * tb[k * TILE + l.x];
        }
        workgroupBarrier();
    }
    c[(row * K + col) % 64u] = acc;
}
