struct Shadows {
    row_major float4x4 matrices[4];
    float4 splits;
    float3 light;
    float bias;
};

struct Varyings {
    float4 pixel : SV_Position;
    float3 world : LOC0;
    centroid float3 normal : LOC1;
    float2 uv : LOC2;
    float view_depth : LOC3;
};

static const int cascades = 4;

cbuffer shadows : register(b0) {
    Shadows shadows;
}

Texture2DArray<float> depth_maps : register(t1);
SamplerComparisonState depth_sampler : register(s2);
Texture2D<float4> color_map : register(t3);
SamplerState color_sampler : register(s4);

uint2 texture_size(Texture2DArray<float> image) {
    uint width, height, layers;
    image.GetDimensions(width, height, layers);
    return uint2(width, height);
}

int cascade_of(float depth) {
    float4 past = float4(shadows.splits < depth);
    return min(int(clamp(dot(past, (float4)1.0), -2147483600.0, 2147483500.0)), 3);
}

float lit_in(int cascade, float3 world, float slope) {
    float4 clip = mul(float4(world, 1.0), shadows.matrices[cascade]);
    float3 place = clip.xyz / clip.w;
    float2 uv = place.xy * float2(0.5, -0.5) + 0.5;
    if (any(uv < 0.0) || any(uv > 1.0)) {
        return 1.0;
    }
    float2 texel = 1.0 / float2(texture_size(depth_maps));
    float reference = place.z - shadows.bias * (1.0 + slope);
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            float2 shifted = uv + float2(int2(x, y)) * texel;
            sum += depth_maps.SampleCmpLevelZero(depth_sampler, float3(shifted, cascade), reference);
        }
    }
    return sum / 9.0;
}

float4 fragment_main(Varyings in_1) : SV_Target0 {
    float4 color = color_map.Sample(color_sampler, in_1.uv);
    float n_dot_l = saturate(dot(normalize(in_1.normal), shadows.light));
    float slope = sqrt(1.0 - n_dot_l * n_dot_l) / max(n_dot_l, 0.05);
    int cascade = cascade_of(in_1.view_depth);
    float lit = lit_in(cascade, in_1.world, slope);
    float end = shadows.splits[cascade];
    float blend = smoothstep(0.9 * end, end, in_1.view_depth);
    if (blend > 0.0 && asint(asuint(cascade) + 1u) < cascades) {
        lit = lerp(lit, lit_in(asint(asuint(cascade) + 1u), in_1.world, slope), blend);
    }
    return float4(color.xyz * (0.15 + 0.85 * n_dot_l * lit), color.w);
}

float4 show_map(float4 pixel : SV_Position) : SV_Target0 {
    int2 place = int2(clamp(pixel.xy, -2147483600.0, 2147483500.0));
    int2 t = int2(texture_size(depth_maps));
    int2 t_1 = (t == 0) | ((place == -2147483648) & (t == -1)) ? (int2)1 : t;
    float depth = depth_maps.Load(int4(asint(asuint(place) - asuint(t_1) * asuint(place / t_1)), 0, 0));
    return float4((float3)depth, 1.0);
}
