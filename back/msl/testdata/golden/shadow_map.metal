#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Array4_float4x4 {
    float4x4 inner[4];
};

struct Shadows {
    Array4_float4x4 matrices;
    float4 splits;
    packed_float3 light;
    float bias;
};

struct Varyings {
    float4 pixel [[position]];
    float3 world [[user(locn0)]];
    float3 normal [[user(locn1), centroid_perspective]];
    float2 uv [[user(locn2)]];
    float view_depth [[user(locn3)]];
};

constant int cascades = 4;

int cascade_of(float depth, constant Shadows& shadows) {
    float4 past = float4(shadows.splits < float4(depth));
    return min(int(clamp(dot(past, float4(1.0)), -2147483600.0, 2147483500.0)), 3);
}

float lit_in(int cascade, float3 world, float slope, constant Shadows& shadows, depth2d_array<float> depth_maps, sampler depth_sampler) {
    float4 clip = shadows.matrices.inner[min(as_type<uint>(cascade), 3u)] * float4(world, 1.0);
    float3 place = clip.xyz / clip.w;
    float2 uv = place.xy * float2(0.5, -0.5) + 0.5;
    if (any(uv < float2(0.0)) || any(uv > float2(1.0))) {
        return 1.0;
    }
    float2 texel = 1.0 / float2(uint2(depth_maps.get_width(), depth_maps.get_height()));
    float reference = place.z - shadows.bias * (1.0 + slope);
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            float2 shifted = uv + float2(int2(x, y)) * texel;
            sum += depth_maps.sample_compare(depth_sampler, shifted, uint(max(cascade, 0)), reference, level(0));
        }
    }
    return sum / 9.0;
}

fragment float4 fragment_main(
    Varyings in [[stage_in]],
    constant Shadows& shadows [[buffer(0)]],
    depth2d_array<float> depth_maps [[texture(0)]],
    sampler depth_sampler [[sampler(0)]],
    texture2d<float> color_map [[texture(1)]],
    sampler color_sampler [[sampler(1)]]
) {
    float4 color = color_map.sample(color_sampler, in.uv);
    float n_dot_l = saturate(dot(normalize(in.normal), float3(shadows.light)));
    float slope = sqrt(1.0 - n_dot_l * n_dot_l) / max(n_dot_l, 0.05);
    int cascade = cascade_of(in.view_depth, shadows);
    float lit = lit_in(cascade, in.world, slope, shadows, depth_maps, depth_sampler);
    float end = shadows.splits[min(as_type<uint>(cascade), 3u)];
    float blend = smoothstep(0.9 * end, end, in.view_depth);
    if (blend > 0.0 && as_type<int>(as_type<uint>(cascade) + 1u) < cascades) {
        lit = mix(lit, lit_in(as_type<int>(as_type<uint>(cascade) + 1u), in.world, slope, shadows, depth_maps, depth_sampler), blend);
    }
    return float4(color.xyz * (0.15 + 0.85 * n_dot_l * lit), color.w);
}

fragment float4 show_map(
    float4 pixel [[position]],
    depth2d_array<float> depth_maps [[texture(0)]]
) {
    int2 place = int2(clamp(pixel.xy, float2(-2147483600.0), float2(2147483500.0)));
    int2 t = int2(uint2(depth_maps.get_width(), depth_maps.get_height()));
    float depth = depth_maps.read(min(as_type<uint2>(place % select(t, int2(1), (t == int2(0)) | ((place == int2((-2147483647 - 1))) & (t == int2(-1))))), uint2(depth_maps.get_width(), depth_maps.get_height()) - 1u), 0u);
    return float4(float3(depth), 1.0);
}
