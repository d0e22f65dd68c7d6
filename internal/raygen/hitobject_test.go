package raygen_test

import (
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	rexec "refract/exec"
	"refract/exec/interp"
	"refract/internal/raygen"
	"refract/internal/ssa/fromir"
	"refract/internal/sweep"
	"refract/ir/validate"
)

// TestHitObjects compares pipelines with ones that trace into hit objects: as modules, in SSA form,
// optimized, and as SPIR-V and GLSL that are written and read.
func TestHitObjects(t *testing.T) {
	remade := 0
	for k := range uint64(sweep.Sample(60)) {
		seed := first() + k
		p := raygen.NewPipeline(seed)
		if seed%4 == 0 { // as no pipeline with flags can make objects of parts
			p.Generation = strings.ReplaceAll(p.Generation, "x.flags", "0u")
			for k := range p.Hit {
				p.Hit[k].ClosestHit = strings.ReplaceAll(p.Hit[k].ClosestHit, "gl_IncomingRayFlagsEXT", "3u")
			}
		}
		objects := raygen.HitObjects(p, seed)
		if strings.Contains(objects.Generation, "RecordHitWithIndex") {
			remade++
		}
		load := func(p *raygen.Pipeline, level int, form string) []byte {
			return runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program {
				v := readStage(t, s, level)
				var x rexec.Program
				var err error
				switch form {
				case "SSA":
					x, err = interp.SSAEngine{}.Load(fromir.Module(v.Module, fromir.Options{Strict: true}), rexec.LoadOptions{})
				case "":
					x, err = interp.Engine{}.Load(v.Module, rexec.LoadOptions{})
				default:
					x, err = interp.Engine{}.Load(again(t, v, refract.Language(form), s).Module, rexec.LoadOptions{})
				}
				if err != nil {
					t.Fatal(err)
				}
				return x
			}))
		}
		want := load(p, 0, "")
		for name, got := range map[string][]byte{"": load(objects, 0, ""), "in SSA form": load(objects, 0, "SSA"), "-O1": load(objects, 1, ""), "-O2": load(objects, 2, ""),
			"as SPIR-V": load(objects, int(seed%3), string(refract.SPIRV)), "as GLSL": load(objects, int(seed%3), string(refract.GLSL))} {
			if err := compareWords(p.IsFloat, got, want, true); err != nil {
				t.Fatalf("pipeline %d with hit objects, %s: %v\n%s", seed, name, err, pipelineText(objects))
			}
		}
	}
	if remade == 0 {
		t.Error("no pipeline makes objects of parts")
	}
}

// again reads a shader that was written in a language.
func again(t *testing.T, v *refract.Valid, to refract.Language, s stageSource) *refract.Valid {
	t.Helper()
	name, options := "test.spv", any(nil)
	if to == refract.GLSL {
		o := glslback.NewOptions()
		o.Vulkan = true
		name, options = "test."+s.extension, &o
	}
	code := written(t, v, to, options, s.text)
	out, err := refract.Check(t.Context(), name, code, refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	return out
}
