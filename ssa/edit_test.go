package ssa_test

import (
	"math/rand/v2"
	"testing"

	"refract/diag"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/repair"
	"refract/internal/ssatest"
	"refract/ssa"
	"refract/ssa/op"
)

// rearrange makes a random part of a list something else that does the same.
func rearrange(r *rand.Rand, f *ssa.Function) {
	blocks := analysis.BlockOrder(f).Blocks
	from := blocks[r.IntN(len(blocks))]
	to := from
	for f.NextNode(to) != 0 && r.IntN(3) > 0 {
		to = f.After(f.NextNode(to))
	}
	// Cursors within the blocks, behind what must stay at the function's start.
	start := f.EndOf(from)
	if from != f.FirstBlock() {
		start = within(r, f, f.StartOf(from))
	}
	end := f.EndOf(to)
	if f.Jump(to) != 0 && f.ListOf(to) != ssa.Body && r.IntN(2) == 0 && !leavesContinue(f, from) {
		end = ssa.Cursor{Block: to} // the jump goes along
	}
	if start.Block == end.Block && start.Before == 0 && f.Last(end.Block) != 0 && end.Before != 0 {
		start = end
	}
	if start == end {
		return
	}
	kind := r.IntN(5)
	if leavesContinue(f, from) && kind != 0 {
		return // the if at the end of a continue list stays where it is
	}
	jumps := end.Before == 0 && f.Jump(to) != 0
	part := f.Extract(start, end)
	at := ssa.Cursor{Block: start.Block, Before: end.Before}
	switch kind {
	case 0:
		f.Insert(at, part)
	case 1, 2:
		b := f.Build(at)
		n := f.InsertIf(at, ssa.Whole(b.Bool(kind == 1)), diag.Span{})
		l := f.Then(n)
		if kind == 2 {
			l = f.Else(n)
		}
		f.Insert(f.EndOf(f.ListFirst(l)), part)
	case 3: // twice, of which the first is never come to
		b := f.Build(at)
		n := f.InsertIf(at, ssa.Whole(b.Bool(false)), diag.Span{})
		again := ssa.NewCopier(f, f).List(part)
		f.Insert(f.EndOf(f.ListFirst(f.Then(n))), again)
		f.Insert(f.StartOf(f.After(n)), part)
	case 4:
		b := f.Build(at)
		n := f.InsertIf(at, ssa.Whole(b.Bool(true)), diag.Span{})
		f.Insert(f.EndOf(f.ListFirst(f.Then(n))), part)
		if !jumps || f.Kind(f.After(n)) == ssa.NodeBlock {
			f.Splice(n, f.Then(n))
		}
	}
	repair.Function(f)
}

// within is a place in a block, from a cursor on.
func within(r *rand.Rand, f *ssa.Function, at ssa.Cursor) ssa.Cursor {
	for at.Before != 0 && f.Op(at.Before).Class() != op.ClassJump && r.IntN(4) > 0 {
		at.Before = f.Next(at.Before)
	}
	return at
}

// leavesContinue reports whether a block is in a continue list or below one.
func leavesContinue(f *ssa.Function, b ssa.NodeID) bool {
	for n := b; n != 0; n = f.Parent(n) {
		if p := f.Parent(n); p != 0 && f.Kind(p) == ssa.NodeLoop && f.LoopContinue(p) == f.ListOf(n) {
			return true
		}
	}
	return false
}

// TestRearrange takes parts of made-up functions out and puts them back: as they
// were, in ifs that are always taken, beside copies that never are. Functions stay
// whole and compute the same.
func TestRearrange(t *testing.T) {
	ran := 0
	for seed := range uint64(250) {
		r := rand.New(rand.NewPCG(seed, 11))
		s := ssatest.Random(seed)
		before := s.Clone()
		for k := range 8 {
			was := s.Clone()
			rearrange(r, s.Funcs[1])
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("seed %d, edit %d: %v\nbefore:\n%s", seed, k, err, ssa.Print(was))
			}
		}
		n, difference := ssatest.Compare(before, s)
		if difference != "" {
			t.Fatalf("seed %d: %s\nbefore:\n%s\nafter:\n%s", seed, difference, ssa.Print(before), ssa.Print(s))
		}
		ran += n
	}
	if ran < 240 {
		t.Errorf("only %d run", ran)
	}
}
