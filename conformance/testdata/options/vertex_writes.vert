#version 450
// What WGSL lacks in vertex shaders.
#extension GL_KHR_shader_subgroup_basic : require
layout(binding = 0) buffer S { uint n; };
layout(location = 0) flat out uint v;
void main() { n = 1u; v = gl_SubgroupInvocationID; gl_Position = vec4(refract(0.5, float(n), 0.5)); }
