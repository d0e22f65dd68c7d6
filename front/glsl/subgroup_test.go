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
