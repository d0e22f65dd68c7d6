// workgroups 2 3 2
struct I {
    @builtin(global_invocation_id) g: vec3u,
    @builtin(local_invocation_id) l: vec3u,
    @builtin(workgroup_id) w: vec3u,
    @builtin(num_workgroups) n: vec3u,
    @builtin(local_invocation_index) i: u32,
}
@group(0) @binding(0) var<storage, read_write> o: array<vec4u, 144>;
fn flat(p: vec3u, d: vec3u) -> u32 {
    return p.x + d.x * (p.y + d.y * p.z);
}
@compute @workgroup_size(2, 3, 2)
fn main(b: I) {
    const W = vec3u(2, 3, 2);
    let at = flat(b.g, W * b.n);
    o[at] = vec4u(flat(b.l, W), b.i, flat(b.w, b.n), b.w.z * 100u + b.w.y * 10u + b.w.x);
}
