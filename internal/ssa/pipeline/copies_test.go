package pipeline_test

// This file tests copies that happen at once: phis of a loop that hand their values
// to each other in any way.

import (
	"math/rand/v2"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// exchange is a loop of n phis, each of which takes the value of a phi of the last
// iteration, by the list; the result tells which is where.
func exchange(from []int) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	f.Params, f.Result = []ir.Argument{{Name: "x", Type: ir.TypeU32}}, ir.TypeU32
	b := f.Build(f.EndOf(f.FirstBlock()))
	x := b.Instr(op.Param, ir.TypeU32)
	start := make([]ssa.Value, len(from))
	for k := range start {
		start[k] = b.Op(op.IAdd, ir.TypeU32, x, b.U32(uint32(7*k)))
	}
	zero, times := b.U32(0), b.Op(op.IAnd, ir.TypeU32, x, b.U32(15))
	loop := b.Loop(false)
	header := f.LoopHeader(loop)
	phis := make([]ssa.Value, len(from))
	for k := range phis {
		phis[k] = f.PhiAt(f.StartOf(header), ir.TypeU32)
	}
	count := f.PhiAt(f.StartOf(header), ir.TypeU32)
	in := f.Build(f.EndOf(header))
	next := in.Op(op.IAdd, ir.TypeU32, count, in.U32(1))
	out := in.If(in.Op(op.ULt, ir.TypeBool, times, next))
	leave := in
	leave.Inside(f.Then(out))
	leave.Jump(op.Break)
	for k, p := range f.Preds(header) {
		first := p == f.Before(loop)
		pick := func(entry, again ssa.Value) ssa.Src {
			if first {
				return ssa.Whole(entry)
			}
			return ssa.Whole(again)
		}
		for i, phi := range phis {
			f.SetSrc(phi, k, pick(start[i], phis[from[i]]))
		}
		f.SetSrc(count, k, pick(zero, next))
	}
	sum := zero
	for _, phi := range phis {
		sum = b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, sum, b.U32(31)), phi)
	}
	b.Jump(op.Return, ssa.Whole(sum))
	return s
}

// TestExchange takes loops out of SSA form whose phis are permuted, duplicated and
// dropped in each iteration.
func TestExchange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		from := r.Perm(1 + round%9)
		if round%3 == 0 { // not each value goes on
			for k := range from {
				if r.IntN(3) == 0 {
					from[k] = r.IntN(len(from))
				}
			}
		}
		s := exchange(from)
		if err := ssa.Verify(s); err != nil {
			t.Fatal(err)
		}
		before := s.Clone()
		lower.LeaveSSA.Run(s)
		if err := ssa.Verify(s); err != nil {
			t.Fatal(err)
		}
		if n := ssatest.Same(t, before, s); n != 1 || t.Failed() {
			t.Fatalf("%v, %d ran:\n%s", from, n, ssa.Print(s))
		}
	}
}
