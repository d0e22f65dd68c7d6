// One direction of a separable Gaussian blur. A workgroup loads a strip of the
// image and its borders into shared memory once, then each invocation sums its
// neighbours from there.

const radius = 8;
const strip = 128;

struct Blur {
    direction: vec2i, // (1, 0) or (0, 1)
    sigma: f32,
}

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var target_image: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(2) var<uniform> blur: Blur;

var<workgroup> tile: array<vec4f, strip + 2 * radius>;
var<workgroup> weights: array<f32, radius + 1>;

fn load(along: i32, across: i32) -> vec4f {
    let last = vec2i(textureDimensions(source)) - 1;
    let place = select(vec2i(across, along), vec2i(along, across), blur.direction.x == 1);
    return textureLoad(source, clamp(place, vec2i(0), last), 0);
}

@compute @workgroup_size(strip)
fn main(
    @builtin(local_invocation_index) local: u32,
    @builtin(workgroup_id) group: vec3u,
) {
    let first = i32(group.x) * strip;
    let across = i32(group.y);

    for (var i = i32(local); i < strip + 2 * radius; i += strip) {
        tile[i] = load(first + i - radius, across);
    }
    if local <= u32(radius) {
        let x = f32(local) / max(blur.sigma, 0.001);
        weights[local] = exp(-0.5 * x * x);
    }
    workgroupBarrier();

    let center = i32(local) + radius;
    var sum = tile[center] * weights[0];
    var total = weights[0];
    for (var k = 1; k <= radius; k++) {
        let w = weights[k];
        sum += w * (tile[center - k] + tile[center + k]);
        total += 2.0 * w;
    }

    let along = first + i32(local);
    let place = select(vec2i(across, along), vec2i(along, across), blur.direction.x == 1);
    if all(place < vec2i(textureDimensions(target_image))) {
        textureStore(target_image, place, sum / total);
    }
}
