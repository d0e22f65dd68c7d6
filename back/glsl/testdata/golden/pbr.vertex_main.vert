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

layout(std140, binding = 0) uniform Scene {
    mat4 view_projection;
    vec3 camera;
    uint light_count;
    Light lights[8];
} scene;

layout(std140, binding = 2) uniform Model {
    mat4 transform;
    mat3 normal_transform;
} model;

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in vec2 uv;
layout(location = 0) out vec3 world;
layout(location = 1) out vec3 normal_1;
layout(location = 2) out vec4 tangent_1;
layout(location = 3) out vec2 uv_1;

void main() {
    vec4 world_1 = model.transform * vec4(position, 1.0);
    Varyings out_1 = Varyings(vec4(0.0), vec3(0.0), vec3(0.0), vec4(0.0), vec2(0.0));
    out_1.clip = scene.view_projection * world_1;
    out_1.world = world_1.xyz;
    out_1.normal = model.normal_transform * normal;
    out_1.tangent = vec4((model.transform * vec4(tangent.xyz, 0.0)).xyz, tangent.w);
    out_1.uv = uv;
    vec4 t = out_1.clip;
    gl_Position = vec4(t.x, -t.y, t.z * 2.0 - t.w, t.w);
    world = out_1.world;
    normal_1 = out_1.normal;
    tangent_1 = out_1.tangent;
    uv_1 = out_1.uv;
}
