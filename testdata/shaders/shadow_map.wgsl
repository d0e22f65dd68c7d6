// A cascaded shadow map: comparison sampling with a small filter, the cascade
// chosen by depth and blended at its border.

const cascades = 4;

struct Shadows {
    matrices: array<mat4x4f, cascades>,
    splits: vec4f, // far end of each cascade, in view depth
    light: vec3f,  // direction towards it
    bias: f32,
}

@group(0) @binding(0) var<uniform> shadows: Shadows;
@group(0) @binding(1) var depth_maps: texture_depth_2d_array;
@group(0) @binding(2) var depth_sampler: sampler_comparison;
@group(0) @binding(3) var color_map: texture_2d<f32>;
@group(0) @binding(4) var color_sampler: sampler;

struct Varyings {
    @builtin(position) pixel: vec4f,
    @location(0) world: vec3f,
    @location(1) @interpolate(perspective, centroid) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) view_depth: f32,
}

fn cascade_of(depth: f32) -> i32 {
    let past = vec4f(shadows.splits < vec4f(depth));
    return min(i32(dot(past, vec4f(1.0))), cascades - 1);
}

fn lit_in(cascade: i32, world: vec3f, slope: f32) -> f32 {
    let clip = shadows.matrices[cascade] * vec4f(world, 1.0);
    let place = clip.xyz / clip.w;
    let uv = place.xy * vec2f(0.5, -0.5) + 0.5;
    if any(uv < vec2f(0.0)) || any(uv > vec2f(1.0)) {
        return 1.0;
    }
    let texel = 1.0 / vec2f(textureDimensions(depth_maps));
    let reference = place.z - shadows.bias * (1.0 + slope);
    var sum = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let shifted = uv + vec2f(vec2i(x, y)) * texel;
            sum += textureSampleCompareLevel(depth_maps, depth_sampler, shifted, cascade, reference);
        }
    }
    return sum / 9.0;
}

@fragment
fn fragment_main(in: Varyings) -> @location(0) vec4f {
    let color = textureSample(color_map, color_sampler, in.uv);
    let n_dot_l = saturate(dot(normalize(in.normal), shadows.light));
    let slope = sqrt(1.0 - n_dot_l * n_dot_l) / max(n_dot_l, 0.05);

    let cascade = cascade_of(in.view_depth);
    var lit = lit_in(cascade, in.world, slope);
    let end = shadows.splits[cascade];
    let blend = smoothstep(0.9 * end, end, in.view_depth);
    if blend > 0.0 && cascade + 1 < cascades {
        lit = mix(lit, lit_in(cascade + 1, in.world, slope), blend);
    }
    return vec4f(color.rgb * (0.15 + 0.85 * n_dot_l * lit), color.a);
}

// The pass that draws the maps writes depth only; this one shows a map.
@fragment
fn show_map(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let place = vec2i(pixel.xy);
    let depth = textureLoad(depth_maps, place % vec2i(textureDimensions(depth_maps)), 0, 0);
    return vec4f(vec3f(depth), 1.0);
}
