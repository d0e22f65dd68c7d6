package repair_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/repair"
	"refract/internal/ssatest"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// TestUsesLikeMemory makes uses in made-up functions read values that don't dominate
// them. What Function makes of that computes what it does when those values go
// through variables, zero at first, as undefined values are in the interpreter.
func TestUsesLikeMemory(t *testing.T) {
	mended, ran := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := ssatest.Random(seed)
		if seed%2 == 0 {
			lower.VarsToSSA.Run(s)
		}
		memory := s.Clone()
		f, g := s.Funcs[1], memory.Funcs[1]
		var values []ssa.Value
		var users []ssa.UseID
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i).Class() == op.ClassALU && f.Type(i) == ir.TypeU32 {
					values = append(values, i)
				}
				for k := range f.NumSrcs(i) {
					if c := f.Op(i).Class(); (c == op.ClassALU || f.Op(i) == op.Phi) && f.Type(f.Arg(i, k)) == ir.TypeU32 {
						users = append(users, useOf(f, i, k))
					}
				}
			}
		}
		if len(values) == 0 {
			continue
		}
		for range 4 {
			v, u := values[r.IntN(len(values))], users[r.IntN(len(users))]
			user, _ := f.UserOf(u)
			if user == v {
				continue
			}
			src := f.SrcAt(u)
			src.Value = v
			f.SetSrcAt(u, src)
			throughMemory(g, v, user, f.UseIndex(u))
		}
		if repair.Function(f) {
			mended++
		}
		if repair.Function(f) {
			t.Errorf("seed %d: there is something to mend again", seed)
		}
		for k, x := range []*ssa.Shader{s, memory} {
			if err := ssa.Verify(x); err != nil {
				t.Fatalf("seed %d, shader %d: %v", seed, k, err)
			}
		}
		n, difference := ssatest.Compare(memory, s)
		if difference != "" {
			t.Fatalf("seed %d: %s\nmended:\n%s\nby memory:\n%s", seed, difference, ssa.Print(s), ssa.Print(memory))
		}
		ran += n
	}
	if mended < 150 || ran < 250 {
		t.Errorf("%d mended, %d run", mended, ran)
	}
}

func useOf(f *ssa.Function, i ssa.InstrID, k int) ssa.UseID {
	for u := f.FirstUse(f.Arg(i, k)); u != 0; u = f.NextUse(u) {
		if user, _ := f.UserOf(u); user == i && f.UseIndex(u) == k {
			return u
		}
	}
	panic("a source that is no use")
}

// throughMemory makes source k of an instruction a load of what a value was when it
// was computed last.
func throughMemory(f *ssa.Function, v ssa.Value, user ssa.InstrID, k int) {
	variable := f.AddVar(ssa.Variable{Name: "m", Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
	b := f.Build(f.Entry())
	for b.At.Before != 0 && f.Op(b.At.Before) == op.Param {
		b.At.Before = f.Next(b.At.Before)
	}
	b.Store(b.DerefVar(variable), b.U32(0))
	after := f.BuildAfter(v)
	after.Store(after.DerefVar(variable), v)
	at := f.BeforeInstr(user)
	if f.Op(user) == op.Phi {
		at = f.EndOf(f.Preds(f.Block(user))[k])
	}
	load := f.Build(at)
	src := f.Src(user, k)
	src.Value = load.Load(load.DerefVar(variable))
	f.SetSrc(user, k, src)
}

// TestPhisAreFew demands of the phis of variables that each stands where definitions
// meet, in the iterated dominance frontier of the blocks with stores, and that
// something that is no phi needs it.
func TestPhisAreFew(t *testing.T) {
	phis := 0
	for seed := range uint64(150) {
		s := ssatest.Random(seed)
		f := s.Funcs[1]
		opt.DCE.Run(s)
		for b := range f.Blocks() { // a copy of a variable needs it
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Store && f.Op(f.Arg(i, 1)) == op.Load {
					at, v := f.BuildBefore(i), f.Arg(i, 1)
					f.SetSrc(i, 1, ssa.Whole(at.Op(op.Mov, f.Type(v), v)))
				}
			}
		}
		dom := analysis.Dominance(f)
		meets := map[string]map[ssa.NodeID]bool{}
		for k := range f.Vars[1:] {
			meets[f.Vars[k+1].Name] = map[ssa.NodeID]bool{}
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				name := ""
				switch f.Op(i) {
				case op.Declare:
					name = f.Var(f.VarOf(i)).Name
				case op.Store:
					name = f.Var(f.VarOf(f.Arg(i, 0))).Name
				default:
					continue
				}
				for work := []ssa.NodeID{b}; len(work) > 0 && dom.Reachable(b); {
					for _, m := range dom.Frontier(work[0], nil) {
						if !meets[name][m] {
							meets[name][m] = true
							work = append(work, m)
						}
					}
					work = work[1:]
				}
			}
		}
		lower.VarsToSSA.Run(s)
		var needed, all []ssa.Value
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Phi {
					all = append(all, i)
					if !meets[f.NameOf(i)][b] {
						t.Fatalf("seed %d: nothing of %q meets in block %d, which has a phi of it\n%s", seed, f.NameOf(i), b, ssa.PrintFunction(f))
					}
					continue
				}
				for k := range f.NumSrcs(i) {
					needed = append(needed, f.Arg(i, k))
				}
			}
			if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
				needed = append(needed, f.Cond(n).Value)
			}
		}
		seen := map[ssa.Value]bool{}
		for len(needed) > 0 {
			v := needed[0]
			needed = needed[1:]
			if !seen[v] && f.Op(v) == op.Phi {
				for k := range f.NumSrcs(v) {
					needed = append(needed, f.Arg(v, k))
				}
			}
			seen[v] = true
		}
		if k := slices.IndexFunc(all, func(p ssa.Value) bool { return !seen[p] }); k >= 0 {
			t.Fatalf("seed %d: nothing needs phi %%%d\n%s", seed, all[k], ssa.PrintFunction(f))
		}
		phis += len(all)
	}
	if phis < 500 {
		t.Errorf("only %d phis", phis)
	}
}
