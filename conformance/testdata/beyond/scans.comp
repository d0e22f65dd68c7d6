#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
// Scans of bools and of ballots, by one invocation: the size of subgroups is the device's.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint values[8]; uint results[32]; };
void main() {
    bvec4 b = bvec4(values[0] > 5u, values[1] > 5u, values[2] > 5u, values[3] > 5u);
    results[0] = uint(subgroupInclusiveAnd(b.x));
    results[1] = uint(subgroupExclusiveAnd(b.x));
    results[2] = uint(subgroupInclusiveOr(b.y));
    results[3] = uint(subgroupExclusiveOr(b.y));
    results[4] = uint(subgroupInclusiveXor(b.z));
    results[5] = uint(subgroupExclusiveXor(b.z));
    results[6] = uint(all(equal(subgroupAnd(b), b)));
    results[7] = uint(any(subgroupExclusiveOr(b)));
    uvec4 ballot = subgroupBallot(b.w);
    results[8] = subgroupBallotBitCount(ballot);
    results[9] = subgroupBallotInclusiveBitCount(ballot);
    results[10] = subgroupBallotExclusiveBitCount(ballot);
    results[11] = subgroupBallotInclusiveBitCount(uvec4(~0u));
    results[12] = subgroupInclusiveMul(values[4]) + subgroupExclusiveMul(values[4]);
    results[13] = subgroupInclusiveMin(values[5]) + subgroupExclusiveAdd(values[5]);
    results[14] = subgroupInclusiveMax(values[6]) + subgroupExclusiveXor(values[6]);
    results[15] = subgroupInclusiveAnd(values[7]) + subgroupExclusiveOr(values[7]);
}
