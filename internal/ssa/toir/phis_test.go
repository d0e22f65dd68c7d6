package toir_test

// This file converts functions whose phis and uses are shuffled: as they come from
// other places than modules.

import (
	"math/rand/v2"
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/toir"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// shuffle exchanges what phis of a block get from a predecessor, and lets
// operations read other values that are known where they stand. What bounds loops
// stays.
func shuffle(f *ssa.Function, r *rand.Rand) {
	for b := range f.Blocks() { // nothing may depend on what is undefined
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Undef && f.Type(i) == ir.TypeU32 {
				at := f.BuildAfter(i)
				f.ReplaceUses(i, at.U32(7))
			}
		}
	}
	dom, order := analysis.Dominance(f), analysis.InstrOrder(f)
	isFuel := func(v ssa.Value) bool { return f.NameOf(v) == "fuel" }
	var values []ssa.Value
	for b := range f.Blocks() {
		var phis []ssa.Value
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Phi && !isFuel(i) {
				phis = append(phis, i)
			}
			if f.Type(i) == ir.TypeU32 && dom.Reachable(b) {
				values = append(values, i)
			}
		}
		for k := range f.Preds(b) {
			for j := range phis {
				other := phis[r.IntN(len(phis))]
				if f.Type(other) != f.Type(phis[j]) || r.IntN(2) == 0 {
					continue
				}
				x, y := f.Arg(phis[j], k), f.Arg(other, k)
				f.SetSrc(phis[j], k, ssa.Whole(y))
				if r.IntN(4) > 0 { // else both get one value
					f.SetSrc(other, k, ssa.Whole(x))
				}
			}
		}
	}
	for b := range f.Blocks() {
		if !dom.Reachable(b) {
			continue
		}
		for i := range f.Instrs(b) {
			if f.Op(i).Class() != op.ClassALU || isFuel(i) {
				continue
			}
			for k := range f.NumSrcs(i) {
				s := f.Src(i, k)
				if f.Type(s.Value) != ir.TypeU32 || isFuel(s.Value) || r.IntN(5) > 0 {
					continue
				}
				v := values[r.IntN(len(values))]
				if v != i && !isFuel(v) && analysis.InstrDominates(f, dom, order, v, i) {
					s.Value = v
					f.SetSrc(i, k, s)
				}
			}
		}
	}
}

// TestRandomPhis: whatever verification accepts comes back as a module that computes
// the same. REFRACT_PROGRAMS is how many functions there are.
func TestRandomPhis(t *testing.T) {
	forms := [][]*pass.Pass{
		{lower.VarsToSSA},
		{lower.VarsToSSA, opt.CopyProp, opt.DCE},
		{lower.VarsToSSA, opt.CSE, opt.CopyProp, opt.DeadCF, opt.DCE, opt.RemovePhis},
		{lower.Returns, lower.VarsToSSA, opt.CopyProp},
	}
	seeds := uint64(sweep.Count(300))
	if testing.Short() {
		seeds = 60
	}
	ran := 0
	for seed := range seeds {
		for k, form := range forms {
			s := ssatest.Random(seed)
			for _, p := range form {
				p.Run(s)
			}
			shuffle(s.Funcs[1], rand.New(rand.NewPCG(seed, uint64(k))))
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("seed %d, form %d: %v", seed, k, err)
			}
			before := s.Clone()
			if seed%2 == 1 { // what passes make of it
				for range 2 {
					for _, p := range []*pass.Pass{opt.CopyProp, opt.ConstantFolding, opt.Algebraic, opt.RemovePhis, opt.CSE, opt.Ranges, opt.DeadCF, opt.DCE} {
						p.Run(s)
					}
				}
			}
			lower.LeaveSSA.Run(s)
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("seed %d, form %d: %v", seed, k, err)
			}
			if _, difference := ssatest.Compare(before, s); difference != "" {
				t.Fatalf("seed %d, form %d: leaving SSA: %s\n%s", seed, k, difference, before)
			}
			m, err := toir.Module(s)
			if err != nil {
				t.Fatalf("seed %d, form %d: %v\n%s", seed, k, err, s)
			}
			if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
				t.Fatalf("seed %d, form %d: %v\n%s", seed, k, err, s)
			}
			n, difference := ssatest.Compare(before, fromir.Module(m, fromir.Options{Strict: true}))
			if difference != "" {
				t.Fatalf("seed %d, form %d: %s\n%s", seed, k, difference, s)
			}
			ran += n
		}
	}
	if ran == 0 {
		t.Error("nothing ran")
	}
	t.Logf("%d runs", ran)
}
