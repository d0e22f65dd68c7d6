struct Varyings {
    clip: vec4f,
    world: vec3f,
    normal: vec3f,
    tangent: vec4f,
    uv: vec2f,
}

struct Model {
    transform: mat4x4f,
    normal_transform: mat3x3f,
}

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
    lights: array<Light, 8>,
}

struct Material {
    base_color: vec4f,
    emissive: vec3f,
    metallic: f32,
    roughness: f32,
    normal_scale: f32,
    alpha_cutoff: f32,
}

struct VertexOutput {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) uv: vec2f,
}

@group(2) @binding(0) var<uniform> model: Model;
@group(0) @binding(0) var<uniform> scene: Scene;
@group(1) @binding(1) var color_map: texture_2d<f32>;
@group(1) @binding(4) var map_sampler: sampler;
@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(3) var surface_map: texture_2d<f32>;
@group(0) @binding(1) var environment: texture_cube<f32>;
@group(0) @binding(2) var environment_sampler: sampler;
@group(1) @binding(2) var normal_map: texture_2d<f32>;

@vertex
fn vertex_main(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) tangent: vec4f, @location(3) uv: vec2f) -> VertexOutput {
    let world = model.transform * vec4f(position, 1.0);
    return VertexOutput(scene.view_projection * world, world.xyz, model.normal_transform * normal, vec4f((model.transform * vec4f(tangent.xyz, 0.0)).xyz, tangent.w), uv);
}

@fragment
fn fragment_main(@builtin(position) clip: vec4f, @location(0) world: vec3f, @location(1) normal: vec3f, @location(2) tangent: vec4f, @location(3) uv: vec2f, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let base = textureSample(color_map, map_sampler, uv) * material.base_color;
    let surface = textureSample(surface_map, map_sampler, uv);
    let n = shading_normal(Varyings(clip, world, normal, tangent, uv), front);
    if base.w < material.alpha_cutoff {
        discard;
    }
    let roughness = clamp(surface.y * material.roughness, 0.04, 1.0);
    let metallic = clamp(surface.z * material.metallic, 0.0, 1.0);
    let f0 = mix(vec3f(0.04), base.xyz, metallic);
    let diffuse = base.xyz * (1.0 - metallic) / 3.1415927;
    let v = normalize(scene.camera - world);
    let n_dot_v = max(dot(n, v), 0.0001);
    var radiance = material.emissive;
    for (var i = 0u; i < min(scene.light_count, 8u); i++) {
        let t = scene.lights[i];
        let to_light = t.position - world;
        let distance = length(to_light);
        if t.range < distance {
            continue;
        }
        let l = to_light / distance;
        let n_dot_l = dot(n, l);
        if n_dot_l <= 0.0 {
            continue;
        }
        let h = normalize(v + l);
        let f = fresnel(clamp(dot(v, h), 0.0, 1.0), f0);
        let specular = f * distribution(clamp(dot(n, h), 0.0, 1.0), roughness) * visibility(n_dot_v, n_dot_l, roughness);
        let incoming = t.color * t.intensity * falloff(distance, t.range);
        radiance += ((1.0 - f) * diffuse + specular) * incoming * n_dot_l;
    }
    let levels = f32(textureNumLevels(environment));
    let radiance_1 = radiance + (textureSampleLevel(environment, environment_sampler, n, levels).xyz * diffuse * 3.1415927 + textureSampleLevel(environment, environment_sampler, reflect(-v, n), roughness * levels).xyz * fresnel(n_dot_v, f0)) * surface.x;
    let mapped = radiance_1 / (radiance_1 + 1.0);
    return vec4f(pow(mapped, vec3f(0.45454547)), base.w);
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

fn fresnel(v_dot_h: f32, f0: vec3f) -> vec3f {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - v_dot_h, 0.0, 1.0), 5.0);
}

fn distribution(n_dot_h: f32, roughness: f32) -> f32 {
    let a2 = pow(roughness, 4.0);
    let d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / max(3.1415927 * d * d, 1e-06);
}

fn visibility(n_dot_v: f32, n_dot_l: f32, roughness: f32) -> f32 {
    let t = roughness + 1.0;
    let k = t * t / 8.0;
    let t_1 = 1.0 - k;
    let view = n_dot_v * t_1 + k;
    let light = n_dot_l * t_1 + k;
    return 0.25 / (view * light);
}

fn falloff(distance: f32, range: f32) -> f32 {
    let window = clamp(1.0 - pow(distance / range, 4.0), 0.0, 1.0);
    return window * window / max(distance * distance, 0.0001);
}
