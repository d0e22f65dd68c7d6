#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

struct Light {
    packed_float3 position;
    float range;
    packed_float3 color;
    float intensity;
};

struct Array8_Light {
    Light inner[8];
};

struct Scene {
    float4x4 view_projection;
    packed_float3 camera;
    uint light_count;
    Array8_Light lights;
};

struct Material {
    float4 base_color;
    packed_float3 emissive;
    float metallic;
    float roughness;
    float normal_scale;
    float alpha_cutoff;
};

struct Model {
    float4x4 transform;
    float3x3 normal_transform;
};

struct Vertex {
    float3 position [[attribute(0)]];
    float3 normal [[attribute(1)]];
    float4 tangent [[attribute(2)]];
    float2 uv [[attribute(3)]];
};

struct Varyings {
    float4 clip [[position]];
    float3 world [[user(locn0)]];
    float3 normal [[user(locn1)]];
    float4 tangent [[user(locn2)]];
    float2 uv [[user(locn3)]];
};

constant float pi = 3.1415927;
constant uint max_lights = 8u;

vertex Varyings vertex_main(
    Vertex in [[stage_in]],
    constant Scene& scene [[buffer(0)]],
    constant Model& model [[buffer(1)]]
) {
    float4 world = model.transform * float4(in.position, 1.0);
    Varyings out = {};
    out.clip = scene.view_projection * world;
    out.world = world.xyz;
    out.normal = model.normal_transform * in.normal;
    out.tangent = float4((model.transform * float4(in.tangent.xyz, 0.0)).xyz, in.tangent.w);
    out.uv = in.uv;
    return out;
}

float distribution(float n_dot_h, float roughness) {
    float a2 = pow(roughness, 4.0);
    float d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / max(pi * d * d, 1e-06);
}

float visibility(float n_dot_v, float n_dot_l, float roughness) {
    float k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
    float view = n_dot_v * (1.0 - k) + k;
    float light = n_dot_l * (1.0 - k) + k;
    return 0.25 / (view * light);
}

float3 fresnel(float v_dot_h, float3 f0) {
    return f0 + (1.0 - f0) * pow(saturate(1.0 - v_dot_h), 5.0);
}

float3 shading_normal(Varyings in, bool front, constant Material& material, texture2d<float> normal_map, sampler map_sampler) {
    float3 n = normalize(in.normal);
    float3 t = normalize(in.tangent.xyz - n * dot(n, in.tangent.xyz));
    float3 b = cross(n, t) * in.tangent.w;
    float3 sampled = normal_map.sample(map_sampler, in.uv).xyz * 2.0 - 1.0;
    float3 local = float3(sampled.xy * material.normal_scale, sampled.z);
    float3 normal = normalize(float3x3(t, b, n) * local);
    return front ? normal : -normal;
}

float falloff(float distance, float range) {
    float window = saturate(1.0 - pow(distance / range, 4.0));
    return window * window / max(distance * distance, 0.0001);
}

fragment float4 fragment_main(
    Varyings in [[stage_in]],
    bool front [[front_facing]],
    constant Scene& scene [[buffer(0)]],
    texturecube<float> environment [[texture(0)]],
    sampler environment_sampler [[sampler(0)]],
    constant Material& material [[buffer(1)]],
    texture2d<float> color_map [[texture(1)]],
    texture2d<float> normal_map [[texture(2)]],
    texture2d<float> surface_map [[texture(3)]],
    sampler map_sampler [[sampler(1)]]
) {
    float4 base = color_map.sample(map_sampler, in.uv) * material.base_color;
    float4 surface = surface_map.sample(map_sampler, in.uv);
    float3 n = shading_normal(in, front, material, normal_map, map_sampler);
    if (base.w < material.alpha_cutoff) {
        discard_fragment();
    }
    float occlusion = surface.x;
    float roughness = clamp(surface.y * material.roughness, 0.04, 1.0);
    float metallic = saturate(surface.z * material.metallic);
    float3 f0 = mix(float3(0.04), base.xyz, float3(metallic));
    float3 diffuse = base.xyz * (1.0 - metallic) / 3.1415927;
    float3 v = normalize(float3(scene.camera) - in.world);
    float n_dot_v = max(dot(n, v), 0.0001);
    float3 radiance = float3(material.emissive);
    for (uint i = 0u; i < min(scene.light_count, max_lights); i++) {
        Light light = scene.lights.inner[i];
        float3 to_light = float3(light.position) - in.world;
        float distance = length(to_light);
        if (distance > light.range) {
            continue;
        }
        float3 l = to_light / distance;
        float n_dot_l = dot(n, l);
        if (n_dot_l <= 0.0) {
            continue;
        }
        float3 h = normalize(v + l);
        float3 f = fresnel(saturate(dot(v, h)), f0);
        float3 specular = f * distribution(saturate(dot(n, h)), roughness) * visibility(n_dot_v, n_dot_l, roughness);
        float3 incoming = float3(light.color) * light.intensity * falloff(distance, light.range);
        radiance += ((1.0 - f) * diffuse + specular) * incoming * n_dot_l;
    }
    float levels = float(environment.get_num_mip_levels());
    float3 reflected = environment.sample(environment_sampler, reflect(-v, n), level(roughness * levels)).xyz;
    float3 ambient = environment.sample(environment_sampler, n, level(levels)).xyz;
    radiance += occlusion * (ambient * diffuse * pi + reflected * fresnel(n_dot_v, f0));
    float3 mapped = radiance / (radiance + 1.0);
    return float4(pow(mapped, float3(0.45454547)), base.w);
}
