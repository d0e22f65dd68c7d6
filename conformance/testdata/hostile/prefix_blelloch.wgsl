var<workgroup> t: array<u32, 32>;
@group(0) @binding(0) var<storage, read_write> d: array<u32, 32>;
@compute @workgroup_size(16)
fn main(@builtin(local_invocation_id) l: vec3u) {
    let i = l.x;
    t[2u * i] = d[2u * i];
    t[2u * i + 1u] = d[2u * i + 1u];
    var off = 1u;
    for (var n = 16u; n > 0u; n >>= 1u) {
        workgroupBarrier();
        if i < n {
            let a = off * (2u * i + 1u) - 1u;
            let b = off * (2u * i + 2u) - 1u;
            t[b] += t[a];
        }
        off *= 2u;
    }
    if i == 0u {
        t[31] = 0u;
    }
    for (var n = 1u; n < 32u; n *= 2u) {
        off >>= 1u;
        workgroupBarrier();
        if i < n {
            let a = off * (2u * i + 1u) - 1u;
            let b = off * (2u * i + 2u) - 1u;
            let x = t[a];
            t[a] = t[b];
            t[b] += x;
        }
    }
    workgroupBarrier();
    d[2u * i] = t[2u * i];
    d[2u * i + 1u] = t[2u * i + 1u];
}
