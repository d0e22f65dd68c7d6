// 0=16 1=2
// 0=8 1=4
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x_id = 0, local_size_x = 8) in;
layout(constant_id = 0) const uint BLOCK = 8;
layout(constant_id = 1) const uint ROWS = 1;
layout(binding = 0) readonly buffer A { int a[128]; };
layout(binding = 1) writeonly buffer D { int d[32]; };
shared int sums[ROWS][BLOCK];
void main() {
    int temp[ROWS];
    for (uint n = 0; n < ROWS; n++) temp[n] = subgroupAdd(a[(gl_LocalInvocationIndex + n * 16) % 128]);
    if (gl_SubgroupInvocationID == 0)
        for (uint n = 0; n < ROWS; n++) sums[n][gl_SubgroupID] = temp[n];
    barrier();
    if (gl_LocalInvocationIndex == 0)
        for (uint n = 0; n < ROWS; n++) {
            int total = 0;
            for (uint s = 0; s < gl_NumSubgroups; s++) total += sums[n][s];
            d[n] = total;
        }
}
