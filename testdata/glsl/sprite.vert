#version 450

// A sprite from the corner of a quad and an instance's place.

layout(set = 0, binding = 0, std140) uniform Camera {
    mat4 view;
    vec2 half_size;
} camera;

layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 place; // x, y, scale, turn

layout(location = 0) out vec2 uv;
layout(location = 1) flat out uint id;

out gl_PerVertex {
    vec4 gl_Position;
};

void main() {
    float s = sin(place.w), c = cos(place.w);
    vec2 turned = mat2(c, s, -s, c) * (corner * place.z * camera.half_size);
    gl_Position = camera.view * vec4(turned + place.xy, 0.0, 1.0);
    uv = corner * 0.5 + 0.5;
    id = uint(gl_InstanceIndex);
}
