package glsl_test

import "testing"

// TestPartitioned: the parts of a subgroup whose invocations have the same key, NaN among
// them, and what is computed over each.
func TestPartitioned(t *testing.T) {
	words := run(t, "a.comp", `#version 450
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { uint size, mask[32], sum[32], before[32]; };
void main() {
	uint i = gl_LocalInvocationIndex;
	float key = i % 3u == 2u ? 0.0 / float(i / 64u) : float(i % 3u);
	if (i == 0u) size = gl_SubgroupSize;
	uvec4 p = subgroupPartitionNV(key);
	mask[i] = p.x;
	sum[i] = subgroupPartitionedAddNV(i, p);
	before[i] = i > 3u ? subgroupPartitionedExclusiveMaxNV(i, subgroupPartitionNV(vec2(key, 1))) : 99u;
}`, true)
	size := int(words[0])
	for i := range 32 {
		first := i / size * size
		var mask, sum, before uint32
		for k := first; k < min(32, first+size); k++ {
			if k%3 == i%3 {
				mask |= 1 << (k - first)
				sum += uint32(k)
				if k < i && k > 3 {
					before = uint32(k)
				}
			}
		}
		if i <= 3 {
			before = 99
		}
		if words[1+i] != mask || words[33+i] != sum || words[65+i] != before {
			t.Errorf("invocation %d: %#x %d %d, not %#x %d %d", i, words[1+i], words[33+i], words[65+i], mask, sum, before)
		}
	}
}

// TestShaderBallot: the functions and variables of ARB_shader_ballot are those of KHR's extension in
// 64 bits.
func TestShaderBallot(t *testing.T) {
	const count = 12
	words := run(t, "a.comp", `#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { uint o[32 * 12]; };
uint pair(uint64_t a, uvec4 b) { return uint(unpackUint2x32(a) == b.xy); }
void main() {
	uint i = gl_LocalInvocationIndex * 12u;
	o[i + 0u] = pair(gl_SubGroupEqMaskARB, gl_SubgroupEqMask);
	o[i + 1u] = pair(gl_SubGroupGeMaskARB, gl_SubgroupGeMask);
	o[i + 2u] = pair(gl_SubGroupGtMaskARB, gl_SubgroupGtMask);
	o[i + 3u] = pair(gl_SubGroupLeMaskARB, gl_SubgroupLeMask);
	o[i + 4u] = pair(gl_SubGroupLtMaskARB, gl_SubgroupLtMask);
	o[i + 5u] = pair(ballotARB(i % 36u == 0u), subgroupBallot(i % 36u == 0u));
	o[i + 6u] = uint(gl_SubGroupSizeARB == gl_SubgroupSize);
	o[i + 7u] = uint(gl_SubGroupInvocationARB == gl_SubgroupInvocationID);
	uint other = gl_SubGroupSizeARB - 1u;
	o[i + 8u] = uint(readInvocationARB(i, other) == subgroupBroadcast(i, other));
	o[i + 9u] = uint(readFirstInvocationARB(vec2(i)) == subgroupBroadcastFirst(vec2(i)));
	o[i + 10u] = uint(readInvocationARB(ivec3(i, 1, 2), 0u).x == readFirstInvocationARB(int(i)));
	o[i + 11u] = uint(ballotARB(true) != 0UL);
}`, true)
	for i, word := range words[:32*count] {
		if word != 1 {
			t.Errorf("invocation %d: result %d differs", i/count, i%count)
		}
	}
}
