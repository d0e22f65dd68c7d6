package recent

// This file reads clocks: of a subgroup's processor and of the device.

import (
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness/differential"
)

// TestClocks: a later read gives a later time, by each function, in a loop, in a function and with work
// between, and isn't merged with the earlier.
func TestClocks(t *testing.T) {
	var jobs []*differential.Job
	for _, f := range []string{"clock2x32ARB", "clockARB", "clockRealtime2x32EXT", "clockRealtimeEXT"} {
		kind, later := "uint64_t", "b > a"
		if strings.Contains(f, "2x32") {
			kind, later = "uvec2", "b.y > a.y || b.y == a.y && b.x > a.x"
		}
		source := fmt.Sprintf(`#version 460
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer B { uint o[16]; };
%[1]s now() { return %[2]s(); }
bool later(%[1]s a, %[1]s b) { return %[3]s; }
void main() {
	uint i = gl_LocalInvocationIndex;
	%[1]s a = %[2]s();
	%[1]s b = now();
	o[i] = later(a, b) ? 1u : 0u;
	uint sum = 0u;
	for (uint k = 0u; k < i; k++) {
		%[1]s a = now();
		o[i + 8u] = k;
		if (later(a, %[2]s())) sum++;
	}
	%[2]s();
	o[i + 8u] = sum;
}`, kind, f, later)
		j := jobOf(t, f+".comp", source, [3]uint32{1, 1, 1})
		if j == nil {
			return
		}
		jobs = append(jobs, j)
		refused(t, "a.comp", source, "clocks", refract.WGSL, refract.HLSL, refract.MSL, refract.DXIL, refract.DXBC)
	}
	for n, result := range run(t, jobs, ways{glslNumber: 460}) {
		for i := range 8 {
			if at := result[0][4*i:]; at[0] != 1 || result[0][4*(i+8)] != byte(i) {
				t.Errorf("%s: invocation %d", jobs[n].Name, i)
			}
		}
	}
}
