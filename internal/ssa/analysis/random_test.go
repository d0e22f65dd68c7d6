package analysis_test

import (
	"math/rand/v2"
	"testing"

	"refract/diag"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// edit applies a random change of control flow to a function.
func edit(r *rand.Rand, f *ssa.Function) {
	blocks := analysis.BlockOrder(f).Blocks
	b := blocks[r.IntN(len(blocks))]
	first := f.Build(ssa.Cursor{Block: f.FirstBlock(), Before: f.First(f.FirstBlock())})
	at := f.EndOf(b)
	inContinue := false
	for n := b; n != 0; n = f.Parent(n) {
		p := f.Parent(n)
		inContinue = inContinue || p != 0 && f.Kind(p) == ssa.NodeLoop && f.LoopContinue(p) == f.ListOf(n)
	}
	switch r.IntN(8) {
	case 0, 1:
		f.InsertIf(at, ssa.Whole(first.Bool(r.IntN(2) == 0)), diag.Span{})
	case 2:
		f.InsertLoop(at, r.IntN(2) == 0, diag.Span{})
	case 3:
		f.InsertSwitch(at, ssa.Whole(first.U32(1)), []ssa.NewCase{{Values: []uint64{1}, FallThrough: r.IntN(2) == 0}, {Default: true}}, diag.Span{})
	case 4:
		if f.Jump(b) == 0 && !inContinue {
			o := op.Return
			if l := f.InnermostLoop(b); l != 0 {
				o = []op.Op{op.Break, op.Continue}[r.IntN(2)]
			}
			f.AddJump(b, o, diag.Span{})
		}
	case 5:
		f.RemoveJump(b)
	case 6:
		if n := f.NextNode(b); n != 0 && r.IntN(4) == 0 {
			f.RemoveNode(n)
		}
	case 7:
		if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeIf && f.Kind(f.After(n)) == ssa.NodeBlock {
			f.Splice(n, f.Then(n))
		}
	}
}

// reachable are the blocks that control comes to without going through one.
func reachable(f *ssa.Function, without ssa.NodeID) map[ssa.NodeID]bool {
	seen := map[ssa.NodeID]bool{}
	var visit func(ssa.NodeID)
	visit = func(b ssa.NodeID) {
		if b == without || seen[b] {
			return
		}
		seen[b] = true
		for _, s := range f.Succs(b, nil) {
			visit(s)
		}
	}
	visit(f.FirstBlock())
	return seen
}

// TestRandomControlFlow edits functions at random. After each edit they are whole;
// at the end dominance and its frontiers are what their definitions say.
func TestRandomControlFlow(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 2))
		_, f := ssa.NewShader(ir.NewModule()).NewFunction("f")
		for range 40 {
			edit(r, f)
			if err := ssa.Verify(f.Shader); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, ssa.PrintFunction(f))
			}
		}
		d := analysis.Dominance(f)
		all := reachable(f, 0)
		blocks := analysis.BlockOrder(f).Blocks
		for _, a := range blocks {
			if d.Reachable(a) != all[a] {
				t.Fatalf("seed %d: block %d reachable: %v", seed, a, !all[a])
			}
			without := reachable(f, a)
			frontier := map[ssa.NodeID]bool{}
			for _, b := range d.Frontier(a, nil) {
				frontier[b] = true
			}
			for _, b := range blocks {
				want := all[a] && all[b] && !without[b]
				if d.Dominates(a, b) != want {
					t.Fatalf("seed %d: %d dominates %d: want %v\n%s", seed, a, b, want, ssa.PrintFunction(f))
				}
				ends := false
				for _, p := range f.Preds(b) {
					ends = ends || all[a] && all[p] && !without[p]
				}
				if ends = ends && (a == b || !want); frontier[b] != ends {
					t.Fatalf("seed %d: %d in the frontier of %d: want %v\n%s", seed, b, a, ends, ssa.PrintFunction(f))
				}
			}
		}
	}
}
