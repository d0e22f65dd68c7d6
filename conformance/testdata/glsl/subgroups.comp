#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_shuffle : require
// not msl
// A reduction of a workgroup by subgroups of whatever size, made independent of it.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer D { uint data[32]; uint sum; uint most; uint any_; uint every; } d;
shared uint part[32];
void main() {
	uint x = d.data[gl_LocalInvocationIndex] & 0xffu;
	uint s = subgroupAdd(x);
	if (subgroupElect()) part[gl_SubgroupID] = s;
	barrier();
	uint total = 0u;
	for (uint i = 0u; i < gl_NumSubgroups; i++) total += part[i];
	uint before = subgroupExclusiveAdd(x), upTo = subgroupInclusiveAdd(x);
	bool right = upTo == before + x && subgroupMax(upTo) == s;
	uvec4 votes = subgroupBallot(right);
	right = right && subgroupBallotBitCount(votes) == gl_SubgroupSize && subgroupAll(right) && subgroupAny(right);
	right = right && subgroupBroadcastFirst(s) == s && subgroupShuffle(x, gl_SubgroupInvocationID) == x;
	if (gl_LocalInvocationIndex == 0u) { d.sum = total; d.most = uint(right); d.any_ = uint(subgroupAllEqual(s)); d.every = gl_SubgroupSize * gl_NumSubgroups; }
}
