struct Shadows {
    matrices: array<mat4x4f, 4>,
    splits: vec4f,
    light: vec3f,
    bias: f32,
}

@group(0) @binding(3) var color_map: texture_2d<f32>;
@group(0) @binding(4) var color_sampler: sampler;
@group(0) @binding(0) var<uniform> shadows: Shadows;
@group(0) @binding(1) var depth_maps: texture_depth_2d_array;
@group(0) @binding(2) var depth_sampler: sampler_comparison;

@fragment
fn fragment_main(@location(0) world: vec3f, @location(1) @interpolate(perspective, centroid) normal: vec3f, @location(2) uv: vec2f, @location(3) view_depth: f32) -> @location(0) vec4f {
    let color = textureSample(color_map, color_sampler, uv);
    let n_dot_l = clamp(dot(normalize(normal), shadows.light), 0.0, 1.0);
    let slope = sqrt(1.0 - n_dot_l * n_dot_l) / max(n_dot_l, 0.05);
    let cascade = cascade_of(view_depth);
    var lit = lit_in(cascade, world, slope);
    let end = shadows.splits[min(bitcast<u32>(cascade), 3u)];
    let blend = smoothstep(0.9 * end, end, view_depth);
    let t = cascade + 1;
    if blend > 0.0 && t < 4 {
        lit = mix(lit, lit_in(t, world, slope), blend);
    }
    return vec4f(color.xyz * (0.15 + 0.85 * n_dot_l * lit), color.w);
}

@fragment
fn show_map(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let place = vec2i(clamp(pixel.xy, vec2f(-2147483600.0), vec2f(2147483500.0)));
    let t = bitcast<vec2u>(abs(place)) % max(bitcast<vec2u>(abs(bitcast<vec2i>(textureDimensions(depth_maps, 0u)))), vec2u(1u));
    return vec4f(vec3f(textureLoad(depth_maps, min(bitcast<vec2u>(select(bitcast<vec2i>(t), -bitcast<vec2i>(t), place < vec2i())), textureDimensions(depth_maps, 0) - 1u), 0u, 0)), 1.0);
}

fn cascade_of(depth: f32) -> i32 {
    let past = select(vec4f(), vec4f(1.0), vec4f(depth) > shadows.splits);
    return min(i32(clamp(dot(past, vec4f(1.0)), -2147483600.0, 2147483500.0)), 3);
}

fn lit_in(cascade: i32, world: vec3f, slope: f32) -> f32 {
    let clip = shadows.matrices[min(bitcast<u32>(cascade), 3u)] * vec4f(world, 1.0);
    let place = clip.xyz / clip.w;
    let uv = place.xy * vec2f(0.5, -0.5) + 0.5;
    if any(uv < vec2f()) || any(uv > vec2f(1.0)) {
        return 1.0;
    }
    let texel = 1.0 / vec2f(textureDimensions(depth_maps, 0u));
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
