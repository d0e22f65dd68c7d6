package conformance

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"refract"
	"refract/back/hlsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ssa/pipeline"
)

// TestHLSLDrawings draws with fragment shaders as HLSL, as they are and optimized, and
// compares with the interpreter: hostile ones, as many generated ones as $REFRACT_PROGRAMS
// says, from $REFRACT_SEED on, and with REFRACT_ALL those of the corpora.
func TestHLSLDrawings(t *testing.T) {
	d := vkrun.OpenTest(t)
	var jobs []*differential.Job
	var want []*differential.Drawing
	var sizes [][2]int
	left := map[string]int{}
	add := func(v *refract.Valid, name, source string, m manner) {
		for _, e := range v.Module.EntryPoints {
			if e.Stage != ir.StageFragment {
				continue
			}
			if strings.Contains(source, "subgroup") { // whether helper invocations take part, nothing says
				left["subgroups"]++
				continue
			}
			j, err := differential.NewFragmentJob(name+": "+e.Name, source, e.Name, 1)
			if err != nil {
				left[err.Error()]++
				continue
			}
			j.Loose, j.Overrides = m.loose, m.overrides
			if m.loose == 0 && j.Inexact() != "" {
				j.Loose = 1e-3
			}
			reference, width, height, err := j.Reference()
			if err != nil {
				left[err.Error()]++
				continue
			}
			for _, level := range []int{0, 1 + len(jobs)/2%2} {
				o := j
				if level > 0 {
					better, err := refract.Optimize(v, refract.OptimizeOptions{Level: level, Target: refract.HLSL, Strict: j.Loose == 0})
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if o, err = j.With(pipeline.LevelName(level), better.Module); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					o.Entry = j.Entry
				}
				jobs, want, sizes = append(jobs, o), append(want, reference), append(sizes, [2]int{width, height})
			}
		}
	}
	for _, s := range hostileShaders(t, "testdata/hostile", "testdata/hostile/compile") {
		if s.takes("hlsl") {
			add(s.valid, s.name, s.source, s.manner)
		}
	}
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+number("REFRACT_PROGRAMS", 10); seed++ {
		j, err := generatedFragment(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		v, err := refract.Check(j.Name, []byte(j.Source), hostileOptions())
		if err != nil {
			t.Fatalf("%s: %v", j.Name, err)
		}
		add(v, j.Name, j.Source, manner{overrides: j.Overrides})
	}
	if os.Getenv("REFRACT_ALL") != "" {
		for _, s := range harness.Shaders(t) {
			if v, err := refract.Check(s.Name, []byte(s.Source), hostileOptions()); err == nil {
				add(v, s.Name, s.Source, manner{})
			}
		}
	}
	got, errs := differential.SlangDrawings(t, d, jobs, sizes, func(n int, o *hlsl.Options) {
		o.Minify, o.ForceLoopBounding, o.WrapSigned = n%3 == 1, n%4 != 2, n%5 != 3
	})
	agreed := 0
	for i, j := range jobs {
		switch err := errs[i]; {
		case errors.Is(err, differential.ErrLeftOut) || unsupported(err):
			t.Logf("%s: %.200v", j.Name, err)
		case err != nil:
			t.Errorf("%s: %v", j.Name, err)
		case j.CompareDrawings(want[i], got[i]) != "":
			t.Errorf("%s: %s", j.Name, j.CompareDrawings(want[i], got[i]))
		default:
			agreed++
		}
	}
	t.Logf("%d agree of %d; not to be drawn: %v", agreed, len(jobs), left)
}

// TestHLSLVertices draws with generated vertex shaders, and the fragment shaders that their
// values go to, as HLSL: a few, or as many as $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestHLSLVertices(t *testing.T) {
	d := vkrun.OpenTest(t)
	var jobs []*differential.Job
	var want [][]byte
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+number("REFRACT_PROGRAMS", 8); seed++ {
		j, err := generatedVertex(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		pixels, err := j.Rasterize(progen.FragmentEntry, progen.VertexPixels)
		if err != nil {
			t.Errorf("%s: %v", j.Name, err)
			continue
		}
		for _, level := range []int{0, 1 + seed%2} {
			o := j
			if level > 0 {
				if o, err = differential.Reread(j, level); err != nil {
					t.Errorf("%s: %v", j.Name, err)
					continue
				}
			}
			jobs, want = append(jobs, o), append(want, pixels)
		}
	}
	got, errs := differential.SlangVertices(t, d, jobs, progen.FragmentEntry, progen.VertexPixels, func(n int, o *hlsl.Options) {
		o.Minify, o.ForceLoopBounding, o.WrapSigned = n%3 == 1, n%4 != 2, n%5 != 3
	})
	agreed := 0
	for i, j := range jobs {
		switch err := errs[i]; {
		case errors.Is(err, differential.ErrLeftOut) || unsupported(err):
			t.Logf("%s: %.200v", j.Name, err)
		case err != nil:
			t.Errorf("%s: %v", j.Name, err)
		case !bytes.Equal(want[i], got[i]):
			t.Errorf("%s: % x and % x\n%s", j.Name, want[i], got[i], j.Source)
		default:
			agreed++
		}
	}
	t.Logf("%d agree of %d", agreed, len(jobs))
}
