package conformance

// This file runs what each transform of internal/ir/pretty makes of modules as they leave the SSA
// form, by itself and after those before it.

import (
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ir/pretty"
	"refract/internal/sweep"
	"refract/ir"
)

// prettySteps are the transforms in the order in which pretty.Module does them.
var prettySteps = []struct {
	name string
	do   func(t *pretty.Transforms, m *ir.Module, f *ir.Function)
}{
	{"branches", (*pretty.Transforms).Branches},
	{"copies", (*pretty.Transforms).Copies},
	{"sweep", (*pretty.Transforms).Sweep},
	{"parts", func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Parts(m, f) }},
	{"loops", (*pretty.Transforms).Loops},
	{"declare", (*pretty.Transforms).Declare},
}

// prettyEngines are the transforms, each alone, each after those before it, and all.
func prettyEngines() (engines []differential.Engine) {
	run := func(name string, steps ...func(t *pretty.Transforms, m *ir.Module, f *ir.Function)) {
		engines = append(engines, differential.Rewritten(name, func(j *differential.Job) (*ir.Module, error) {
			var transforms pretty.Transforms
			m := j.Module.Clone()
			for _, f := range m.Functions[1:] {
				for _, do := range steps {
					do(&transforms, m, f)
				}
			}
			return m, nil
		}))
	}
	var before []func(t *pretty.Transforms, m *ir.Module, f *ir.Function)
	for _, s := range prettySteps {
		run(s.name, s.do)
		before = append(before, s.do)
		if len(before) > 1 {
			run("up to "+s.name, before...)
		}
	}
	return append(engines, differential.Rewritten("all", func(j *differential.Job) (*ir.Module, error) {
		m := j.Module.Clone()
		pretty.Module(m)
		return m, nil
	}))
}

// prettyDiffers runs a job's module as it leaves the SSA form after a level of
// optimization, and what the engines make of that, and says what differs from what the
// job does.
func prettyDiffers(j *differential.Job, want differential.Result, level int, engines []differential.Engine) string {
	plain, err := differential.PlainJob(j, level)
	if err != nil {
		return err.Error()
	}
	for _, e := range append([]differential.Engine{differential.Interpreter()}, engines...) {
		got, err := e.Run(plain)
		if err != nil {
			return e.Name + ": " + err.Error()
		}
		if s := j.Compare(want, got); s != "" {
			return e.Name + ": " + s
		}
	}
	return ""
}

// TestGeneratedPretty: a few programs, or as many as $REFRACT_PROGRAMS says, from
// $REFRACT_SEED on, at -O1.
func TestGeneratedPretty(t *testing.T) {
	engines, reference := prettyEngines(), differential.Interpreter()
	first, wrong, agreed := number("REFRACT_SEED", 0), 0, 0
	for seed := first; seed < first+sweep.Count(200) && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		want, err := reference.Run(j)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			wrong++
			continue
		}
		if s := prettyDiffers(j, want, 1, engines); s != "" {
			wrong++
			t.Errorf("seed %d: %s", seed, s)
			continue
		}
		agreed++
	}
	t.Logf("%d programs, each in %d ways", agreed, len(engines)+1)
}

// TestCorpusPretty is likewise for the executable compute shaders of the corpus, every
// fourth, or as [harness.Chosen] says, at -O1 and without passes.
func TestCorpusPretty(t *testing.T) {
	engines, reference := prettyEngines(), differential.Interpreter()
	ran := 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 4) {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				continue // what harness can't make inputs for
			}
			want, err := reference.Run(j)
			if err != nil {
				continue // what the interpreter can't run, or traps
			}
			ran++
			for level := range 2 {
				if s := prettyDiffers(j, want, level, engines); s != "" {
					t.Errorf("%s at -O%d: %s", j.Name, level, s)
				}
			}
		}
	}
	t.Logf("%d entry points ran, each in %d ways", ran, 2*(len(engines)+1))
}
