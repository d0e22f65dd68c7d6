#version 450
// Comparisons with a bias that all have.
layout(binding = 1) uniform sampler2DShadow plane;
layout(binding = 2) uniform samplerCubeShadow cube;
layout(location = 0) in vec4 p;
layout(location = 0) out float o;
void main() { o = texture(plane, p.xyz, 0.5) + texture(cube, p, 2.0); }
