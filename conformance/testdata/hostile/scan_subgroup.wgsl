// not wasm
enable subgroups;
@group(0) @binding(0) var<storage, read> a: array<u32, 32>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 32>;
var<workgroup> sums: array<u32, 32>;
@compute @workgroup_size(32)
fn main(
    @builtin(local_invocation_index) i: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let v = a[i] & 0xffu;
    let before = subgroupExclusiveAdd(v);
    let group = i / size;
    if lane == size - 1u {
        sums[group] = before + v;
    }
    workgroupBarrier();
    var base = 0u;
    for (var k = 0u; k < group; k++) {
        base += sums[k];
    }
    o[i] = base + before + v;
}
