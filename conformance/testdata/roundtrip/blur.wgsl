struct Blur {
    direction: vec2i,
    sigma: f32,
}

var<workgroup> tile: array<vec4f, 144>;
var<workgroup> weights: array<f32, 9>;
@group(0) @binding(2) var<uniform> blur: Blur;
@group(0) @binding(1) var target_image: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(0) var source: texture_2d<f32>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u) {
    for (var index = local; index < 144u; index += 128u) {
        tile[index] = vec4f();
    }
    if local < 1u {
        weights = array<f32, 9>();
    }
    workgroupBarrier();
    let first = bitcast<vec3i>(group).x * 128;
    let across = bitcast<i32>(group.y);
    for (var i = bitcast<i32>(local); i < 144; i += 128) {
        tile[min(bitcast<u32>(i), 143u)] = load(first + i - 8, across);
    }
    if local <= 8u {
        let x = f32(local) / max(blur.sigma, 0.001);
        weights[min(local, 8u)] = exp(-0.5 * x * x);
    }
    workgroupBarrier();
    let center = bitcast<i32>(local) + 8;
    var sum = tile[center] * weights[0];
    var total = weights[0];
    for (var k = 1; k <= 8; k++) {
        let w = weights[k];
        sum += (tile[min(bitcast<u32>(center - k), 143u)] + tile[center + k]) * w;
        total += 2.0 * w;
    }
    let along = first + bitcast<i32>(local);
    let place = select(vec2i(bitcast<vec3i>(group).y, along), vec2i(along, bitcast<vec3i>(group).y), blur.direction.x == 1);
    if all(place < bitcast<vec2i>(textureDimensions(target_image))) {
        textureStore(target_image, place, sum / total);
    }
}

fn load(along: i32, across: i32) -> vec4f {
    let last = bitcast<vec2i>(textureDimensions(source, 0u)) - 1;
    let place = select(vec2i(across, along), vec2i(along, across), blur.direction.x == 1);
    return textureLoad(source, min(bitcast<vec2u>(min(max(place, vec2i()), last)), textureDimensions(source, 0) - 1u), 0);
}
