// 0=8 1=16
// 0=16 1=4
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BINS = 8;
layout(binding = 0) readonly buffer A { uint a[128]; };
layout(binding = 1) writeonly buffer D { uint d[32]; };
shared uint bins[BINS];
void main() {
    for (uint i = gl_LocalInvocationIndex; i < BINS; i += gl_WorkGroupSize.x) bins[i] = 0u;
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < 128u; i += gl_WorkGroupSize.x) atomicAdd(bins[a[i] % BINS], 1u);
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < BINS; i += gl_WorkGroupSize.x) d[i] = bins[i];
}
