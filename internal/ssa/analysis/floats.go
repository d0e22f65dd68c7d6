package analysis

// This file finds the signs and magnitudes that floats can have, value by value on request: a set of
// classes follows from the sets of the operands. A value of a loop that depends on itself may be
// anything, and so may a value from memory, a texture or the pipeline.

import (
	"refract/internal/num"
	"refract/ssa"
	"refract/ssa/op"
)

// maxFloatDepth bounds how far operands are followed.
const maxFloatDepth = 24

// Floats has the classes of a function's floats, found at the first request. They stay true if
// an instruction is replaced by another one of the same value.
type Floats struct {
	f     *ssa.Function
	sets  []num.FloatSet // by instruction, of all components; 0: not known yet
	depth int
}

// Reset begins with a function.
func (x *Floats) Reset(f *ssa.Function) {
	clear(x.sets)
	x.f, x.sets, x.depth = f, x.sets[:0], 0
}

// Of is the set of the components that a source reads.
func (x *Floats) Of(s ssa.Src) num.FloatSet {
	f := x.f
	if o := f.Op(s.Value); o == op.Const && s.Comps > 0 {
		out := num.FloatSet(0)
		for k := range int(s.Comps) {
			out |= num.FloatSetOf(f.ConstBits(s.Value, s.Swizzle.At(k)), f.Bits(s.Value))
		}
		return out
	} else if o == op.Vec && s.Comps > 0 {
		out, at := num.FloatSet(0), 0
		for n := range f.NumSrcs(s.Value) {
			part := f.Src(s.Value, n)
			comps := max(1, int(part.Comps))
			for k := range int(s.Comps) {
				if c := s.Swizzle.At(k); c >= at && c < at+comps {
					out |= x.Of(part)
					break
				}
			}
			at += comps
		}
		return out
	}
	return x.value(s.Value)
}

// value is the set of all components of a value.
func (x *Floats) value(v ssa.Value) num.FloatSet {
	f := x.f
	if t := f.Shader.Module.Types.ScalarOf(f.Type(v)); !t.IsFloat() || x.depth > maxFloatDepth {
		return num.FloatAny
	}
	if n := f.InstrCount(); len(x.sets) < n {
		x.sets = append(x.sets, make([]num.FloatSet, n-len(x.sets))...)
	}
	if s := x.sets[v]; s != 0 {
		return s
	}
	x.sets[v] = num.FloatAny // where it depends on itself
	x.depth++
	s := x.result(v)
	x.depth--
	x.sets[v] = s
	return s
}

// result is the set of an operation's results.
func (x *Floats) result(i ssa.InstrID) num.FloatSet {
	f := x.f
	o := f.Op(i)
	switch o {
	case op.Const:
		out := num.FloatSet(0)
		for k := range f.Comps(i) {
			out |= num.FloatSetOf(f.ConstBits(i, k), f.Bits(i))
		}
		return out
	case op.Zero:
		return num.FloatPosZero
	case op.Mov, op.Vec, op.Phi:
		return x.joined(i, 0)
	case op.BCsel:
		return x.joined(i, 1)
	case op.B2F, op.FStep:
		return num.FloatPosZero | num.FloatPosUnit
	case op.I2F, op.U2F:
		return x.converted(i, o == op.I2F)
	case op.UnpackUnorm2x16, op.UnpackUnorm4x8:
		return num.FloatPosZero | num.FloatPosUnit | num.FloatFraction
	case op.UnpackSnorm2x16, op.UnpackSnorm4x8:
		return num.FloatZero | num.FloatPosUnit | num.FloatNegUnit | num.FloatFraction
	}
	if o.Class() != op.ClassALU || f.NumSrcs(i) == 0 || !f.Shader.Module.Types.ScalarOf(f.Type(f.Arg(i, 0))).IsFloat() {
		return num.FloatAny
	}
	if f.NumSrcs(i) == 1 {
		return x.unary(i, o)
	}
	return x.binary(i, o)
}

// joined joins the sets of the sources from one on.
func (x *Floats) joined(i ssa.InstrID, from int) (out num.FloatSet) {
	for k := from; k < x.f.NumSrcs(i) && out != num.FloatAny; k++ {
		out |= x.Of(x.f.Src(i, k))
	}
	return out
}

// converted is the set of an integer's conversions.
func (x *Floats) converted(i ssa.InstrID, signed bool) num.FloatSet {
	out := num.FloatPosZero | num.FloatPosUnit | num.FloatAbove
	if x.f.Bits(i) == 16 {
		out |= num.FloatPosInf
	}
	if signed {
		out |= out.Neg() &^ num.FloatNegZero
	}
	return out
}

// unary is the set of an operation with one operand.
func (x *Floats) unary(i ssa.InstrID, o op.Op) num.FloatSet {
	a := x.Of(x.f.Src(i, 0))
	switch o {
	case op.FNeg:
		return a.Neg()
	case op.FAbs:
		return a.Abs()
	case op.FSat:
		return a.Sat()
	case op.FFloor, op.FCeil, op.FTrunc, op.FRoundEven:
		return a.Whole()
	case op.FFract:
		return a.Fract()
	case op.FSign:
		return a.Sign()
	case op.FSqrt:
		return a.Sqrt()
	case op.FRsq:
		return a.Sqrt().Rcp()
	case op.FRcp:
		return a.Rcp()
	case op.FExp, op.FExp2:
		return a.Exp()
	case op.FSin, op.FCos:
		if a.In(num.FloatFinite) {
			return num.FloatFinite
		}
	case op.FLength:
		return dotSet(a, a, true).Sqrt()
	case op.F2F:
		if x.f.Bits(i) >= x.f.Bits(x.f.Arg(i, 0)) {
			return a
		}
		if a&num.FloatAbove != 0 {
			a |= num.FloatPosInf | num.FloatPosUnit
		}
		if a&num.FloatBelow != 0 {
			a |= num.FloatNegInf | num.FloatNegUnit
		}
		return a | a.Sign()&num.FloatZero
	}
	return num.FloatAny
}

// binary is the set of an operation with several operands.
func (x *Floats) binary(i ssa.InstrID, o op.Op) num.FloatSet {
	f := x.f
	a, b := x.Of(f.Src(i, 0)), x.Of(f.Src(i, 1))
	same := f.Src(i, 0) == f.Src(i, 1)
	switch o {
	case op.FAdd:
		return a.Add(b)
	case op.FSub:
		return a.Add(b.Neg())
	case op.FMul:
		if same {
			return a.Square()
		}
		return a.Mul(b)
	case op.FDiv:
		return a.Div(b)
	case op.FMax:
		return a.Max(b)
	case op.FMin:
		return a.Min(b)
	case op.FClamp:
		return a.Max(b).Min(x.Of(f.Src(i, 2)))
	case op.FFma:
		if same {
			return a.Square().Add(x.Of(f.Src(i, 2)))
		}
		return a.Mul(b).Add(x.Of(f.Src(i, 2)))
	case op.FDot:
		return dotSet(a, b, same)
	case op.FPow:
		if a.In(num.FloatAny &^ num.FloatNegative &^ num.FloatNegZero) {
			return num.FloatPosZero | num.FloatPositive | num.FloatNaN | num.FloatFraction
		}
	}
	return num.FloatAny
}

// dotSet is the set of sums of products, of up to four components.
func dotSet(a, b num.FloatSet, same bool) num.FloatSet {
	product := a.Mul(b)
	if same {
		product = a.Square()
	}
	sum := product
	for range 3 { // sums of more products are no other ones
		sum |= sum.Add(product)
	}
	return sum
}
