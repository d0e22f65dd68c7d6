package glsl

// This file computes dot products of integers (GL_EXT_integer_dot_product).

import "refract/ir"

// dotPacked is the dot product of four bytes in each of two words, each signed as its word.
func (c *checker) dotPacked(x, y operand) operand {
	if x.isConst() || y.isConst() {
		x, y = c.valued(x), c.valued(y)
	}
	sx, sy := x.ty == ir.TypeI32, y.ty == ir.TypeI32
	x, y = c.cast(ir.U32, x), c.cast(ir.U32, y)
	switch {
	case !sx && !sy:
		return c.math(ir.MathDot4U8Packed, x, y)
	case sx && sy:
		return c.math(ir.MathDot4I8Packed, x, y)
	case sy:
		x, y = y, x
	}
	// The bytes of y are 128 more than those of y ^ 0x80808080, as signed ones.
	less := c.math(ir.MathDot4I8Packed, x, c.binary(ir.Xor, y, constUint(0x80808080)))
	ones := c.math(ir.MathDot4I8Packed, x, constUint(0x01010101))
	return c.binary(ir.Add, less, c.binary(ir.Mul, ones, constInt(128)))
}

// valued is an operand as an expression, where folding has no rule for it.
func (c *checker) valued(x operand) operand {
	if !x.isConst() {
		return x
	}
	return operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
}

// accumulated adds the last argument to a dot product if code is 1: the sum stays at the
// end of the range where it would go beyond.
func (c *checker) accumulated(code uint8, t ir.TypeID, x operand, a []operand) operand {
	x = c.cast(c.at(t).Scalar, x)
	if code == 0 {
		return x
	}
	more := c.valued(a[len(a)-1])
	sum := c.binary(ir.Add, x, more)
	if t == ir.TypeU32 {
		return c.selects(c.binary(ir.Lt, sum, x), constUint(0xffffffff), sum)
	}
	over := c.binary(ir.Lt, c.binary(ir.And, c.binary(ir.Xor, x, sum), c.binary(ir.Xor, more, sum)), constInt(0))
	end := c.selects(c.binary(ir.Lt, more, constInt(0)), constInt(-0x80000000), constInt(0x7fffffff))
	return c.selects(over, end, sum)
}
