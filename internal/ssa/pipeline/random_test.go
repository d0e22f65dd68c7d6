package pipeline_test

// This file runs every pass on functions that are made up, and compares what they
// compute before and after.

import (
	"bytes"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
	"refract/ssa/pass"
)

// forms are what a function has gone through before a pass gets it.
var forms = []struct {
	name   string
	passes []*pass.Pass
}{
	{"with variables", nil},
	{"with phis", []*pass.Pass{lower.VarsToSSA}},
	{"with closed loops", []*pass.Pass{lower.VarsToSSA, opt.DCE, lower.ToLCSSA}},
	{"simplified", []*pass.Pass{lower.VarsToSSA, opt.CSE, opt.ConstantFolding, opt.CopyProp, opt.DeadCF, opt.DCE}},
	{"without early returns", []*pass.Pass{lower.Returns, lower.VarsToSSA}},
	{"with registers", []*pass.Pass{lower.VarsToSSA, lower.LeaveSSA}},
}

// TestRandomFunctions runs each pass on made-up functions in every form, checked:
// what they compute must stay, and a second time there must be nothing to do.
// REFRACT_PROGRAMS is how many there are.
func TestRandomFunctions(t *testing.T) {
	count := uint64(sweep.Count(25))
	for _, p := range pipeline.All() {
		if p == lower.IntsToFloats { // of small numbers alone: TestMachineForm
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			for seed := range count {
				for _, form := range forms {
					s := ssatest.Random(seed)
					if _, err := pipeline.Run(s, pipeline.Of(form.passes...), pipeline.Options{Establish: true}); err != nil {
						t.Fatal(err)
					}
					before := s.Clone()
					if _, err := pipeline.Run(s, pipeline.Of(p), pipeline.Options{Verify: true, Establish: true}); err != nil {
						t.Fatalf("seed %d, %s: %v\nbefore:\n%s", seed, form.name, err, ssa.Print(before))
					}
					if after := ssa.Print(s); p.Run(s) || !bytes.Equal(after, ssa.Print(s)) {
						t.Fatalf("seed %d, %s: there is something to do again\nbefore:\n%s\nafter:\n%s", seed, form.name, after, ssa.Print(s))
					}
					if _, difference := ssatest.Compare(before, s); difference != "" {
						t.Fatalf("seed %d, %s: %s\nbefore:\n%s\nafter:\n%s", seed, form.name, difference, ssa.Print(before), ssa.Print(s))
					}
				}
			}
		})
	}
}
