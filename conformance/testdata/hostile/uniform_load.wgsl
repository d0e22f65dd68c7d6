// Values that all of a workgroup read.
struct Q {
    go: u32,
    at: array<vec2i, 3>,
}
var<workgroup> q: Q;
var<workgroup> flag: u32;
var<workgroup> at: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> o: array<vec4i, 4>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 1u {
        q.go = 5u;
        q.at[2] = vec2i(7, -7);
        flag = 3u;
    }
    let z = workgroupUniformLoad(&q);
    if z.go == 5u {
        workgroupBarrier();
        atomicAdd(&at, 2u);
    }
    let a = workgroupUniformLoad(&at);
    for (var k = 0u; k < workgroupUniformLoad(&flag); k++) {
        workgroupBarrier();
        if i == 0u && k == 1u {
            flag = 2u;
        }
    }
    o[i] = vec4i(z.at[i % 3u], workgroupUniformLoad(&q.at[2]).x, i32(a));
}
