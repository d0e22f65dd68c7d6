// Histogram of an image's luminance, counted in shared memory and merged with
// one atomic per bin and workgroup; then exposure from its percentiles.

const bins = 256u;

struct Exposure {
    low: f32,
    high: f32,
    brightest: atomic<u32>,
}

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>, bins>;
@group(0) @binding(2) var<storage, read_write> exposure: Exposure;

var<workgroup> local_bins: array<atomic<u32>, bins>;
var<workgroup> counts: array<u32, bins>;

fn luminance(color: vec3f) -> f32 {
    return dot(color, vec3f(0.2126, 0.7152, 0.0722));
}

@compute @workgroup_size(16, 16)
fn count(
    @builtin(global_invocation_id) global: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    atomicStore(&local_bins[local], 0u);
    workgroupBarrier();

    let size = textureDimensions(image);
    if all(global.xy < size) {
        let light = saturate(luminance(textureLoad(image, global.xy, 0).rgb));
        atomicAdd(&local_bins[u32(light * 255.0)], 1u);
        atomicMax(&exposure.brightest, bitcast<u32>(light));
    }
    workgroupBarrier();

    let found = atomicLoad(&local_bins[local]);
    if found > 0u {
        atomicAdd(&histogram[local], found);
    }
}

@compute @workgroup_size(bins)
fn expose(@builtin(local_invocation_index) local: u32) {
    counts[local] = atomicExchange(&histogram[local], 0u);
    workgroupBarrier();
    if local != 0u {
        return;
    }

    var total = 0u;
    for (var i = 0u; i < bins; i++) {
        total += counts[i];
    }
    var seen = 0u;
    var low = 0u;
    var high = bins - 1u;
    loop {
        if low >= bins - 1u || (seen + counts[low]) * 20u > total {
            break;
        }
        seen += counts[low];
        low++;
    }
    seen = 0u;
    while high > low && (seen + counts[high]) * 20u <= total {
        seen += counts[high];
        high--;
    }
    exposure.low = f32(low) / 255.0;
    exposure.high = min(f32(high) / 255.0, bitcast<f32>(atomicLoad(&exposure.brightest)));
}
