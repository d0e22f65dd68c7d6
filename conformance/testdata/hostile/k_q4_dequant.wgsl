enable f16;
struct q4_0 { d: f16, qs: array<f16, 8> }
struct q8 { d: f32, m: i32, qs: array<u32, 8> }
@group(0) @binding(0) var<storage, read_write> src: array<q4_0, 8>;
@group(0) @binding(1) var<storage, read> src8: array<q8>;
@group(0) @binding(2) var<storage, read_write> dst: array<i32, 128>;
fn get_byte(value: u32, index: u32) -> u32 { return (value >> (index * 8)) & 0xFF; }
fn get_byte_i32(value: u32, index: u32) -> i32 { return bitcast<i32>(((value >> (index * 8)) & 0xFF) << 24) >> 24; }
fn copy_elements(src_base: u32, dst_base: u32, offset: u32) {
    let block_q4_0 = src[src_base + offset];
    for (var j: u32 = 0; j < 4; j++) {
        let q_packed = bitcast<u32>(vec2(block_q4_0.qs[2 * j], block_q4_0.qs[2 * j + 1]));
        for (var k: u32 = 0; k < 4; k++) {
            let q_byte = get_byte(q_packed & 0x3bff3bffu, k);
            let q_hi = i32((q_byte >> 4) & 0xF) - 8; let q_lo = i32(q_byte & 0xF) - 8;
            let dst_offset = dst_base + offset * 32 + j * 4 + k;
            dst[dst_offset] = q_lo * 3; dst[dst_offset + 16] = q_hi * 5;
        }
    }
}
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) gid: vec3u) {
    src[gid.x].qs = array<f16, 8>(1h, 2h, 3h, 4h, 5h, 6h, f16(gid.x), 8h);
    src[gid.x].d = 0.25h;
    copy_elements(gid.x, gid.x * 64u, 0u);
    let b = src8[gid.x % 16u]; var s = 0;
    for (var i = 0u; i < 32; i++) { s += get_byte_i32(b.qs[i / 4], i % 4) * b.m; }
    dst[gid.x * 64u + 33u] = s;
}
