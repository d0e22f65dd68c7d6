package transform

// This file makes shifts safe. The IR takes the amount modulo the bit width;
// targets leave larger amounts undefined:
//
//	%s = shl %a, %n : u32
//
// becomes
//
//	%1 = and %n, 31u
//	%s = shl %a, %1 !inrange

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// Shifts masks the amount of every Shl and Shr without ir.FlagInRange, unless it
// is a constant below the bit width, and sets the flag.
func Shifts(m *ir.Module) {
	rewrite.Apply(m, shifts{})
}

type shifts struct{}

func (shifts) Kinds() ir.KindSet { return ir.BinaryOps(ir.Shl, ir.Shr) }

func (shifts) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Flags(x)&ir.FlagInRange == 0
}

func (shifts) Change(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	v := f.Binary(x)
	bits := uint64(e.M.Types.ScalarOf(f.TypeOf(x)).Bits())
	if everyComponent(e.M, &f.Exprs, v.Right, func(n uint64) bool { return n < bits }) {
		f.SetFlags(x, ir.FlagInRange)
		return
	}
	b := e.Ahead()
	amount := b.Binary(ir.And, v.Right, integerLike(b, f.TypeOf(v.Right), int64(bits-1)))
	safe := b.Binary(v.Op, v.Left, amount)
	f.SetFlags(safe, f.Flags(x)|ir.FlagInRange)
	e.Become(safe)
}
