#version 450

layout(local_size_x = 256) in;

layout(std430, binding = 1) buffer Output {
    uint output_[];
};

layout(std430, binding = 2) buffer BlockSums {
    uint block_sums[];
};

void main() {
    if (gl_GlobalInvocationID.x >= uint(output_.length()) || gl_WorkGroupID.x == 0u) {
        return;
    }
    uint before = 0u;
    for (uint b = 0u; b < gl_WorkGroupID.x; b++) {
        before += block_sums[min(b, uint(block_sums.length()) - 1u)];
    }
    output_[min(gl_GlobalInvocationID.x, uint(output_.length()) - 1u)] += before;
}
