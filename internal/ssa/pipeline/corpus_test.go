package pipeline_test

import (
	"os"
	"strconv"
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir/validate"
)

// TestCorpus runs the pipelines of the levels on shaders of the corpus, each pass
// checked, and validates the module that comes back. Every tenth shader is taken;
// REFRACT_SSA_STEP=1 takes all.
func TestCorpus(t *testing.T) {
	step := 10
	if n, err := strconv.Atoi(os.Getenv("REFRACT_SSA_STEP")); err == nil && n > 0 {
		step = n
	}
	for _, number := range pipeline.Levels()[1:] {
		level, err := pipeline.Level(number)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(pipeline.LevelName(number), func(t *testing.T) { corpus(t, level, step) })
		text, err := pipeline.TextLevel(number)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(pipeline.LevelName(number)+" for text", func(t *testing.T) { corpus(t, text, 3*step) })
	}
}

func corpus(t *testing.T, level pipeline.Pipeline, step int) {
	n, instrs, left, unfinished := 0, 0, 0, 0
	for k, x := range harness.Shaders(t) {
		if k%step != 0 {
			continue
		}
		m := front.Parse(x.Source, 1, front.Options{Allowed: front.AllExtensions, DocComments: true}, new(diag.List))
		if m == nil {
			continue
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			continue
		}
		n++
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		s := fromir.Module(m, fromir.Options{})
		instrs += pipeline.Size(s)
		r, err := pipeline.Run(s, level, pipeline.Options{Verify: true})
		if err != nil {
			t.Errorf("%s: %v", x.Name, err)
			continue
		}
		left += pipeline.Size(s)
		if r.Unfinished {
			unfinished++
		}
		if _, err := pipeline.Run(s, pipeline.Of(lower.LeaveSSA), pipeline.Options{Verify: true}); err != nil {
			t.Errorf("%s: %v", x.Name, err)
			continue
		}
		back, err := toir.Module(s)
		if err != nil {
			t.Errorf("%s: %v", x.Name, err)
		} else if _, err := validate.Module(back, validate.Options{Capabilities: validate.All}); err != nil {
			t.Errorf("%s: %v", x.Name, err)
		}
	}
	t.Logf("%d shaders: %d instructions, %d after the passes; %d still changed in the last round", n, instrs, left, unfinished)
	if n == 0 || left >= instrs || unfinished > 0 {
		t.Error("the pipeline doesn't do its work")
	}
}

// TestEachPass runs each pass on shaders of the corpus twice, checked: as they
// come, and after level 1; what a pass requires is established first.
func TestEachPass(t *testing.T) {
	level, err := pipeline.Level(1)
	if err != nil {
		t.Fatal(err)
	}
	changed := map[string]int{}
	for k, x := range harness.Shaders(t) {
		if k%20 != 0 {
			continue
		}
		m := front.Parse(x.Source, 1, front.Options{Allowed: front.AllExtensions, DocComments: true}, new(diag.List))
		if m == nil {
			continue
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			continue
		}
		for _, p := range pipeline.All() {
			for _, before := range []pipeline.Pipeline{nil, level} {
				s := fromir.Module(m, fromir.Options{})
				if _, err := pipeline.Run(s, before, pipeline.Options{}); err != nil {
					t.Fatal(err)
				}
				r, err := pipeline.Run(s, pipeline.Of(p), pipeline.Options{Verify: true, Establish: true})
				if err != nil {
					t.Errorf("%s: %s: %v", x.Name, p.Name, err)
				}
				if r.Changed {
					changed[p.Name]++
				}
			}
		}
	}
	for _, p := range pipeline.All() {
		t.Logf("%s: changed %d", p.Name, changed[p.Name])
	}
}
