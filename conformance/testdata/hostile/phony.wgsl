// Values that nothing takes.
@group(0) @binding(0) var<storage, read_write> o: array<u32, 4>;
@group(0) @binding(1) var<uniform> unused: vec4f;
@group(0) @binding(2) var tex: texture_2d<f32>;
@group(0) @binding(3) var smp: sampler;
override ov: u32 = 3u;
fn eff(x: u32) -> u32 {
    o[x] += 1u;
    return x;
}
@compute @workgroup_size(ov)
fn main(@builtin(local_invocation_index) i: u32) {
    _ = unused;
    _ = &o;
    _ = tex;
    _ = smp;
    _ = ov;
    _ = 5;
    _ = vec3(1, 2, 3);
    if i == 0u {
        _ = eff(1u) + eff(2u);
        _ = false && eff(3u) == 1u;
        _ = array(eff(3u), 2u)[0];
        _ = atomicless(eff(0u));
        var q = 1u;
        let pq = &q;
        _ = *pq;
        _ = pq;
    }
}
fn atomicless(a: u32) -> u32 {
    return a;
}
