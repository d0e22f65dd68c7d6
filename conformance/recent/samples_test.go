package recent

// This file compares the samples of texels.

import (
	"fmt"
	"testing"

	"refract/internal/harness/differential"
)

// TestSamplesIdentical: texels whose samples are equal are found, of every type and of layers, among others
// that differ in the last sample.
func TestSamplesIdentical(t *testing.T) {
	var jobs []*differential.Job
	for _, c := range []struct{ sampler, point string }{
		{"sampler2DMS", "ivec2(i, 0)"}, {"usampler2DMS", "ivec2(i, 0)"}, {"isampler2DMS", "ivec2(i, 0)"}, {"sampler2DMSArray", "ivec3(i, 0, 0)"},
	} {
		source := fmt.Sprintf(`#version 460
#extension GL_EXT_shader_samples_identical : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer B { uint o[8]; };
layout(set = 0, binding = 1) uniform %s s;
void main() {
	uint i = gl_LocalInvocationIndex;
	o[i] = 0u;
	if (i < uint(textureSize(s).x) && textureSamplesIdenticalEXT(s, %s)) { o[i] = 1u; }
}`, c.sampler, c.point)
		j := jobOf(t, c.sampler+".comp", source, [3]uint32{1, 1, 1})
		if j == nil {
			return
		}
		texture := j.Textures[0].View.Texture
		for x := range min(8, texture.Width) {
			first := texture.At(0, x, 0, 0, 0)
			for k := range texture.Samples {
				if x%2 == 0 || k+1 < texture.Samples {
					texture.Set(0, x, 0, 0, k, first)
				}
			}
		}
		jobs = append(jobs, j)
	}
	for n, result := range run(t, jobs, ways{glslNumber: 460, driver: true, direct3d: true}) {
		texture := jobs[n].Textures[0].View.Texture
		for x := range min(8, texture.Width) {
			same := texture.At(0, x, 0, 0, 0) == texture.At(0, x, 0, 0, texture.Samples-1)
			if got := result[0][4*x] == 1; got != same || same != (x%2 == 0) {
				t.Errorf("%s: texel %d: %v, not %v", jobs[n].Name, x, got, same)
			}
		}
	}
}
