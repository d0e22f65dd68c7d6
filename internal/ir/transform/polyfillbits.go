package transform

// This file spells functions on the bits of integers: see polyfill.go. Widths other than 32
// go by way of 32 bits if the simpler function has no other.

import "refract/ir"

// asU32 reads a 32-bit integer as u32, for functions that don't care.
func asU32(b *ir.Builder, v ir.ExprID) ir.ExprID { return unsignedIndex(b, v) }

// asType reads a 32-bit integer as type t.
func asType(b *ir.Builder, t ir.TypeID, v ir.ExprID) ir.ExprID {
	if b.TypeOf(v) == t {
		return v
	}
	return b.Bitcast(t, v)
}

// widened is an integer of up to 32 bits extended with zeros to u32.
func widened(b *ir.Builder, v ir.ExprID) ir.ExprID {
	s := b.M.Types.ScalarOf(b.TypeOf(v))
	if s.Bits() == 32 {
		return asU32(b, v)
	}
	if s.IsSigned() {
		v = b.Bitcast(b.M.Types.WithScalar(b.TypeOf(v), s.Unsigned()), v)
	}
	return b.Convert(ir.U32, v)
}

// narrowed is a count as type t.
func narrowed(b *ir.Builder, t ir.TypeID, v ir.ExprID) ir.ExprID {
	if s := b.M.Types.ScalarOf(t); s.Bits() != 32 {
		return b.Convert(s, v)
	}
	return asType(b, t, v)
}

// halves are the low and high 32 bits of a 64-bit integer.
func halves(b *ir.Builder, v ir.ExprID) (low, high ir.ExprID) {
	s := b.M.Types.ScalarOf(b.TypeOf(v))
	if s.IsSigned() {
		v = b.Bitcast(b.M.Types.WithScalar(b.TypeOf(v), ir.U64), v)
	}
	t := b.M.Types.WithScalar(b.TypeOf(v), ir.U32)
	up := b.Binary(ir.Shr, v, integerLike(b, t, 32))
	b.F.SetFlags(up, ir.FlagInRange)
	return b.Convert(ir.U32, v), b.Convert(ir.U32, up)
}

func countLeadingZeros(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	bits := b.M.Types.ScalarOf(t).Bits()
	if bits == 64 {
		low, high := halves(b, a[0])
		u := b.TypeOf(low)
		lead := func(v ir.ExprID) ir.ExprID { return countLeadingZeros(b, u, []ir.ExprID{v}) }
		inLow := b.Binary(ir.Add, lead(low), integerLike(b, u, 32))
		return b.Convert(b.M.Types.ScalarOf(t), b.Select(b.Binary(ir.Eq, high, b.Zero(u)), inLow, lead(high)))
	}
	// The leading bit of zero is -1.
	v := b.Math(ir.MathFirstLeadingBit, widened(b, a[0]))
	return narrowed(b, t, b.Binary(ir.Sub, integerLike(b, b.TypeOf(v), int64(bits-1)), v))
}

func countTrailingZeros(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	bits := b.M.Types.ScalarOf(t).Bits()
	if bits == 64 {
		low, high := halves(b, a[0])
		u := b.TypeOf(low)
		trail := func(v ir.ExprID) ir.ExprID { return countTrailingZeros(b, u, []ir.ExprID{v}) }
		inHigh := b.Binary(ir.Add, trail(high), integerLike(b, u, 32))
		return b.Convert(b.M.Types.ScalarOf(t), b.Select(b.Binary(ir.Eq, low, b.Zero(u)), inHigh, trail(low)))
	}
	// The trailing bit of zero is all ones.
	v := b.Math(ir.MathFirstTrailingBit, widened(b, a[0]))
	return narrowed(b, t, b.Math(ir.MathMin, v, integerLike(b, b.TypeOf(v), int64(bits))))
}

func firstTrailingBit(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	none := b.Binary(ir.Eq, a[0], b.Zero(t))
	return b.Select(none, integerLike(b, t, -1), b.Math(ir.MathCountTrailingZeros, a[0]))
}

