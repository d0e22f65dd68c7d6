package ssa_test

import (
	"bytes"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssatest"
	"refract/ssa"
	"refract/ssa/op"
)

// TestReclaim: handles of what passes removed go, and nothing else changes, not even
// the order of uses.
func TestReclaim(t *testing.T) {
	uses := func(f *ssa.Function) (list []op.Op) {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
					if user, _ := f.UserOf(u); user != 0 {
						list = append(list, f.Op(user))
					} else {
						list = append(list, op.Invalid)
					}
				}
			}
		}
		return list
	}
	reclaimed := 0
	for seed := range uint64(200) {
		s := ssatest.Random(seed)
		lower.VarsToSSA.Run(s)
		opt.CopyProp.Run(s)
		opt.CSE.Run(s)
		opt.DeadCF.Run(s)
		opt.DCE.Run(s)
		f := s.Funcs[1]
		text, order := ssa.Print(s), uses(f)
		left := 1
		for b := range f.Blocks() {
			for range f.Instrs(b) {
				left++
			}
		}
		if f.Reclaim() {
			reclaimed++
		}
		if f.InstrCount() != left || f.Reclaim() {
			t.Fatalf("seed %d: %d handles for %d instructions", seed, f.InstrCount(), left-1)
		}
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !bytes.Equal(text, ssa.Print(s)) {
			t.Fatalf("seed %d:\n%s\nbecame\n%s", seed, text, ssa.Print(s))
		}
		after := uses(f)
		for k := range order {
			if order[k] != after[k] {
				t.Fatalf("seed %d: uses are in another order", seed)
			}
		}
		opt.Algebraic.Run(s)
		opt.CSE.Run(s)
		lower.LeaveSSA.Run(s)
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if reclaimed < 190 {
		t.Errorf("only %d functions had something to reclaim", reclaimed)
	}
}
