#version 450

// A sprite's texel, tinted by its instance; what is see-through leaves nothing.

layout(set = 1, binding = 0) uniform texture2D atlas;
layout(set = 1, binding = 1) uniform sampler near;
layout(set = 1, binding = 2, std430) readonly buffer Tints { vec4 tints[]; };

layout(constant_id = 0) const float limit = 0.5;

layout(location = 0) in vec2 uv;
layout(location = 1) flat in uint id;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(sampler2D(atlas, near), uv);
    if (texel.a < limit) {
        discard;
    }
    color = texel * tints[id % uint(tints.length())];
}
