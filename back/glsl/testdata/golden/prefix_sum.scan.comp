#version 450

layout(local_size_x = 256) in;

const uint block = 256u;

layout(std430, binding = 0) readonly buffer Input {
    uint input_[];
};

layout(std430, binding = 1) buffer Output {
    uint output_[];
};

layout(std430, binding = 2) buffer BlockSums {
    uint block_sums[];
};

shared uint buffer_1[2][256];

void main() {
    for (uint index = gl_LocalInvocationIndex; index < 512u; index += 256u) {
        buffer_1[index / 256u][index % 256u] = 0u;
    }
    memoryBarrierShared();
    barrier();
    uint i = gl_LocalInvocationID.x;
    uint length_1 = uint(input_.length());
    buffer_1[0][i] = gl_GlobalInvocationID.x < length_1 ? input_[min(min(gl_GlobalInvocationID.x, length_1 - 1u), uint(input_.length()) - 1u)] : 0u;
    memoryBarrierShared();
    barrier();
    uint current = 0u;
    for (uint step = 1u; step < block; step <<= 1u) {
        uint other = 1u - current;
        uint sum = buffer_1[min(current, 1u)][i];
        if (i >= step) {
            sum += buffer_1[min(current, 1u)][min(i - step, 255u)];
        }
        buffer_1[min(other, 1u)][i] = sum;
        current = other;
        memoryBarrierShared();
        barrier();
    }
    if (gl_GlobalInvocationID.x < length_1) {
        output_[min(gl_GlobalInvocationID.x, uint(output_.length()) - 1u)] = buffer_1[min(current, 1u)][i];
    }
    if (i == 255u) {
        block_sums[min(gl_WorkGroupID.x, uint(block_sums.length()) - 1u)] = buffer_1[min(current, 1u)][i];
    }
}
