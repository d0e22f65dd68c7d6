#version 460
#extension GL_GOOGLE_include_directive : require
#include "view.inl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in mat4 model; // of the instance

layout(location = 0) out vec3 worldNormal;
layout(location = 1) out vec2 texCoord;

void main() {
    texCoord = uv;
    worldNormal = mat3(model) * normal;
    gl_Position = projection * view * model * vec4(position, 1.0);
}