func firstLeadingBit(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	v := a[0]
	s := b.M.Types.ScalarOf(t)
	if s.IsSigned() { // the first bit that isn't the sign
		v = b.Select(b.Binary(ir.Lt, v, b.Zero(t)), b.Unary(ir.BitwiseNot, v), v)
	}
	return b.Binary(ir.Sub, integerLike(b, t, int64(s.Bits()-1)), b.Math(ir.MathCountLeadingZeros, v))
}

// field clamps the offset and count of a bit field to the width.
func field(b *ir.Builder, t ir.TypeID, offset, count ir.ExprID) (ir.ExprID, ir.ExprID) {
	if fieldInside(b, t, offset, count) {
		return offset, count
	}
	width := b.U32(uint32(b.M.Types.ScalarOf(t).Bits()))
	offset = b.Math(ir.MathMin, offset, width)
	return offset, b.Math(ir.MathMin, count, b.Binary(ir.Sub, width, offset))
}

// fieldInside reports whether a bit field is constant and within the width.
func fieldInside(b *ir.Builder, t ir.TypeID, offset, count ir.ExprID) bool {
	o, ok1 := component(b.M, &b.F.Exprs, offset, 0)
	c, ok2 := component(b.M, &b.F.Exprs, count, 0)
	return ok1 && ok2 && o+c <= uint64(b.M.Types.ScalarOf(t).Bits())
}

func clampExtractBits(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	offset, count := a[1], a[2]
	if !fieldInside(b, t, offset, count) {
		offset, count = field(b, t, offset, count)
	}
	v := b.Math(ir.MathExtractBits, a[0], offset, count)
	b.F.SetFlags(v, ir.FlagInRange)
	return v
}

func clampInsertBits(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	offset, count := a[2], a[3]
	if !fieldInside(b, t, offset, count) {
		offset, count = field(b, t, offset, count)
	}
	v := b.Math(ir.MathInsertBits, a[0], a[1], offset, count)
	b.F.SetFlags(v, ir.FlagInRange)
	return v
}

// shiftOrZero shifts by a scalar amount of at most the width; by the width, all
// bits are gone.
func shiftOrZero(b *ir.Builder, op ir.BinaryOp, t ir.TypeID, v, amount ir.ExprID) ir.ExprID {
	bits := b.M.Types.ScalarOf(t).Bits()
	u := b.M.Types.WithScalar(t, ir.U32)
	if n, ok := component(b.M, &b.F.Exprs, amount, 0); ok {
		switch {
		case n == 0:
			return v
		case n >= uint64(bits):
			return b.Zero(t)
		}
		return shifted(b, op, v, integerLike(b, u, int64(n)))
	}
	inside := b.Binary(ir.Lt, amount, b.U32(uint32(bits)))
	moved := b.Binary(op, v, b.SplatLike(u, b.Binary(ir.And, amount, b.U32(uint32(bits-1)))))
	b.F.SetFlags(moved, ir.FlagInRange)
	return b.Select(inside, moved, b.Zero(t))
}

// total adds or subtracts numbers of bits.
func total(b *ir.Builder, op ir.BinaryOp, x, y ir.ExprID) ir.ExprID {
	v, ok1 := component(b.M, &b.F.Exprs, x, 0)
	w, ok2 := component(b.M, &b.F.Exprs, y, 0)
	switch {
	case !ok1 || !ok2:
		return b.Binary(op, x, y)
	case op == ir.Sub:
		return b.U32(uint32(v - w))
	}
	return b.U32(uint32(v + w))
}

// extractBits shifts the field to the top and back down, which extends its sign.
func extractBits(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	offset, count := field(b, t, a[1], a[2])
	width := b.U32(uint32(b.M.Types.ScalarOf(t).Bits()))
	up := total(b, ir.Sub, width, total(b, ir.Add, offset, count))
	top := shiftOrZero(b, ir.Shl, t, a[0], up)
	return shiftOrZero(b, ir.Shr, t, top, total(b, ir.Sub, width, count))
}

