struct Exposure {
    low: f32,
    high: f32,
    brightest: atomic<u32>,
}

var<workgroup> local_bins: array<atomic<u32>, 256>;
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> exposure: Exposure;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>, 256>;
var<workgroup> counts: array<u32, 256>;

@compute @workgroup_size(16, 16)
fn count(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_index) local: u32) {
    atomicStore(&local_bins[local], 0u);
    workgroupBarrier();
    atomicStore(&local_bins[local], 0u);
    workgroupBarrier();
    let size = textureDimensions(image, 0u);
    if all(global.xy < size) {
        let light = clamp(luminance(textureLoad(image, min(global.xy, textureDimensions(image, 0) - 1u), 0).xyz), 0.0, 1.0);
        atomicAdd(&local_bins[min(u32(clamp(light * 255.0, 0.0, 4294967000.0)), 255u)], 1u);
        atomicMax(&exposure.brightest, bitcast<u32>(light));
    }
    workgroupBarrier();
    let found = atomicLoad(&local_bins[local]);
    if found > 0u {
        atomicAdd(&histogram[local], found);
    }
}

@compute @workgroup_size(256)
fn expose(@builtin(local_invocation_index) local: u32) {
    counts[local] = 0u;
    workgroupBarrier();
    counts[local] = atomicExchange(&histogram[local], 0u);
    workgroupBarrier();
    if local != 0u {
        return;
    }
    var total = 0u;
    for (var i = 0u; i < 256u; i++) {
        total += counts[i];
    }
    var low = 0u;
    var seen = 0u;
    var loop_bound = vec2u(4294967295u);
    loop {
        if low >= 255u || total < (seen + counts[min(low, 255u)]) * 20u {
            break;
        }
        if all(loop_bound == vec2u()) {
            break;
        }
        loop_bound = vec2u(loop_bound.x - 1u, loop_bound.y - select(0u, 1u, loop_bound.x == 0u));
        seen += counts[min(low, 255u)];
        low++;
    }
    var high = 255u;
    var seen_1 = 0u;
    var loop_bound_1 = vec2u(4294967295u);
    while low < high && total >= (seen_1 + counts[min(high, 255u)]) * 20u {
        if all(loop_bound_1 == vec2u()) {
            break;
        }
        loop_bound_1 = vec2u(loop_bound_1.x - 1u, loop_bound_1.y - select(0u, 1u, loop_bound_1.x == 0u));
        seen_1 += counts[min(high, 255u)];
        high--;
    }
    exposure.low = f32(low) / 255.0;
    exposure.high = min(f32(high) / 255.0, bitcast<f32>(atomicLoad(&exposure.brightest)));
}

fn luminance(color: vec3f) -> f32 {
    return dot(color, vec3f(0.2126, 0.7152, 0.0722));
}
