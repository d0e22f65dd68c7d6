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
	"refract/ir"
	"refract/ir/rewrite"
)

// Shifts masks the amount of every Shl and Shr without ir.FlagInRange, unless it
// is a constant below the bit width, and sets the flag.
func Shifts(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool {
		if !f.MayHaveBinary(ir.Shl) && !f.MayHaveBinary(ir.Shr) {
			return false
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if unsafeShift(f, x) {
				return true
			}
		}
		return false
	}, shifts{})
}

func unsafeShift(f *ir.Function, x ir.ExprID) bool {
	if f.Kind(x) != ir.KindBinary || f.Flags(x)&ir.FlagInRange != 0 {
		return false
	}
	op := f.Binary(x).Op
	return op == ir.Shl || op == ir.Shr
}

type shifts struct{}

func (shifts) Stmt(*rewrite.Editor, ir.StmtID) {}

func (shifts) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if !unsafeShift(f, x) {
		return
	}
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
