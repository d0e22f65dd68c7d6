#version 450
// Comparisons with a bias.
layout(binding = 0) uniform sampler1DArrayShadow rows;
layout(binding = 1) uniform sampler2DShadow plane;
layout(binding = 2) uniform samplerCubeShadow cube;
layout(location = 0) in vec4 p;
layout(location = 0) out float o;
void main() { o = texture(rows, p.xyz, 1.0) + texture(plane, p.xyz, 0.5) + texture(cube, p, 2.0); }
