#version 450
// A barrier in a fragment shader.
#extension GL_KHR_shader_subgroup_basic : require
layout(binding = 0) buffer B { uint n; };
layout(location = 0) out float o;
void main() { n += 1u; subgroupBarrier(); memoryBarrierBuffer(); o = float(n); }
