// workgroups 2
struct ClipBic { a: u32, b: u32 }
struct ClipEl { parent_ix: u32, pad: array<u32, 3>, bbox: vec4<f32> }
struct ClipInp { ix: u32, path_ix: i32 }
@group(0) @binding(0) var<storage> clip_inp: array<ClipInp>;
@group(0) @binding(1) var<storage, read_write> reduced: array<ClipBic, 64>;
@group(0) @binding(2) var<storage, read_write> clip_out: array<ClipEl, 64>;
const WG_SIZE = 64u; const LG_WG_SIZE = 6u;
var<workgroup> sh_bic: array<ClipBic, WG_SIZE>;
var<workgroup> sh_parent: array<u32, WG_SIZE>;
var<workgroup> sh_path_ix: array<i32, WG_SIZE>;
fn bic_combine(x: ClipBic, y: ClipBic) -> ClipBic { let m = min(x.b, y.a); return ClipBic(x.a + y.a - m, x.b + y.b - m); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) global_id: vec3<u32>, @builtin(local_invocation_id) local_id: vec3<u32>, @builtin(workgroup_id) wg_id: vec3<u32>) {
    let inp = clip_inp[global_id.x % arrayLength(&clip_inp)].path_ix;
    let is_push = inp >= 0;
    var bic = ClipBic(1u - u32(is_push), u32(is_push));
    sh_bic[local_id.x] = bic;
    for (var i = 0u; i < LG_WG_SIZE; i += 1u) {
        workgroupBarrier();
        if local_id.x + (1u << i) < WG_SIZE { let other = sh_bic[local_id.x + (1u << i)]; bic = bic_combine(bic, other); }
        workgroupBarrier();
        sh_bic[local_id.x] = bic;
    }
    if local_id.x == 0u && wg_id.x < 64u { reduced[wg_id.x] = bic; }
    workgroupBarrier();
    let size = sh_bic[0].b;
    bic = ClipBic();
    if local_id.x + 1u < WG_SIZE { bic = sh_bic[local_id.x + 1u]; }
    if is_push && bic.a == 0u { let local_ix = size - bic.b - 1u; sh_parent[local_ix & 63u] = local_id.x; sh_path_ix[local_ix & 63u] = inp; }
    workgroupBarrier();
    if local_id.x < size {
        let path_ix = u32(sh_path_ix[local_id.x]);
        let n = global_id.x % 64u;
        if global_id.x < 64u { clip_out[n] = ClipEl(sh_parent[local_id.x] + wg_id.x * WG_SIZE, array<u32, 3>(path_ix, size, bic.a), vec4<f32>()); }
    }
}
