package glsl_test

// This file tests what versions of GLSL ask of indices and of inputs.

import (
	"context"
	"errors"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
)

// TestVersionsAsk writes shaders for versions that have what they use, and for those
// that lack it.
func TestVersionsAsk(t *testing.T) {
	compute := "#version 450\nlayout(local_size_x = 4) in;\nlayout(binding = 0) buffer B { uint a[4]; } b[3];\n" +
		"layout(binding = 4) uniform U { uvec4 u; } u[3];\nconst int two = 2;\nvoid main() { uint i = gl_LocalInvocationIndex; "
	for _, c := range []struct {
		name, src  string
		version    glsl.Version
		has, lacks string
	}{
		{"a.comp", compute + "b[i].a[i] = 1u; }", glsl.Version{Number: 320, ES: true}, "", "of an array of storage buffers"},
		{"a.comp", compute + "atomicAdd(b[i].a[1], 1u); }", glsl.Version{Number: 310, ES: true}, "", "of an array of storage buffers"},
		{"a.comp", compute + "b[i].a[i] = 1u; }", glsl.Version{Number: 450}, "b[", ""},
		{"a.comp", compute + "b[two].a[i] = u[two].u.x; }", glsl.Version{Number: 310, ES: true}, "b[2]", ""},
		{"a.comp", compute + "b[1].a[i] = u[i].u.x; }", glsl.Version{Number: 310, ES: true}, "#extension GL_EXT_gpu_shader5 : require", ""},
		{"a.comp", compute + "b[1].a[i] = u[i].u.x; }", glsl.Version{Number: 320, ES: true}, "u[", ""},
		{"a.vert", "#version 450\nin dvec2 a;\nvoid main() { gl_Position = vec4(a, 0, 1); }", glsl.Version{Number: 400}, "#extension GL_ARB_vertex_attrib_64bit : require", ""},
		{"a.vert", "#version 450\nin double a[2];\nvoid main() { gl_Position = vec4(a[1]); }", glsl.Version{Number: 410}, "in double", ""},
	} {
		v, err := refract.Check(context.Background(), c.name, []byte(c.src), refract.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		out, _, err := glsl.Write(v.Module, v.Info, glsl.Options{Version: c.version})
		var lacks *glsl.UnsupportedError
		switch {
		case c.lacks != "":
			if !errors.As(err, &lacks) || !strings.Contains(lacks.Feature, c.lacks) {
				t.Errorf("%s\nfor %v: %v", c.src, c.version, err)
			}
		case err != nil:
			t.Errorf("%s\nfor %v: %v", c.src, c.version, err)
		case !strings.Contains(out, c.has):
			t.Errorf("%s\nfor %v has no %q:\n%s", c.src, c.version, c.has, out)
		}
	}
}
