// 0=8 1=2
// 0=4 1=6
#version 450
layout(local_size_x_id = 0, local_size_x = 4) in;
layout(constant_id = 0) const uint WIDTH = 4;
layout(constant_id = 1) const uint DEPTH = 3;
layout(binding = 0) readonly buffer A { uint a[64]; };
layout(binding = 1) writeonly buffer D { uint d[64]; };
struct Stage { uint lanes[WIDTH]; uint sum; };
shared Stage stages[DEPTH];
void main() {
    uint l = gl_LocalInvocationID.x;
    for (uint s = 0; s < DEPTH; s++) stages[s].lanes[l] = a[(l * DEPTH + s) % 64];
    barrier();
    if (l < DEPTH) {
        stages[l].sum = 0;
        for (uint k = 0; k < WIDTH; k++) stages[l].sum += stages[l].lanes[k];
    }
    barrier();
    if (l == 0)
        for (uint s = 0; s < DEPTH; s++) d[s] = s < WIDTH ? stages[s].sum : 0u;
}
