package transform

// This file spells bitcasts between scalars of different widths by those of the
// same width, shifts and masks, low bits first:
//
//	%u = as %h : u32 bitcast // of a vec2<f16>
//
// becomes
//
//	%1 = as %h : vec2<u16> bitcast
//	%2 = as %1 : vec2<u32>
//	%3 = access_index %2, 0
//	%4 = access_index %2, 1
//	%5 = shl %4, 16u
//	%u = or %3, %5

import (
	"refract/ir"
	"refract/ir/rewrite"
)

// SplitBitcasts replaces bitcasts between 16 and 32 bits.
func SplitBitcasts(m *ir.Module) {
	rewrite.Apply(m, splitBitcasts{})
}

type splitBitcasts struct{}

func (splitBitcasts) Kinds() ir.KindSet { return ir.Kinds(ir.KindAs) }

func (splitBitcasts) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	if !f.As(x).Bitcast {
		return false
	}
	a, b := m.Types.ScalarOf(f.TypeOf(x)).Bits(), m.Types.ScalarOf(f.TypeOf(f.As(x).Value)).Bits()
	return a == 16 && b == 32 || a == 32 && b == 16
}

func (splitBitcasts) Change(e *rewrite.Editor, x ir.ExprID) {
	b := e.Ahead()
	v := e.F.As(x).Value
	t := b.TypeOf(x)
	types := &b.M.Types
	component := func(v ir.ExprID, i int) ir.ExprID {
		if types.ComponentCount(b.TypeOf(v)) == 1 {
			return v
		}
		return b.AccessIndex(v, uint32(i))
	}
	cast := func(t ir.TypeID, v ir.ExprID) ir.ExprID {
		if b.TypeOf(v) == t {
			return v
		}
		return b.Bitcast(t, v)
	}
	var list []ir.ExprID
	if types.ScalarOf(t).Bits() == 32 {
		v = b.Convert(ir.U32, cast(types.WithScalar(b.TypeOf(v), ir.U16), v))
		for i := range types.ComponentCount(t) {
			high := shifted(b, ir.Shl, component(v, 2*i+1), b.U32(16))
			list = append(list, b.Binary(ir.Or, component(v, 2*i), high))
		}
	} else {
		v = cast(types.WithScalar(b.TypeOf(v), ir.U32), v)
		for i := range types.ComponentCount(b.TypeOf(v)) {
			word := component(v, i)
			list = append(list, b.Convert(ir.U16, b.Binary(ir.And, word, b.U32(0xFFFF))),
				b.Convert(ir.U16, shifted(b, ir.Shr, word, b.U32(16))))
		}
	}
	whole := list[0]
	if len(list) > 1 {
		whole = b.Compose(ir.VectorOf(types.ScalarOf(b.TypeOf(list[0])), len(list)), list...)
	}
	e.Become(cast(t, whole))
}
