// Physically based shading of a textured surface under a few point lights and
// an environment map: Cook-Torrance with the GGX distribution.

const pi = 3.14159265359;
const max_lights = 8u;

struct Light {
    position: vec3f,
    range: f32,
    color: vec3f,
    intensity: f32,
}

struct Scene {
    view_projection: mat4x4f,
    camera: vec3f,
    light_count: u32,
    lights: array<Light, max_lights>,
}

struct Material {
    base_color: vec4f,
    emissive: vec3f,
    metallic: f32,
    roughness: f32,
    normal_scale: f32,
    alpha_cutoff: f32,
}

struct Model {
    transform: mat4x4f,
    normal_transform: mat3x3f,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var environment: texture_cube<f32>;
@group(0) @binding(2) var environment_sampler: sampler;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var color_map: texture_2d<f32>;
@group(1) @binding(2) var normal_map: texture_2d<f32>;
@group(1) @binding(3) var surface_map: texture_2d<f32>;
@group(1) @binding(4) var map_sampler: sampler;
@group(2) @binding(0) var<uniform> model: Model;

struct Vertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
}

struct Varyings {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
}

@vertex
fn vertex_main(in: Vertex) -> Varyings {
    let world = model.transform * vec4f(in.position, 1.0);
    var out: Varyings;
    out.clip = scene.view_projection * world;
    out.world = world.xyz;
    out.normal = model.normal_transform * in.normal;
    out.tangent = vec4f((model.transform * vec4f(in.tangent.xyz, 0.0)).xyz, in.tangent.w);
    out.uv = in.uv;
    return out;
}

fn distribution(n_dot_h: f32, roughness: f32) -> f32 {
    let a2 = pow(roughness, 4.0);
    let d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / max(pi * d * d, 1e-6);
}

fn visibility(n_dot_v: f32, n_dot_l: f32, roughness: f32) -> f32 {
    let k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
    let view = n_dot_v * (1.0 - k) + k;
    let light = n_dot_l * (1.0 - k) + k;
    return 0.25 / (view * light);
}

fn fresnel(v_dot_h: f32, f0: vec3f) -> vec3f {
    return f0 + (1.0 - f0) * pow(saturate(1.0 - v_dot_h), 5.0);
}

fn shading_normal(in: Varyings, front: bool) -> vec3f {
    let n = normalize(in.normal);
    let t = normalize(in.tangent.xyz - n * dot(n, in.tangent.xyz));
    let b = cross(n, t) * in.tangent.w;
    let sampled = textureSample(normal_map, map_sampler, in.uv).xyz * 2.0 - 1.0;
    let local = vec3f(sampled.xy * material.normal_scale, sampled.z);
    let normal = normalize(mat3x3f(t, b, n) * local);
    return select(-normal, normal, front);
}

fn falloff(distance: f32, range: f32) -> f32 {
    let window = saturate(1.0 - pow(distance / range, 4.0));
    return window * window / max(distance * distance, 1e-4);
}

@fragment
fn fragment_main(in: Varyings, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let base = textureSample(color_map, map_sampler, in.uv) * material.base_color;
    let surface = textureSample(surface_map, map_sampler, in.uv);
    let n = shading_normal(in, front);
    if base.a < material.alpha_cutoff {
        discard;
    }

    let occlusion = surface.r;
    let roughness = clamp(surface.g * material.roughness, 0.04, 1.0);
    let metallic = saturate(surface.b * material.metallic);
    let f0 = mix(vec3f(0.04), base.rgb, metallic);
    let diffuse = base.rgb * (1.0 - metallic) / pi;
    let v = normalize(scene.camera - in.world);
    let n_dot_v = max(dot(n, v), 1e-4);

    var radiance = material.emissive;
    for (var i = 0u; i < min(scene.light_count, max_lights); i++) {
        let light = scene.lights[i];
        let to_light = light.position - in.world;
        let distance = length(to_light);
        if distance > light.range {
            continue;
        }
        let l = to_light / distance;
        let n_dot_l = dot(n, l);
        if n_dot_l <= 0.0 {
            continue;
        }
        let h = normalize(v + l);
        let f = fresnel(saturate(dot(v, h)), f0);
        let specular = f * distribution(saturate(dot(n, h)), roughness) * visibility(n_dot_v, n_dot_l, roughness);
        let incoming = light.color * light.intensity * falloff(distance, light.range);
        radiance += ((1.0 - f) * diffuse + specular) * incoming * n_dot_l;
    }

    let levels = f32(textureNumLevels(environment));
    let reflected = textureSampleLevel(environment, environment_sampler, reflect(-v, n), roughness * levels).rgb;
    let ambient = textureSampleLevel(environment, environment_sampler, n, levels).rgb;
    radiance += occlusion * (ambient * diffuse * pi + reflected * fresnel(n_dot_v, f0));

    let mapped = radiance / (radiance + 1.0);
    return vec4f(pow(mapped, vec3f(1.0 / 2.2)), base.a);
}
