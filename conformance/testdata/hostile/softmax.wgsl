// loose 1e-3
var<workgroup> red: array<f32, 8>;
@group(0) @binding(0) var<storage, read> x: array<f32, 24>;
@group(0) @binding(1) var<storage, read_write> y: array<f32, 24>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) t: u32) {
    var m = -3.402823e+38;
    for (var i = t; i < 24u; i += 8u) {
        m = max(m, x[i] * 0.01);
    }
    red[t] = m;
    workgroupBarrier();
    for (var s = 4u; s > 0u; s /= 2u) {
        if t < s {
            red[t] = max(red[t], red[t + s]);
        }
        workgroupBarrier();
    }
    m = red[0];
    workgroupBarrier();
    var sum = 0.0;
    for (var i = t; i < 24u; i += 8u) {
        let e = exp(x[i] * 0.01 - m);
        y[i] = e;
        sum += e;
    }
    red[t] = sum;
    workgroupBarrier();
    for (var s = 4u; s > 0u; s >>= 1u) {
        if t < s {
            red[t] += red[t + s];
        }
        workgroupBarrier();
    }
    for (var i = t; i < 24u; i += 8u) {
        y[i] /= red[0];
    }
}
