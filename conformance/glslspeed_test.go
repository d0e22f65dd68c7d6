//go:build unix

package conformance

// How fast GLSL is read, in processor time of one core.

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"refract/diag"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// TestGLSLSpeed measures, where REFRACT_SPEED is 1, what the rows that glslang accepts and
// we read take: tokens after the preprocessor, the tree, the module, the validated module. The
// processor time is that of one thread, the garbage collector's part of it included. Of
// each round of rounds the median counts.
func TestGLSLSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED is not 1")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var rows []glslRow
	size := 0
	for _, r := range glslShaders(t) {
		if _, err := r.check(); err == nil {
			rows = append(rows, r)
			size += len(r.Source)
		}
	}
	parser, reader, validator, module := syntax.NewParser(nil), new(glsl.Reader), new(validate.Validator), ir.NewModule()
	options := func(r *glslRow) glsl.Options {
		return glsl.Options{Stage: glslStages[r.Stage], Preprocessor: pp.Options{Vulkan: r.Vulkan}}
	}
	parse := func(r *glslRow) {
		sources := new(diag.Sources)
		parser.Parse(r.Source, sources.Add(r.Name, r.Source), options(r).Preprocessor, sources, new(diag.List))
	}
	read := func(r *glslRow, valid bool) {
		var list diag.List
		sources := new(diag.Sources)
		reader.Read(module, r.Source, sources.Add(r.Name, r.Source), options(r), sources, &list)
		if valid {
			// As refract validates what it has read itself.
			validator.Validate(module, validate.Options{Capabilities: validate.All, Sound: true}, &list)
		}
	}
	const rounds = 15
	measure := func(rows []glslRow, times int, do func(*glslRow)) time.Duration {
		var took []time.Duration
		for range rounds {
			took = append(took, harness.CPUTime(func() {
				for range times {
					for i := range rows {
						do(&rows[i])
					}
				}
			}))
		}
		slices.Sort(took)
		return took[rounds/2] / time.Duration(times)
	}
	report := func(what string, do func(*glslRow)) {
		took := measure(rows, 2, do)
		t.Logf("%-24s %5.1f MB/s, %v a shader", what, float64(size)/1e6/took.Seconds(), took/time.Duration(len(rows)))
	}
	report("to a tree", parse)
	report("to a module", func(r *glslRow) { read(r, false) })
	report("to a validated module", func(r *glslRow) { read(r, true) })
	small := []glslRow{{Name: "small", Stage: "fragment", Vulkan: true, Source: smallGLSL}}
	took := measure(small, 200, func(r *glslRow) { read(r, true) })
	t.Log(fmt.Sprintf("a shader of %d bytes: %v", len(smallGLSL), took))
}

// smallGLSL is a small fragment shader.
const smallGLSL = `#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) uniform Settings { vec4 glow; float gamma; };

void main() {
    vec4 c = texture(picture, uv) * tint;
    c.rgb = pow(c.rgb + glow.rgb * glow.a, vec3(1.0 / gamma));
    color = c;
}
`
