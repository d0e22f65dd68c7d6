// workgroups 2
// A workgroup whose size is given behind the numbers of its specialization constants, and
// ahead of them.
#version 450
layout(local_size_x_id = 7, local_size_z_id = 9) in;
layout(local_size_y = 2) in;
layout(local_size_x = 4) in;
layout(local_size_y_id = 8, local_size_z = 1) in;

layout(binding = 0) buffer Sizes {
    uvec4 ids[16];
    uint sums[2];
};

shared uint parts[8];

void main() {
    uint i = gl_LocalInvocationIndex;
    parts[i] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u + i;
    barrier();
    ids[gl_WorkGroupID.x * 8u + i] = uvec4(gl_LocalInvocationID, parts[i ^ 1u]);
    if (i == 7u) {
        uint sum = gl_WorkGroupSize.z;
        for (int k = 0; k < parts.length(); ++k)
            sum = sum * 3u + parts[k];
        sums[gl_WorkGroupID.x] = sum;
    }
}
