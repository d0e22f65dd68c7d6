var<workgroup> w: array<u32, 8>;
var<workgroup> one: u32;
var<workgroup> v: vec3f;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 32>;
@group(0) @binding(1) var<storage, read_write> g: array<u32, 8>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    w[i] = i * i;
    if i == 7u {
        one = 5u;
    }
    let early = w[i];
    workgroupBarrier();
    let a = w[7u - i];
    let b = one;
    workgroupBarrier();
    w[i] = a + 1u;
    if i == 0u {
        one = b + 2u;
        v = vec3f(1, 2, 3);
    }
    workgroupBarrier();
    o[i] = a + w[7u - i] * 100u + one * 10000u + early;
    o[i + 8u] = u32(v.y) + b;
    g[i] = i + 1u;
    storageBarrier();
    workgroupBarrier();
    let c = g[i ^ 1u];
    storageBarrier();
    g[i ^ 1u] = c * 10u;
    storageBarrier();
    o[i + 16u] = g[i];
    for (var r = 0u; r < 3u; r++) {
        let x = w[(i + 1u) & 7u];
        workgroupBarrier();
        w[i] = x + r;
        workgroupBarrier();
    }
    o[i + 24u] = w[i];
}
