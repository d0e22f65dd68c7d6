package transform

// This file spells bitcasts between scalars of different widths by bitcasts of the same
// width, shifts and masks, low bits first:
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
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SplitBitcasts replaces bitcasts between numbers of different widths.
func SplitBitcasts(m *ir.Module) {
	SplitBitcastsBut(m, func(from, to ir.TypeID) bool { return false })
}

// SplitBitcastsBut is SplitBitcasts except for the bitcasts that a target has.
func SplitBitcastsBut(m *ir.Module, has func(from, to ir.TypeID) bool) {
	rewrite.Apply(m, splitBitcasts{has})
}

type splitBitcasts struct {
	has func(from, to ir.TypeID) bool
}

func (splitBitcasts) Kinds() ir.KindSet { return ir.Kinds(ir.KindAs) }

func (s splitBitcasts) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	if !f.As(x).Bitcast {
		return false
	}
	from, to := f.TypeOf(f.As(x).Value), f.TypeOf(x)
	return m.Types.ScalarOf(from).Bits() != m.Types.ScalarOf(to).Bits() && !s.has(from, to)
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
	from := types.ScalarOf(b.TypeOf(v)).Bits()
	v = cast(types.WithScalar(b.TypeOf(v), ir.ScalarOf(ir.UintKind, from)), v)
	to := ir.ScalarOf(ir.UintKind, types.ScalarOf(t).Bits())
	var list []ir.ExprID
	if n := to.Bits() / from; n > 0 {
		v = b.Convert(to, v)
		for i := range types.ComponentCount(t) {
			part := func(k int) ir.ExprID { return shifted(b, ir.Shl, component(v, n*i+k), b.U32(uint32(k*from))) }
			second := part(1)
			word := b.Binary(ir.Or, component(v, n*i), second)
			for k := 2; k < n; k++ {
				word = b.Binary(ir.Or, word, part(k))
			}
			list = append(list, word)
		}
	} else {
		n = from / to.Bits()
		for i := range types.ComponentCount(b.TypeOf(v)) {
			whole := component(v, i)
			for k := range n {
				word := whole
				if k > 0 {
					word = shifted(b, ir.Shr, whole, b.U32(uint32(k*to.Bits())))
				}
				if k < n-1 && to.Bits() < 32 {
					word = b.Binary(ir.And, word, b.Integer(ir.ScalarOf(ir.UintKind, from), 1<<to.Bits()-1))
				}
				list = append(list, b.Convert(to, word))
			}
		}
	}
	whole := list[0]
	if len(list) > 1 {
		whole = b.Compose(ir.VectorOf(to, len(list)), list...)
	}
	e.Become(cast(t, whole))
}
