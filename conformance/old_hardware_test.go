package conformance

// This file runs shaders after the pipelines for old hardware, which have no integers: shaders of the
// kind that such hardware ran.

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	glslback "refract/back/glsl"
	"refract/exec"
	front "refract/front/glsl"
	"refract/internal/harness/differential"
	"refract/internal/level9gen"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// wholeFloats are the named pipelines without integers, with the facts that hold of their results. They take no
// others than small integers.
var wholeFloats = map[string]pass.Props{"es2": pass.NoInts, "d3d9": pass.NoInts | pass.FloatBools}

// An oldCase is a generated shader of old hardware, as a job that draws.
type oldCase struct {
	job    *differential.Job
	source string
	vertex bool
	want   *differential.Drawing
}

func newOldCase(t *testing.T, seed int, vertex bool) *oldCase {
	t.Helper()
	c := &oldCase{vertex: vertex, source: level9gen.Program(uint64(seed), level9gen.Options{Vertex: vertex, Derivatives: true, Large: seed%3 == 0})}
	var err error
	if vertex {
		c.job, err = differential.NewVertexJob(fmt.Sprint("vertex ", seed), c.source, "main", uint64(seed))
	} else {
		c.job, err = differential.NewFragmentJob(fmt.Sprint("fragment ", seed), c.source, "main", uint64(seed))
	}
	if err == nil {
		c.want, err = c.draw(c.job)
	}
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, c.source)
	}
	return c
}

func (c *oldCase) draw(j *differential.Job) (*differential.Drawing, error) {
	if c.vertex {
		return c.job.DrawPoints(j, "fs", 32)
	}
	return j.Fragments(8, 4, 0)
}

// compare describes the difference of a drawing, or of why there is none, from the shader's.
func (c *oldCase) compare(got *differential.Drawing, err error) string {
	if err != nil {
		return err.Error()
	}
	if worst, pixels := c.job.Differences(c.want, got, 1e-3); pixels > 0 {
		return fmt.Sprintf("%d pixels differ, by %g", pixels, worst)
	}
	return ""
}

// TestOldHardware draws with generated shaders at each stage of the pipelines, and with the modules that they
// become: as GLSL ES 1.00 and WGSL that are read again, and as SPIR-V on a driver.
func TestOldHardware(t *testing.T) {
	var device *vkrun.Device
	if sweep.On() {
		device = vkrun.OpenTest(t)
	}
	first := number("REFRACT_SEED", 0)
	for name, facts := range wholeFloats {
		refused, ran := map[string]int{}, map[string]int{}
		for seed := first; seed < first+sweep.Count(24) && !t.Failed(); seed++ {
			c := newOldCase(t, seed, seed%2 == 1)
			list, err := machineStages(c.job, name)
			var left *pipeline.LeftError
			if errors.As(err, &left) {
				refused[left.Operation.String()]++
				continue
			}
			if err != nil {
				t.Fatalf("%s: %s: %v\n%s", c.job.Name, name, err, c.source)
			}
			last := list[len(list)-1].shader
			if lost := facts &^ pipeline.Facts(last); lost != 0 {
				t.Fatalf("%s: after %s, %v doesn't hold\n%s", c.job.Name, name, lost, last)
			}
			if name == "d3d9" && hasIfs(last) {
				t.Fatalf("%s: there are branches\n%s", c.job.Name, last)
			}
			if !c.vertex {
				for k := range list {
					d := eitherForm(list[k].shader, func(e exec.Engine) string { return c.compare(c.job.FragmentsOn(e, 8, 4, 0)) })
					if d != "" {
						t.Fatalf("%s after %s: %s\nbefore:\n%s\nafter:\n%s", c.job.Name, list[k].name, d, list[max(k-1, 0)].shader, list[k].shader)
					}
				}
			}
			ran["alone"]++
			c.languages(t, name, last, device, ran)
		}
		t.Logf("%s: %v, refused: %v", name, ran, refused)
		if ran["alone"] == 0 {
			t.Errorf("%s takes no shader", name)
		}
	}
}

