package transform

// This file makes conversions from float to integer safe. The IR clamps to the values that
// both types hold; targets leave values out of range undefined:
//
//	%i = as %f : i32
//
// becomes
//
//	%1 = clamp %f, -2147483648f, 2147483520f
//	%i = as %1 : i32
//
// NaN becomes any value on most targets, as WGSL allows; with
// ConversionOptions.NaN it becomes zero, and the conversion gets
// ir.FlagInRange:
//
//	%2 = eq %f, %f
//	%3 = select %2, %1, 0f
//	%i = as %3 : i32 !inrange

import (
	"math"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ConversionOptions limits Conversions.
type ConversionOptions struct {
	NaN bool // NaN becomes zero, at the cost of a comparison

	// SignedWords: u32 has the range of i32, for targets whose unsigned integers are signed
	// ones.
	SignedWords bool
}

// Conversions clamps the operand of every conversion from float to integer
// without ir.FlagInRange, unless it is a constant that fits (then it sets the
// flag).
func Conversions(m *ir.Module, opts ConversionOptions) {
	rewrite.Apply(m, conversions{opts})
}

type conversions struct{ opts ConversionOptions }

func (conversions) Kinds() ir.KindSet { return ir.Kinds(ir.KindAs) }

func (conversions) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	if f.Flags(x)&ir.FlagInRange != 0 {
		return false
	}
	v := f.As(x)
	if m.Types.At(f.TypeOf(x)).Kind == ir.TypeCooperative {
		return false // no target can clamp one
	}
	return !v.Bitcast && m.Types.ScalarOf(f.TypeOf(x)).IsInteger() && m.Types.ScalarOf(f.TypeOf(v.Value)).IsFloat()
}

// convertible is the range of values of the integer to that the float from
// holds.
func convertible(from, to ir.Scalar) (low, high float64) {
	precision, largest := 24, math.MaxFloat32
	switch from {
	case ir.F16:
		precision, largest = 11, 65504
	case ir.F64:
		precision, largest = 53, math.MaxFloat64
	}
	bits := to.Bits()
	if to.IsSigned() {
		bits--
		low = -math.Ldexp(1, bits)
	}
	high = math.Ldexp(1, bits) - 1
	if bits > precision {
		high = math.Ldexp(1, bits) - math.Ldexp(1, bits-precision)
	}
	return max(low, -largest), min(high, largest)
}

func (c conversions) Change(e *rewrite.Editor, x ir.ExprID) {
	m, f := e.M, e.F
	value := f.As(x).Value
	t := f.TypeOf(value)
	from, to := m.Types.ScalarOf(t), m.Types.ScalarOf(f.TypeOf(x))
	low, high := convertible(from, to)
	if c.opts.SignedWords && to == ir.U32 {
		_, high = convertible(from, ir.I32)
	}
	fits := func(bits uint64) bool {
		v := math.Trunc(from.Float(bits))
		return v >= low && v <= high
	}
	if everyComponent(m, &f.Exprs, value, fits) {
		f.SetFlags(x, ir.FlagInRange)
		return
	}
	if !c.opts.NaN && f.Kind(value) == ir.KindMath {
		if v := f.Math(value); v.Op == ir.MathClamp && everyComponent(m, &f.Exprs, v.Args[1], fits) && everyComponent(m, &f.Exprs, v.Args[2], fits) {
			return
		}
	}
	b := e.Ahead()
	safe := b.Math(ir.MathClamp, value, floatLike(b, t, low), floatLike(b, t, high))
	flags := f.Flags(x)
	if c.opts.NaN {
		safe = b.Select(b.Binary(ir.Eq, value, value), safe, b.Zero(t))
		flags |= ir.FlagInRange
	}
	safe = b.Convert(to, safe)
	f.SetFlags(safe, flags)
	e.Become(safe)
}
