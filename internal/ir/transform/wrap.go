package transform

// This file makes overflow of signed integers wrap around, for targets that leave it
// undefined, as C++ does: the arithmetic is done on unsigned integers.
//
//	%s = add %a, 1i : i32
//
// becomes
//
//	%1 = as %a : u32 bitcast
//	%2 = add %1, 1u : u32
//	%s = as %2 : i32 bitcast

import (
	"sync"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// WrapSigned replaces every Add, Sub, Mul and Negate of signed integers without
// ir.FlagNoWrap, and every absolute value of one. CountersDontWrap, run before,
// spares the counters of loops.
func WrapSigned(m *ir.Module) {
	rewrite.Apply(m, wrapping{})
}

type wrapping struct{}

func (wrapping) Kinds() ir.KindSet {
	return ir.BinaryOps(ir.Add, ir.Sub, ir.Mul) | ir.Kinds(ir.KindUnary, ir.KindMath)
}

// Matches reports whether x is arithmetic of signed integers that may leave their
// range.
func (wrapping) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	switch f.Kind(x) {
	case ir.KindUnary:
		if f.Unary(x).Op != ir.Negate {
			return false
		}
	case ir.KindMath:
		return f.MathOp(x) == ir.MathAbs && m.Types.ScalarOf(f.TypeOf(x)).IsSigned()
	}
	return f.Flags(x)&ir.FlagNoWrap == 0 && m.Types.ScalarOf(f.TypeOf(x)).IsSigned()
}

func (wrapping) Change(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	t := f.TypeOf(x)
	b := e.Ahead()
	switch f.Kind(x) {
	case ir.KindBinary:
		v := f.Binary(x)
		left, right := unsignedBits(b, v.Left), unsignedBits(b, v.Right)
		e.Become(b.Bitcast(t, b.Binary(v.Op, left, right)))
	case ir.KindUnary:
		v := unsignedBits(b, f.Unary(x).Value)
		e.Become(b.Bitcast(t, b.Binary(ir.Sub, b.Zero(b.TypeOf(v)), v)))
	default: // the greater of x and -x
		v := f.Math(x).Args[0]
		bits := unsignedBits(b, v)
		e.Become(b.Math(ir.MathMax, v, b.Bitcast(t, b.Binary(ir.Sub, b.Zero(b.TypeOf(bits)), bits))))
	}
}

// unsignedBits reads a signed integer as the unsigned one of the same bits.
func unsignedBits(b *ir.Builder, x ir.ExprID) ir.ExprID {
	t := b.TypeOf(x)
	u := b.M.Types.WithScalar(t, b.M.Types.ScalarOf(t).Unsigned())
	switch b.F.Kind(x) {
	case ir.KindLiteral:
		return b.Bits(u, b.F.LiteralBits(x))
	case ir.KindZeroValue:
		return b.Zero(u)
	case ir.KindSplat:
		if o := b.F.Operand(x); b.F.Kind(o) == ir.KindLiteral {
			return b.SplatLike(u, b.Bits(ir.ScalarTypeOf(b.M.Types.ScalarOf(u)), b.F.LiteralBits(o)))
		}
	case ir.KindCompose:
		list := b.F.Compose(x).Components
		parts := make([]ir.ExprID, 0, 4)
		for _, o := range list {
			if b.F.Kind(o) == ir.KindLiteral {
				parts = append(parts, b.Bits(ir.ScalarTypeOf(b.M.Types.ScalarOf(u)), b.F.LiteralBits(o)))
			}
		}
		if len(parts) == len(list) {
			return b.Compose(u, parts...)
		}
	case ir.KindAs: // from the same number of bits: they stay as they are
		if v := b.F.As(x); b.TypeOf(v.Value) == u {
			return v.Value
		}
	}
	return b.Bitcast(u, x)
}

// CountersDontWrap sets ir.FlagNoWrap on the additions that count the variable of a loop
// that certainly ends: the condition keeps them from overflowing (see loopfinite.go). It
// does so in functions that WrapSigned might change.
//
//	for (var i = 0; i < n; i++) { ... }
func CountersDontWrap(m *ir.Module) {
	var a *loopAnalysis
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtLoop) || !addsSigned(m, f) {
			continue
		}
		started := false
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtLoop {
				continue
			}
			if !started {
				if a == nil {
					a = loopAnalyses.Get().(*loopAnalysis)
				}
				a.start(m, f)
				started = true
			}
			if a.finite(s) && a.counted != 0 {
				f.SetFlags(a.counted, ir.FlagNoWrap)
			}
		}
	}
	if a != nil {
		a.m, a.f = nil, nil
		loopAnalyses.Put(a)
	}
}

// addsSigned reports whether a function has additions that WrapSigned may replace.
func addsSigned(m *ir.Module, f *ir.Function) bool {
	additions := ir.BinaryOps(ir.Add, ir.Sub)
	for x := f.Next(0, additions); x != 0; x = f.Next(x, additions) {
		if (wrapping{}).Matches(m, f, x) {
			return true
		}
	}
	return false
}

var loopAnalyses = sync.Pool{New: func() any { return new(loopAnalysis) }}
