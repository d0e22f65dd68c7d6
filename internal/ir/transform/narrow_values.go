package transform

// This file converts numbers of lacking scalars, whose places NarrowScalars finds: small
// integers are kept in 32 bits with their sign or zeros above, and words hold the bits of
// reinterpreted values.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// as replaces a conversion from or to a scalar of the set.
func (n *narrowing) as(e *rewrite.Editor, x ir.ExprID, a ir.As) {
	f := e.F
	from, to := n.old[a.Value], n.old[x]
	b := e.Ahead()
	var v ir.ExprID
	if a.Bitcast {
		v = n.reinterpret(b, a.Value, from, to)
	} else {
		v = n.convert(b, a.Value, from, to, f.Flags(x))
	}
	if v == a.Value || !f.Kind(v).NeedsEmit() {
		e.Remove()
		n.repl.set(f, x, v)
		return
	}
	e.Become(v)
}

// convert is the number v of a type from as one of type to.
func (n *narrowing) convert(b *ir.Builder, v ir.ExprID, from, to ir.TypeID, flags ir.Flags) ir.ExprID {
	types := &b.M.Types
	s, target := types.ScalarOf(from), types.ScalarOf(to)
	goal := target
	if n.set.Has(target) {
		goal = wideScalar(target)
	}
	if types.ScalarOf(b.TypeOf(v)) != goal {
		v = b.Convert(goal, v)
		b.F.SetFlags(v, flags&(ir.FlagInRange|ir.FlagRelaxed|ir.FlagPrecise))
	}
	if !n.set.Has(target) || s == ir.Bool {
		return v
	}
	if s.IsFloat() {
		return n.saturated(b, v, s, target)
	}
	return n.wrapped(b, v, s, target)
}

// saturated limits numbers of 32 bits, which were floats, to the numbers of a smaller
// scalar that the float has, too.
func (n *narrowing) saturated(b *ir.Builder, v ir.ExprID, from, s ir.Scalar) ir.ExprID {
	t := b.TypeOf(v)
	digits := s.Bits()
	if s.IsSigned() {
		digits--
	}
	most := int64(1)<<digits - 1
	if from == ir.F16 && digits > 11 {
		most &^= 1<<(digits-11) - 1
	}
	if !s.IsSigned() {
		return b.Math(ir.MathMin, v, integerLike(b, t, most))
	}
	return b.Math(ir.MathClamp, v, integerLike(b, t, -1<<digits), integerLike(b, t, most))
}

// wrapped keeps the low bits of numbers of 32 bits that had the type from.
func (n *narrowing) wrapped(b *ir.Builder, v ir.ExprID, from, s ir.Scalar) ir.ExprID {
	if from.Bits() < s.Bits() && (!from.IsSigned() || s.IsSigned()) || from == s {
		return v
	}
	t := b.TypeOf(v)
	if !s.IsSigned() {
		return b.Binary(ir.And, v, integerLike(b, t, 1<<s.Bits()-1))
	}
	shift := integerLike(b, b.M.Types.WithScalar(t, ir.U32), int64(32-s.Bits()))
	return shifted(b, ir.Shr, shifted(b, ir.Shl, v, shift), shift)
}

// reinterpret is a value of type to that has the bits of one of type from.
func (n *narrowing) reinterpret(b *ir.Builder, v ir.ExprID, from, to ir.TypeID) ir.ExprID {
	if b.TypeOf(v) == n.mapped(to) && !n.isSmall(from) && !n.isSmall(to) {
		return v
	}
	return n.fromWords(b, n.toWords(b, v, from), to)
}

// toWords lists the bits of a value that had type t in words of 32; parts of less than a
// word have zeros above.
func (n *narrowing) toWords(b *ir.Builder, v ir.ExprID, t ir.TypeID) []ir.ExprID {
	s := b.M.Types.ScalarOf(t)
	parts := n.components(b, v, t)
	if s.Bits() == 64 {
		var list []ir.ExprID
		for _, p := range parts {
			if !n.set.Has(s) { // one that stays
				p = b.Bitcast(pairType, p)
			}
			list = append(list, b.AccessIndex(p, 0), b.AccessIndex(p, 1))
		}
		return list
	}
	if s.Bits() == 32 {
		for i, p := range parts {
			parts[i] = asType(b, ir.TypeU32, p)
		}
		return parts
	}
	per := 32 / s.Bits()
	var list []ir.ExprID
	for len(parts) > 0 {
		k := min(per, len(parts))
		list = append(list, n.packed(b, parts[:k], s))
		parts = parts[k:]
	}
	return list
}

// packed is a word of numbers of 8 or 16 bits.
func (n *narrowing) packed(b *ir.Builder, parts []ir.ExprID, s ir.Scalar) ir.ExprID {
	if s == ir.F16 {
		second := b.Zero(ir.TypeF16)
		if len(parts) == 2 {
			second = parts[1]
		}
		return b.Bitcast(ir.TypeU32, b.Compose(vec2h, parts[0], second))
	}
	var word ir.ExprID
	for i, p := range parts {
		if !n.set.Has(s) { // one that stays
			p = b.Convert(ir.U32, p)
		}
		p = asType(b, ir.TypeU32, p)
		top := (i+1)*s.Bits() == 32
		if s.IsSigned() && !top {
			p = b.Binary(ir.And, p, b.U32(1<<s.Bits()-1))
		}
		if i > 0 {
			p = b.Binary(ir.Or, word, shifted(b, ir.Shl, p, b.U32(uint32(i*s.Bits()))))
		}
		word = p
	}
	return word
}

// fromWords is the value of type to with the bits of words.
func (n *narrowing) fromWords(b *ir.Builder, words []ir.ExprID, to ir.TypeID) ir.ExprID {
	types := &b.M.Types
	s := types.ScalarOf(to)
	count := max(1, types.ComponentCount(to))
	list := make([]ir.ExprID, count)
	for i := range list {
		switch s.Bits() {
		case 64:
			list[i] = b.Compose(pairType, words[2*i], words[2*i+1])
			if !n.set.Has(s) {
				list[i] = b.Bitcast(ir.ScalarTypeOf(s), list[i])
			}
		case 32:
			list[i] = asType(b, ir.ScalarTypeOf(s), words[i])
		default:
			per := 32 / s.Bits()
			list[i] = n.unpacked(b, words[i/per], s, uint32(i%per))
		}
	}
	if types.At(to).Kind == ir.TypeScalar {
		return list[0]
	}
	return b.Compose(n.mapped(to), list...)
}

// unpacked is one of the numbers of 8 or 16 bits in a word.
func (n *narrowing) unpacked(b *ir.Builder, word ir.ExprID, s ir.Scalar, i uint32) ir.ExprID {
	if s == ir.F16 {
		return b.AccessIndex(b.Bitcast(vec2h, word), i)
	}
	size, low := uint32(s.Bits()), i*uint32(s.Bits())
	v := word
	switch up := 32 - low - size; {
	case s.IsSigned():
		v = b.Bitcast(ir.TypeI32, v)
		if up != 0 {
			v = shifted(b, ir.Shl, v, b.U32(up))
		}
		v = shifted(b, ir.Shr, v, b.U32(32-size))
	default:
		if low != 0 {
			v = shifted(b, ir.Shr, v, b.U32(low))
		}
		if up != 0 {
			v = b.Binary(ir.And, v, b.U32(1<<size-1))
		}
	}
	if !n.set.Has(s) {
		v = b.Convert(s, v)
	}
	return v
}
