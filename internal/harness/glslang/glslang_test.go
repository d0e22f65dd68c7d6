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
		_, want, err := runOnce(vulkan, []Shader{{"comp", compute}})
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
		for _, link := range []func(string, []Shader) (string, []byte, error){run, runOnce} {
			messages, _, err := link("", []Shader{{"vert", vertex}, fragment})
			if clean := err == nil && !strings.Contains(messages, "ERROR"); clean != accepted {
				t.Errorf("%s: %v, %s", input, err, messages)
			}
		}
	}
}
