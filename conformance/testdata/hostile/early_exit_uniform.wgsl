struct Params {
    n: u32,
    mode: i32,
    k: vec2f,
}
@group(0) @binding(0) var<uniform> p: Params;
@group(0) @binding(1) var<storage, read_write> o: array<f32, 8>;
var<workgroup> w: array<f32, 8>;
fn body(i: u32) -> f32 {
    if p.mode < 0 {
        return -1.0;
    }
    if p.mode > 100 {
        w[i] = 2.0;
        workgroupBarrier();
        return w[7u - i];
    }
    for (var r = 0; r < p.mode; r++) {
        w[i] = f32(r) + f32(i);
        workgroupBarrier();
        let x = w[(i + 1u) % 8u];
        workgroupBarrier();
        if p.n > 5u && r == 2 {
            return x;
        }
        if r > 4 {
            break;
        }
    }
    return p.k.x;
}
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
    let b = body(i);
    if p.n == 0u {
        return;
    }
    o[i] = b;
}