func insertBits(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	offset, count := field(b, t, a[2], a[3])
	ones := integerLike(b, t, -1)
	past := total(b, ir.Add, offset, count)
	// Bits from offset to offset+count.
	mask := b.Binary(ir.Xor, shiftOrZero(b, ir.Shl, t, ones, offset), shiftOrZero(b, ir.Shl, t, ones, past))
	in := b.Binary(ir.And, shiftOrZero(b, ir.Shl, t, a[1], offset), mask)
	return b.Binary(ir.Or, in, b.Binary(ir.And, a[0], b.Unary(ir.BitwiseNot, mask)))
}

// sum adds the components of a vector.
func sum(b *ir.Builder, v ir.ExprID) ir.ExprID {
	total := b.AccessIndex(v, 0)
	for i := 1; i < b.M.Types.ComponentCount(b.TypeOf(v)); i++ {
		total = b.Binary(ir.Add, total, b.AccessIndex(v, uint32(i)))
	}
	return total
}

func integerDot(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return sum(b, b.Binary(ir.Mul, a[0], a[1]))
}

func dot4I8Packed(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return sum(b, b.Binary(ir.Mul, unpack4xI8(b, 0, a[:1]), unpack4xI8(b, 0, a[1:])))
}

func dot4U8Packed(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return sum(b, b.Binary(ir.Mul, unpack4xU8(b, 0, a[:1]), unpack4xU8(b, 0, a[1:])))
}

// oneIf is 1 if a condition holds, else 0.
func oneIf(b *ir.Builder, t ir.TypeID, cond ir.ExprID) ir.ExprID {
	return b.Select(cond, integerLike(b, t, 1), b.Zero(t))
}

func addCarry(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	v := b.Binary(ir.Add, a[0], a[1])
	return b.Compose(t, v, oneIf(b, b.TypeOf(v), b.Binary(ir.Lt, v, a[0])))
}

func subBorrow(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	v := b.Binary(ir.Sub, a[0], a[1])
	return b.Compose(t, v, oneIf(b, b.TypeOf(v), b.Binary(ir.Lt, a[0], a[1])))
}

// mulExtended multiplies by halves of 16 bits. The high word of a signed product is that of
// the unsigned one, less each operand whose other is negative.
func mulExtended(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	st := b.TypeOf(a[0])
	x, y := asU32(b, a[0]), asU32(b, a[1])
	u := b.TypeOf(x)
	low := func(v ir.ExprID) ir.ExprID { return b.Binary(ir.And, v, integerLike(b, u, 0xFFFF)) }
	high := func(v ir.ExprID) ir.ExprID {
		v = b.Binary(ir.Shr, v, integerLike(b, u, 16))
		b.F.SetFlags(v, ir.FlagInRange)
		return v
	}
	mul := func(p, q ir.ExprID) ir.ExprID { return b.Binary(ir.Mul, p, q) }
	add := func(p, q ir.ExprID) ir.ExprID { return b.Binary(ir.Add, p, q) }
	xl, xh, yl, yh := low(x), high(x), low(y), high(y)
	mid := add(mul(xh, yl), high(mul(xl, yl)))
	cross := add(mul(xl, yh), low(mid))
	top := add(add(mul(xh, yh), high(mid)), high(cross))
	bottom := mul(x, y)
	if b.M.Types.ScalarOf(st).IsSigned() {
		less := func(p, q ir.ExprID) ir.ExprID { // q where p is negative
			return b.Select(b.Binary(ir.Lt, p, b.Zero(st)), q, b.Zero(u))
		}
		top = b.Binary(ir.Sub, b.Binary(ir.Sub, top, less(a[0], y)), less(a[1], x))
		top, bottom = b.Bitcast(st, top), b.Bitcast(st, bottom)
	}
	return b.Compose(t, bottom, top)
}
