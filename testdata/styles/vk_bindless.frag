#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : enable
layout(set = 0, binding = 0) uniform texture2D textures[64];
layout(set = 0, binding = 1) uniform sampler samplers[3];
layout(set = 1, binding = 0, std430) readonly buffer Draws { struct Draw { vec3 color; uint tex; vec2 scale; } draws[]; } ;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int drawId;
layout(location = 0) out vec4 o;
void main() {
    uint t = draws[drawId].tex;
    vec2 size = vec2(textureSize(textures[nonuniformEXT(t)], 0));
    vec4 a = texture(sampler2D(textures[nonuniformEXT(t)], samplers[2]), uv * draws[drawId].scale);
    vec4 b = texelFetch(textures[nonuniformEXT(t)], ivec2(uv * size), 0);
    o = vec4(draws[drawId].color, 1) * mix(a, b, bvec4(true, false, true, uv.x > .5));
}
