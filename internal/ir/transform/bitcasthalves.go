package transform

// This file splits bitcasts of four f16, for targets that have them of two only:
//
//	%u = bitcast %v : vec2<u32>
//
// becomes
//
//	%1 = swizzle %v xy
//	%2 = bitcast %1 : u32
//	%3 = swizzle %v zw
//	%4 = bitcast %3 : u32
//	%u = compose %2, %4 : vec2<u32>

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SplitHalfBitcasts replaces bitcasts between four f16 and two scalars of 32 bits.
func SplitHalfBitcasts(m *ir.Module) {
	rewrite.Apply(m, halfBitcasts{})
}

const vec2h, vec4h = ir.TypeVec2F16, ir.TypeVec4F16

type halfBitcasts struct{}

func (halfBitcasts) Kinds() ir.KindSet { return ir.Kinds(ir.KindAs) }

func (halfBitcasts) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	if !f.As(x).Bitcast {
		return false
	}
	from, to := f.TypeOf(f.As(x).Value), f.TypeOf(x)
	return from != to && (from == vec4h || to == vec4h) && m.Types.ScalarOf(from).Bits() != m.Types.ScalarOf(to).Bits()
}

func (halfBitcasts) Change(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	v := f.As(x).Value
	b := e.Ahead()
	if f.TypeOf(x) == vec4h {
		low := b.Bitcast(vec2h, b.AccessIndex(v, 0))
		high := b.Bitcast(vec2h, b.AccessIndex(v, 1))
		e.Become(b.Compose(vec4h, low, high))
		return
	}
	t := ir.ScalarTypeOf(b.M.Types.ScalarOf(f.TypeOf(x)))
	low := b.Bitcast(t, b.Swizzle(v, 0, 1))
	high := b.Bitcast(t, b.Swizzle(v, 2, 3))
	e.Become(b.Compose(f.TypeOf(x), low, high))
}
