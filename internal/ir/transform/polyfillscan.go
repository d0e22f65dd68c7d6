package transform

// This file counts and finds bits by shifts and masks, for targets that have no function
// for any of it: see polyfill.go. Integers have 32 bits.

import "refract/ir"

// bitwise are operations on unsigned integers of type t with constants.
type bitwise struct {
	b *ir.Builder
	t ir.TypeID
}

func (w bitwise) number(v int64) ir.ExprID           { return integerLike(w.b, w.t, v) }
func (w bitwise) and(v ir.ExprID, m int64) ir.ExprID { return w.b.Binary(ir.And, v, w.number(m)) }
func (w bitwise) shr(v ir.ExprID, n int64) ir.ExprID { return shifted(w.b, ir.Shr, v, w.number(n)) }
func (w bitwise) shl(v ir.ExprID, n int64) ir.ExprID { return shifted(w.b, ir.Shl, v, w.number(n)) }
func (w bitwise) add(x, y ir.ExprID) ir.ExprID       { return w.b.Binary(ir.Add, x, y) }
func (w bitwise) or(x, y ir.ExprID) ir.ExprID        { return w.b.Binary(ir.Or, x, y) }

// ones adds the bits of v pairwise, in ever larger fields.
func (w bitwise) ones(v ir.ExprID) ir.ExprID {
	v = w.b.Binary(ir.Sub, v, w.and(w.shr(v, 1), 0x55555555))
	v = w.add(w.and(v, 0x33333333), w.and(w.shr(v, 2), 0x33333333))
	v = w.and(w.add(v, w.shr(v, 4)), 0x0F0F0F0F)
	return w.shr(w.b.Binary(ir.Mul, v, w.number(0x01010101)), 24) // the sum of all fields, at the top
}

func bitsOf(b *ir.Builder, v ir.ExprID) (bitwise, ir.ExprID) {
	v = asU32(b, v)
	return bitwise{b, b.TypeOf(v)}, v
}

func scanOneBits(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	w, v := bitsOf(b, a[0])
	return asType(b, t, w.ones(v))
}

// scanReverse exchanges neighbouring fields of 1, 2, 4, 8 and 16 bits.
func scanReverse(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	w, v := bitsOf(b, a[0])
	for _, step := range [...]struct{ n, mask int64 }{{1, 0x55555555}, {2, 0x33333333}, {4, 0x0F0F0F0F}, {8, 0x00FF00FF}} {
		v = w.or(w.and(w.shr(v, step.n), step.mask), w.shl(w.and(v, step.mask), step.n))
	}
	return asType(b, t, w.or(w.shr(v, 16), w.shl(v, 16)))
}

// scanTrailingBit counts the bits below the lowest one; of zero there are 32, and
// all ones is wanted.
func scanTrailingBit(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	w, v := bitsOf(b, a[0])
	below := b.Binary(ir.And, b.Unary(ir.BitwiseNot, v), b.Binary(ir.Sub, v, w.number(1)))
	none := b.Binary(ir.Eq, v, b.Zero(w.t))
	return asType(b, t, b.Select(none, w.number(-1), w.ones(below)))
}

// scanLeadingBit fills all bits below the highest one and counts them; of a
// negative number the highest zero counts.
func scanLeadingBit(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	v := a[0]
	if b.M.Types.ScalarOf(t).IsSigned() {
		sign := shifted(b, ir.Shr, v, integerLike(b, b.M.Types.WithScalar(t, ir.U32), 31))
		v = b.Binary(ir.Xor, v, sign)
	}
	w, v := bitsOf(b, v)
	for _, n := range [...]int64{1, 2, 4, 8, 16} {
		v = w.or(v, w.shr(v, n))
	}
	return asType(b, t, b.Binary(ir.Sub, w.ones(v), w.number(1)))
}
