// not wasm msl wgpu-run tint-run
enable subgroups;
@group(0) @binding(0) var<storage, read> a: array<vec4i, 32>;
@group(0) @binding(1) var<storage, read_write> o: array<vec4i, 32>;
@group(0) @binding(2) var<storage, read_write> s: array<u32, 4>;
@compute @workgroup_size(8)
fn main(@builtin(subgroup_invocation_id) l: u32, @builtin(local_invocation_index) i: u32) {
    let v = a[i];
    let even = (l & 1u) == 0u;
    var r = vec4i(subgroupShuffleXor(v.x, 1u), subgroupShuffle(v.y, 0u), subgroupBroadcastFirst(v.z), 0);
    let b = subgroupBallot(even);
    let mn = subgroupMin(v.xy & vec2i(255));
    let mx = subgroupMax(v.zw) & vec2i(0);
    let al = u32(subgroupAll(true)) + u32(subgroupAny(false)) * 2u;
    if even {
        r.w = i32(b.x & 0x5u);
        r += vec4i(mn, mx);
    }
    o[i] = r;
    if subgroupElect() {
        s[0] = al;
    }
    let up = subgroupShuffleUp(i, 1u);
    let dn = subgroupShuffleDown(i, 1u);
    o[i + 8u] = vec4i(i32(select(up, 0u, l == 0u)), select(i32(dn), 0, l == 3u || l == 7u), 0, 0);
}