// languages draws with the module that a shader becomes, in languages.
func (c *oldCase) languages(t *testing.T, name string, s *ssa.Shader, device *vkrun.Device, ran map[string]int) {
	t.Helper()
	m, err := differential.RestoredModule(s)
	if err != nil {
		t.Fatalf("%s: %s: %v", c.job.Name, name, err)
	}
	j, err := c.job.With(name, m)
	if err != nil {
		t.Fatalf("%s: %v", c.job.Name, err)
	}
	check := func(language, d string) {
		if ran[language]++; d != "" {
			t.Fatalf("%s in %s: %s\n%s", j.Name, language, d, c.source)
		}
	}
	check("module", c.compare(c.draw(j)))
	again, err := differential.Reread(j, 0)
	if err != nil {
		t.Fatalf("%s as WGSL: %v", j.Name, err)
	}
	check("wgsl", c.compare(c.draw(again)))
	if name == "es2" && !c.vertex {
		o := glslback.NewOptionsES()
		o.Version.Number = 100
		again, text, err := j.AsGLSL(new(front.Reader), o)
		switch {
		case errors.Is(err, differential.ErrNoESSL100):
			ran["glsl, without its contents"]++
		case err != nil:
			t.Fatalf("%s as GLSL ES 1.00: %v\n%s", j.Name, err, text)
		default:
			check("glsl", c.compare(again.Fragments(8, 4, 0)))
		}
	}
	if device != nil && !c.vertex {
		check("driver", c.compare(j.DrawSPIRV(device, 8, 4)))
	}
}

// hasIfs reports whether a shader has ifs.
func hasIfs(s *ssa.Shader) bool {
	var in func(f *ssa.Function, l ssa.ListID) bool
	in = func(f *ssa.Function, l ssa.ListID) bool {
		for n := f.ListFirst(l); n != 0; n = f.NextNode(n) {
			if f.Kind(n) == ssa.NodeIf || f.Kind(n) == ssa.NodeLoop && in(f, f.LoopBody(n)) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(s.Funcs[1:], func(f *ssa.Function) bool { return in(f, ssa.Body) })
}

// TestOldHardwareCorpus writes vertex and fragment shaders of the corpora as GLSL ES 1.00 with and without
// pipeline es2, which takes more, and draws with the ones that it takes after both pipelines.
func TestOldHardwareCorpus(t *testing.T) {
	o := glslback.NewOptionsES()
	o.Version.Number = 100
	plain, lowered, drawn, refused := 0, 0, map[string]int{}, map[string]int{}
	for _, j := range esslJobs(t, 16) {
		_, text, _ := j.AsGLSL(new(front.Reader), o)
		for _, name := range []string{"es2", "d3d9"} {
			m, err := machineModule(j, name)
			var left *pipeline.LeftError
			if errors.As(err, &left) {
				refused[left.Operation.String()]++
				break
			}
			if err != nil {
				t.Errorf("%s: %s: %v", j.Name, name, err)
				break
			}
			if name == "es2" {
				_, after, err := m.AsGLSL(new(front.Reader), o)
				if text != nil && after == nil {
					t.Errorf("%s is no GLSL ES 1.00 after the pipeline: %v", j.Name, err)
				}
				if after == nil || errors.Is(err, differential.ErrNoESSL100) {
					break // with contents that no float holds
				}
				if lowered++; text != nil {
					plain++
				}
			}
			why, wrong := esslDiffers(j, m)
			if wrong != "" {
				t.Errorf("%s: %s: %s\n%s\n%s", j.Name, name, wrong, j.Source, ir.Print(m.Module))
			} else if why == "" {
				drawn[name]++
			}
		}
	}
	t.Logf("in GLSL ES 1.00 %d without the pipeline, %d with it; drawn: %v; refused: %v", plain, lowered, drawn, refused)
	if lowered <= plain {
		t.Error("the pipeline makes no shader one of GLSL ES 1.00")
	}
}
