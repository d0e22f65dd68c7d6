package transform

// This file spells functions on the bits of integers of 8, 16 and 64 bits by functions of
// 32: see polyfill.go.
//
//	%1 = count_one_bits %x : u16
//
// becomes
//
//	%2 = as %x : u32
//	%3 = count_one_bits %2 : u32
//	%1 = as %3 : u16

import "refract/ir"

// hasOtherWidth reports whether a function on bits is of another width than 32.
func hasOtherWidth(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	switch f.MathOp(x) {
	case ir.MathCountOneBits, ir.MathReverseBits, ir.MathExtractBits, ir.MathInsertBits, ir.MathFirstTrailingBit, ir.MathFirstLeadingBit:
		return m.Types.ScalarOf(f.TypeOf(x)).Bits() != 32
	}
	return false
}

// otherWidth is the value of a function for which hasOtherWidth holds.
func otherWidth(b *ir.Builder, op ir.MathOp, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	s := b.M.Types.ScalarOf(t)
	if s.Bits() == 64 {
		return byHalves(b, op, t, a)
	}
	back := func(v ir.ExprID) ir.ExprID { return b.Convert(s, v) }
	switch op {
	case ir.MathExtractBits:
		offset, count := field(b, t, a[1], a[2])
		v := b.Math(op, extended(b, a[0]), offset, count)
		b.F.SetFlags(v, ir.FlagInRange)
		return back(v)
	case ir.MathInsertBits:
		offset, count := field(b, t, a[2], a[3])
		v := b.Math(op, widened(b, a[0]), widened(b, a[1]), offset, count)
		b.F.SetFlags(v, ir.FlagInRange)
		return back(v)
	case ir.MathReverseBits:
		v := b.Math(op, widened(b, a[0]))
		return back(shifted(b, ir.Shr, v, integerLike(b, b.TypeOf(v), int64(32-s.Bits()))))
	case ir.MathFirstLeadingBit:
		return back(b.Math(op, extended(b, a[0])))
	}
	return back(b.Math(op, widened(b, a[0]))) // count_one_bits, first_trailing_bit
}

// extended is an integer of up to 32 bits, with its sign, as i32 or u32.
func extended(b *ir.Builder, v ir.ExprID) ir.ExprID {
	if b.M.Types.ScalarOf(b.TypeOf(v)).IsSigned() {
		return b.Convert(ir.I32, v)
	}
	return widened(b, v)
}

// byHalves is the value of a function on integers of 64 bits.
func byHalves(b *ir.Builder, op ir.MathOp, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	switch op {
	case ir.MathExtractBits:
		return extractBits(b, t, a)
	case ir.MathInsertBits:
		return insertBits(b, t, a)
	}
	s := b.M.Types.ScalarOf(t)
	x := a[0]
	if op == ir.MathFirstLeadingBit && s.IsSigned() { // the first bit that isn't the sign
		x = b.Select(b.Binary(ir.Lt, x, b.Zero(t)), b.Unary(ir.BitwiseNot, x), x)
	}
	low, high := halves(b, x)
	u := b.TypeOf(low)
	i := b.M.Types.WithScalar(u, ir.I32)
	switch op {
	case ir.MathCountOneBits:
		return b.Convert(s, b.Binary(ir.Add, b.Math(op, low), b.Math(op, high)))
	case ir.MathReverseBits:
		v := b.Binary(ir.Or, shifted(b, ir.Shl, b.Convert(ir.U64, b.Math(op, low)), integerLike(b, u, 32)), b.Convert(ir.U64, b.Math(op, high)))
		return asType(b, t, v)
	}
	// The bit is in the first half searched, or in the other, for which none is -1.
	first, other, add := low, high, []int64{0, 32}
	if op == ir.MathFirstLeadingBit {
		first, other, add = high, low, []int64{32, 0}
	}
	at := func(v ir.ExprID, n int64) ir.ExprID {
		v = b.Bitcast(i, b.Math(op, v))
		if n == 0 {
			return v
		}
		return b.Binary(ir.Add, v, integerLike(b, i, n))
	}
	second := at(other, add[1])
	if add[1] != 0 {
		second = b.Select(b.Binary(ir.Eq, other, b.Zero(u)), integerLike(b, i, -1), second)
	}
	return b.Convert(s, b.Select(b.Binary(ir.Eq, first, b.Zero(u)), second, at(first, add[0])))
}
