#version 450

struct Varyings {
    vec4 clip;
    vec3 world;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
};

struct Light {
    vec3 position;
    float range;
    vec3 color;
    float intensity;
};

const uint max_lights = 8u;
const float pi = 3.1415927;

layout(std140, binding = 0) uniform Scene {
    mat4 view_projection;
    vec3 camera;
    uint light_count;
    Light lights[8];
} scene;

layout(std140, binding = 1) uniform Material {
    vec4 base_color;
    vec3 emissive;
    float metallic;
    float roughness;
    float normal_scale;
    float alpha_cutoff;
} material;

layout(binding = 2) uniform sampler2D normal_map;
layout(binding = 1) uniform sampler2D color_map;
layout(binding = 3) uniform sampler2D surface_map;
layout(binding = 0) uniform samplerCube environment;

bool discarded = false;

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal_1;
layout(location = 2) in vec4 tangent_1;
layout(location = 3) in vec2 uv_1;
layout(location = 0) out vec4 color;

vec3 shading_normal(Varyings in_1, bool front) {
    vec3 n = normalize(in_1.normal);
    vec3 t = normalize(in_1.tangent.xyz - n * dot(n, in_1.tangent.xyz));
    vec3 b = cross(n, t) * in_1.tangent.w;
    vec3 sampled = texture(normal_map, in_1.uv).xyz * 2.0 - 1.0;
    vec3 local = vec3(sampled.xy * material.normal_scale, sampled.z);
    vec3 normal = normalize(mat3(t, b, n) * local);
    return front ? normal : -normal;
}

vec3 fresnel(float v_dot_h, vec3 f0) {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - v_dot_h, 0.0, 1.0), 5.0);
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

float falloff(float distance, float range) {
    float window = clamp(1.0 - pow(distance / range, 4.0), 0.0, 1.0);
    return window * window / max(distance * distance, 0.0001);
}

void main() {
    Varyings in_1 = Varyings(gl_FragCoord, world, normal_1, tangent_1, uv_1);
    vec4 base = texture(color_map, uv_1) * material.base_color;
    vec4 surface = texture(surface_map, uv_1);
    vec3 n = shading_normal(in_1, gl_FrontFacing);
    if (base.w < material.alpha_cutoff) {
        discarded = true;
    }
    float occlusion = surface.x;
    float roughness = clamp(surface.y * material.roughness, 0.04, 1.0);
    float metallic = clamp(surface.z * material.metallic, 0.0, 1.0);
    vec3 f0 = mix(vec3(0.04), base.xyz, metallic);
    vec3 diffuse = base.xyz * (1.0 - metallic) / 3.1415927;
    vec3 v = normalize(scene.camera - world);
    float n_dot_v = max(dot(n, v), 0.0001);
    vec3 radiance = material.emissive;
    for (uint i = 0u; i < min(scene.light_count, max_lights); i++) {
        Light light = scene.lights[i];
        vec3 to_light = light.position - world;
        float distance = length(to_light);
        if (distance > light.range) {
            continue;
        }
        vec3 l = to_light / distance;
        float n_dot_l = dot(n, l);
        if (n_dot_l <= 0.0) {
            continue;
        }
        vec3 h = normalize(v + l);
        vec3 f = fresnel(clamp(dot(v, h), 0.0, 1.0), f0);
        vec3 specular = f * distribution(clamp(dot(n, h), 0.0, 1.0), roughness) * visibility(n_dot_v, n_dot_l, roughness);
        vec3 incoming = light.color * light.intensity * falloff(distance, light.range);
        radiance += ((1.0 - f) * diffuse + specular) * incoming * n_dot_l;
    }
    float levels = float(textureQueryLevels(environment));
    vec3 reflected = textureLod(environment, reflect(-v, n), roughness * levels).xyz;
    vec3 ambient = textureLod(environment, n, levels).xyz;
    radiance += occlusion * (ambient * diffuse * pi + reflected * fresnel(n_dot_v, f0));
    vec3 mapped = radiance / (radiance + 1.0);
    if (discarded) {
        discard;
    }
    color = vec4(pow(mapped, vec3(0.45454547)), base.w);
}
