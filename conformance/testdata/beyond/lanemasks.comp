#version 450
#extension GL_KHR_shader_subgroup_ballot : require
// Masks of the subgroup's invocations beside this one, as far as its first four go.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Result { uvec4 masks[5][4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uvec4 four = uvec4(15u, 0u, 0u, 0u);
    masks[0][i] = gl_SubgroupEqMask;
    masks[1][i] = gl_SubgroupGeMask & four;
    masks[2][i] = gl_SubgroupGtMask & four;
    masks[3][i] = gl_SubgroupLeMask;
    masks[4][i] = gl_SubgroupLtMask;
}
