package glslang

import (
	"bytes"
	"strings"
	"testing"

	"refract/internal/sweep"
)

const compute = `#version 450
layout(local_size_x = 4) in;
layout(std430, set = 1, binding = 2) buffer Data { uint counts[]; } data;
void main() { data.counts[gl_GlobalInvocationID.x] = bitCount(data.counts[gl_GlobalInvocationID.x + 4u]); }
`

const vertex = "#version 330\nout vec4 color;\nvoid main() { color = vec4(gl_VertexID); gl_Position = vec4(0.0); }\n"

// TestServer: a server's SPIR-V and verdicts are glslangValidator's, request after request.
func TestServer(t *testing.T) {
	sweep.Only(t)
	Find(t)
	if serverProgram() == "" {
		t.Skip("no server: it needs g++ and glslang's library")
	}
	for _, vulkan := range []string{"1.0", "1.1", "1.2", "1.3"} {
		_, want, err := job{vulkan: vulkan, shaders: []Shader{{"comp", compute}}}.runOnce()
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := Compile(vulkan, Shader{"comp", compute})
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("Vulkan %s: %d bytes of SPIR-V, glslangValidator writes %d", vulkan, len(got), len(want))
			}
		}
	}
	if _, err := Compile("1.2", Shader{"comp", strings.Replace(compute, "bitCount", "bitCounts", 1)}); err == nil || !strings.Contains(err.Error(), "bitCounts") {
		t.Errorf("an unknown function: %v", err)
	}
	for input, accepted := range map[string]bool{"vec4": true, "vec3": false} {
		fragment := Shader{"frag", "#version 330\nin " + input + " color;\nout vec4 result;\nvoid main() { result = color.xyzz; }\n"}
		j := job{shaders: []Shader{{"vert", vertex}, fragment}}
		for _, link := range []func() (string, []byte, error){j.run, j.runOnce} {
			messages, _, err := link()
			if clean := err == nil && !strings.Contains(messages, "ERROR"); clean != accepted {
				t.Errorf("%s: %v, %s", input, err, messages)
			}
		}
	}
	const unplaced = "#version 310 es\nprecision highp float;\nuniform Block { vec4 tint; };\nin vec2 at;\nout vec4 color;\nvoid main() { color = tint * at.xyxy; }\n"
	for mode, vulkan := range map[mode]string{plain: "", placed: "1.0", named: ""} {
		j := job{vulkan: vulkan, mode: mode, shaders: []Shader{{"frag", unplaced}}}
		_, want, err := j.runOnce()
		_, got, err2 := j.run()
		if err != nil || err2 != nil || !bytes.Equal(want, got) || mode != plain && len(got) == 0 {
			t.Errorf("mode %q: %v, %v\n%s\n%s", mode, err, err2, want, got)
		}
	}
}
