struct Light {
    float3 position;
    float range;
    float3 color;
    float intensity;
};

struct Scene {
    row_major float4x4 view_projection;
    float3 camera;
    uint light_count;
    Light lights[8];
};

struct Material {
    float4 base_color;
    float3 emissive;
    float metallic;
    float roughness;
    float normal_scale;
    float alpha_cutoff;
};

struct Model {
    row_major float4x4 transform;
    row_major float3x3 normal_transform;
};

struct Vertex {
    float3 position : LOC0;
    float3 normal : LOC1;
    float4 tangent : LOC2;
    float2 uv : LOC3;
};

struct Varyings {
    float4 clip : SV_Position;
    float3 world : LOC0;
    float3 normal : LOC1;
    float4 tangent : LOC2;
    float2 uv : LOC3;
};

static const float pi = 3.1415927;
static const uint max_lights = 8u;

cbuffer scene : register(b0) {
    Scene scene;
}

TextureCube<float4> environment : register(t1);
SamplerState environment_sampler : register(s2);

cbuffer material : register(b0, space1) {
    Material material;
}

Texture2D<float4> color_map : register(t1, space1);
Texture2D<float4> normal_map : register(t2, space1);
Texture2D<float4> surface_map : register(t3, space1);
SamplerState map_sampler : register(s4, space1);

cbuffer model : register(b0, space2) {
    Model model;
}

uint texture_levels(TextureCube<float4> image) {
    uint width, height, levels;
    image.GetDimensions(0, width, height, levels);
    return levels;
}

Varyings vertex_main(Vertex in_1) {
    float4 world = mul(float4(in_1.position, 1.0), model.transform);
    Varyings out_1 = (Varyings)0;
    out_1.clip = mul(world, scene.view_projection);
    out_1.world = world.xyz;
    out_1.normal = mul(in_1.normal, model.normal_transform);
    out_1.tangent = float4(mul(float4(in_1.tangent.xyz, 0.0), model.transform).xyz, in_1.tangent.w);
    out_1.uv = in_1.uv;
    return out_1;
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

float3 shading_normal(Varyings in_1, bool front) {
    float3 n = normalize(in_1.normal);
    float3 t = normalize(in_1.tangent.xyz - n * dot(n, in_1.tangent.xyz));
    float3 b = cross(n, t) * in_1.tangent.w;
    float3 sampled = normal_map.Sample(map_sampler, in_1.uv).xyz * 2.0 - 1.0;
    float3 local = float3(sampled.xy * material.normal_scale, sampled.z);
    float3 normal = normalize(mul(local, float3x3(t, b, n)));
    return front ? normal : -normal;
}

float falloff(float distance, float range) {
    float window = saturate(1.0 - pow(distance / range, 4.0));
    return window * window / max(distance * distance, 0.0001);
}

float4 fragment_main(Varyings in_1, bool front : SV_IsFrontFace) : SV_Target0 {
    float4 base = color_map.Sample(map_sampler, in_1.uv) * material.base_color;
    float4 surface = surface_map.Sample(map_sampler, in_1.uv);
    float3 n = shading_normal(in_1, front);
    if (base.w < material.alpha_cutoff) {
        discard;
    }
    float occlusion = surface.x;
    float roughness = clamp(surface.y * material.roughness, 0.04, 1.0);
    float metallic = saturate(surface.z * material.metallic);
    float3 f0 = lerp(0.04, base.xyz, metallic);
    float3 diffuse = base.xyz * (1.0 - metallic) / 3.1415927;
    float3 v = normalize(scene.camera - in_1.world);
    float n_dot_v = max(dot(n, v), 0.0001);
    float3 radiance = material.emissive;
    for (uint i = 0u; i < min(scene.light_count, max_lights); i++) {
        Light light = scene.lights[i];
        float3 to_light = light.position - in_1.world;
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
        float3 incoming = light.color * light.intensity * falloff(distance, light.range);
        radiance += ((1.0 - f) * diffuse + specular) * incoming * n_dot_l;
    }
    float levels = float(texture_levels(environment));
    float3 reflected = environment.SampleLevel(environment_sampler, reflect(-v, n), roughness * levels).xyz;
    float3 ambient = environment.SampleLevel(environment_sampler, n, levels).xyz;
    radiance += occlusion * (ambient * diffuse * pi + reflected * fresnel(n_dot_v, f0));
    float3 mapped = radiance / (radiance + 1.0);
    return float4(pow(mapped, 0.45454547), base.w);
}
