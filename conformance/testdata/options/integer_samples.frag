#version 450
// Samples of textures of integers.
layout(binding = 0) uniform usampler2D t;
layout(binding = 1) uniform isampler3D s;
layout(location = 0) in vec3 p;
layout(location = 0) out uvec4 o;
void main() { o = texture(t, p.xy) + textureLod(t, p.xy, 1.0) + uvec4(texture(s, p)) + textureGather(t, p.xy); }
