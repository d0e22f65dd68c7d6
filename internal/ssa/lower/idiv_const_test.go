package lower_test

// This file divides by constants as pass idiv-const does it, and compares with division.

import (
	"math/rand/v2"
	"testing"

	"refract/internal/ssa/lower"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// divided is a function that divides its parameter by a number, lowered; nil: the pass
// leaves it alone.
func divided(t *testing.T, o op.Op, n int, d uint64) *ssa.Function {
	t.Helper()
	kind := ir.UintKind
	if o == op.IDiv || o == op.IRem {
		kind = ir.SintKind
	}
	ty := ir.ScalarTypeOf(ir.ScalarOf(kind, n))
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	f.Params, f.Result = []ir.Argument{{Name: "x", Type: ty}}, ty
	b := f.Build(f.Entry())
	x := b.Instr(op.Param, ty)
	q := b.Op(o, ty, x, b.Const(ty, d))
	b.Jump(op.Return, ssa.Whole(q))
	if !lower.IDivConst.Run(s) {
		return nil
	}
	if err := ssa.Verify(s); err != nil {
		t.Fatal(err)
	}
	return f
}

// value is what a function of one block without memory returns.
func value(t *testing.T, f *ssa.Function, x uint64, values []uint64) uint64 {
	t.Helper()
	for i := range f.Instrs(f.FirstBlock()) {
		switch o := f.Op(i); o {
		case op.Param:
			values[i] = x
		case op.Const:
			values[i] = f.ConstBits(i, 0)
		case op.Return:
			return values[f.Arg(i, 0)]
		default:
			var a [4]uint64
			for k := range f.NumSrcs(i) {
				a[k] = values[f.Arg(i, k)]
			}
			v, ok := op.Fold(o, f.Bits(f.Arg(i, 0)), f.Bits(i), a)
			if !ok {
				t.Fatalf("%v can't be computed", o)
			}
			values[i] = v
		}
	}
	panic("no return")
}

// TestIDivConst divides every number of 8 bits by every other, and wider ones by and of
// what lies at the ends of ranges, beside powers of two, and at random.
func TestIDivConst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var divisions int
	for _, n := range []int{8, 16, 32, 64} {
		mask := ^uint64(0) >> (64 - n)
		var numbers []uint64
		if n == 8 {
			for x := range uint64(256) {
				numbers = append(numbers, x)
			}
		} else {
			for k := range n {
				for by := range uint64(5) {
					numbers = append(numbers, (1<<k+by-2)&mask)
				}
			}
			for range 60 {
				numbers = append(numbers, r.Uint64()&mask>>r.IntN(n))
			}
		}
		for _, o := range []op.Op{op.UDiv, op.URem, op.IDiv, op.IRem} {
			for _, d := range numbers {
				f := divided(t, o, n, d)
				if f == nil {
					continue
				}
				values := make([]uint64, f.InstrCount())
				for _, x := range numbers {
					want, _ := op.Fold(o, n, n, [4]uint64{x, d})
					if got := value(t, f, x, values); got != want {
						t.Fatalf("%v of %d bits: %#x by %#x is %#x, not %#x\n%s", o, n, x, d, got, want, f.Shader)
					}
					divisions++
				}
			}
		}
	}
	if divisions < 1_000_000 {
		t.Errorf("only %d divisions", divisions)
	}
}
