package hlsl

// This file converts the intrinsic functions of bits: casts, counts, packed bytes.

import (
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

func (c *checker) bitsCall(k *icall) operand {
	x := c.settled(k.a[0])
	to := map[string]kind{"asfloat": kFloat, "asint": kInt, "asfloat16": kF16, "asint16": kI16, "asuint16": kU16}[k.name()]
	return c.asBits(k, x, to)
}

func (c *checker) asBits(k *icall, x operand, to kind) operand {
	if x.ty.kind() == kBool {
		x = c.cast(kInt, x)
	}
	if c.width(x.ty.kind()) != c.scalarOf(to).Bits() {
		if c.width(x.ty.kind()) == 32 || c.scalarOf(to).Bits() == 16 {
			return c.noOverload(k)
		}
		if c.width(x.ty.kind()) == 16 {
			if x.ty.kind().isFloat() {
				x = c.cast(kFloat, x)
			} else if x.ty.kind().isSigned() {
				x = c.cast(kInt, x)
			} else {
				x = c.cast(kUint, x)
			}
		} else {
			return c.noOverload(k)
		}
	}
	return c.bitcast(to, x)
}

func (c *checker) asuint(k *icall) operand {
	x := k.a[0]
	if !x.ok() || !x.ty.numeric() || len(k.a) == 2 {
		return c.noOverload(k)
	}
	if x.isPlace() {
		x = c.rvalue(x)
	}
	x = c.settled(x)
	if len(k.a) == 1 {
		return c.asBits(k, x, kUint)
	}
	x = c.cast(kDouble, x)
	if x.ty.isMatrix() {
		return c.noOverload(k)
	}
	var low, high [4]operand
	n := x.ty.size()
	for i := range uint32(n) {
		d := c.component(x, i)
		e := c.toExpr(d)
		w := value(c.pend(c.ex.AddAs(ir.TypeVec2U32, 0, ir.As{Value: e, Bitcast: true}, c.b.Span)), vectorType(kUint, 2))
		low[i], high[i] = c.component(w, 0), c.component(w, 1)
	}
	t := x.ty.withKind(kUint)
	if !c.storeOut(k, 1, c.compose(t, low[:n]...)) || !c.storeOut(k, 2, c.compose(t, high[:n]...)) {
		return operand{}
	}
	return operand{kind: opVoid, ty: tVoid}
}

func (c *checker) asdouble(k *icall) operand {
	if k.a[0].ty.isMatrix() || c.fn == nil {
		return c.noOverload(k)
	}
	var parts [4]operand
	n := k.a[0].ty.size()
	for i := range uint32(n) {
		w := c.compose(vectorType(kUint, 2), c.cast(kUint, c.component(k.a[0], i)), c.cast(kUint, c.component(k.a[1], i)))
		parts[i] = value(c.pend(c.ex.AddAs(ir.TypeF64, 0, ir.As{Value: c.toExpr(w), Bitcast: true}, c.b.Span)), tDouble)
	}
	return c.compose(k.a[0].ty.withKind(kDouble), parts[:n]...)
}

func (c *checker) halfBits(k *icall) operand {
	x := k.a[0]
	if x.ty.isMatrix() {
		return c.noOverload(k)
	}
	var parts [4]operand
	n := x.ty.size()
	for i := range uint32(n) {
		p := c.component(x, i)
		if k.name() == "f16tof32" {
			parts[i] = c.component(c.math(ir.MathUnpack2x16float, vectorType(kFloat, 2), c.cast(kUint, p)), 0)
		} else {
			v := c.compose(vectorType(kFloat, 2), c.cast(kFloat, p), c.zero(tFloat))
			parts[i] = c.math(ir.MathPack2x16float, tUint, v)
		}
	}
	to := kUint
	if k.name() == "f16tof32" {
		to = kFloat
	}
	return c.compose(x.ty.withKind(to), parts[:n]...)
}

func (c *checker) bitCall(k *icall) operand {
	x := k.a[0]
	if x.ty.isMatrix() {
		return c.noOverload(k)
	}
	if w := c.width(x.ty.kind()); w == 16 {
		if x.ty.kind().isSigned() {
			x = c.cast(kInt, x)
		} else {
			x = c.cast(kUint, x)
		}
	} else if w == 64 && k.name() != "reversebits" && k.name() != "countbits" {
		return c.firstBit64(k, x)
	}
	switch k.name() {
	case "reversebits":
		return c.math(ir.MathReverseBits, x.ty, x)
	case "countbits":
		return c.cast(kUint, c.math(ir.MathCountOneBits, x.ty, x))
	case "firstbitlow":
		return c.cast(kUint, c.math(ir.MathFirstTrailingBit, x.ty, x))
	}
	return c.cast(kUint, c.math(ir.MathFirstLeadingBit, x.ty, x))
}

// firstBit64 is firstbitlow or firstbithigh of 64 bits, by halves.
func (c *checker) firstBit64(k *icall, x operand) operand {
	u := c.cast(kU64, x)
	if x.ty.kind().isSigned() && k.name() == "firstbithigh" { // the first bit that differs from the sign
		u = c.cast(kU64, c.binary(ir.Xor, x, c.shift(ir.Shr, x, constUint(63))))
	}
	low := c.cast(kUint, u)
	high := c.cast(kUint, c.shift(ir.Shr, u, constUint(32)))
	n := low.ty.size()
	splat := func(v uint32) operand { return c.convert(constUint(v), sized(kUint, n)) }
	zero := func(x operand) operand { return c.binaryOp(k.n, syntax.OpEqual, x, splat(0)) }
	if k.name() == "firstbitlow" {
		upper := c.binary(ir.Or, c.binary(ir.Add, c.bitFirst(ir.MathFirstTrailingBit, high), splat(32)), c.selects(zero(high), splat(^uint32(0)), splat(0)))
		return c.selects(zero(low), upper, c.bitFirst(ir.MathFirstTrailingBit, low))
	}
	return c.selects(zero(high), c.bitFirst(ir.MathFirstLeadingBit, low), c.binary(ir.Add, c.bitFirst(ir.MathFirstLeadingBit, high), splat(32)))
}

func (c *checker) bitFirst(op ir.MathOp, x operand) operand { return c.math(op, x.ty, x) }

func (c *checker) colorBytes(k *icall) operand {
	x := c.convert(k.a[0], vectorType(kFloat, 4))
	x = c.swizzle(x, 2, 1, 0, 3)
	return c.cast(kInt, c.binary(ir.Mul, x, c.splatNumber(x.ty, 255.001953)))
}

func (c *checker) msad4(k *icall) operand {
	if k.a[0].ty.shape().count() != 1 || k.a[1].ty.size() != 2 || k.a[2].ty.size() != 4 {
		return c.noOverload(k)
	}
	ref, src, acc := c.cast(kUint, c.scalar(k.a[0])), c.cast(kUint, k.a[1]), c.cast(kUint, k.a[2])
	lo, hi := c.component(src, 0), c.component(src, 1)
	var parts [4]operand
	for i := range uint32(4) {
		w := lo
		if i > 0 {
			w = c.binary(ir.Or, c.shift(ir.Shr, lo, constUint(8*i)), c.shift(ir.Shl, hi, constUint(32-8*i)))
		}
		sum := c.component(acc, i)
		for b := range uint32(4) {
			byteOf := func(x operand) operand {
				return c.binary(ir.And, c.shift(ir.Shr, x, constUint(8*b)), constUint(255))
			}
			r, s := byteOf(ref), byteOf(w)
			d := c.binary(ir.Sub, c.math(ir.MathMax, tUint, r, s), c.math(ir.MathMin, tUint, r, s))
			sum = c.binary(ir.Add, sum, c.selects(c.binary(ir.Ne, r, constUint(0)), d, constUint(0)))
		}
		parts[i] = sum
	}
	return c.compose(vectorType(kUint, 4), parts[:]...)
}

func (c *checker) packBytes(k *icall) operand {
	x := k.a[0]
	switch name := k.name(); name {
	case "pack_u8", "pack_s8", "pack_clamp_u8", "pack_clamp_s8":
		if x.ty.size() != 4 {
			return c.noOverload(k)
		}
		op := map[string]ir.MathOp{"pack_u8": ir.MathPack4xU8, "pack_s8": ir.MathPack4xI8, "pack_clamp_u8": ir.MathPack4xU8Clamp, "pack_clamp_s8": ir.MathPack4xI8Clamp}[name]
		to := kInt
		if name == "pack_u8" {
			to = kUint
		}
		if name == "pack_clamp_u8" { // of signed numbers
			x = c.cast(kInt, x)
			x = c.math(ir.MathMax, x.ty, x, c.zero(x.ty))
			to = kUint
		}
		return c.math(op, tUint, c.cast(to, x))
	default:
		x = c.cast(kUint, c.scalar(x))
		if name[7] == 's' {
			y := c.math(ir.MathUnpack4xI8, vectorType(kInt, 4), x)
			if name == "unpack_s8s16" {
				return c.cast(kI16, y)
			}
			return y
		}
		y := c.math(ir.MathUnpack4xU8, vectorType(kUint, 4), x)
		if name == "unpack_u8u16" {
			return c.cast(kU16, y)
		}
		return y
	}
}

func (c *checker) addUint64(k *icall) operand {
	a, b, ok := c.unify(k.a[0], k.a[1], kUint, c.t.Span(k.n))
	if !ok || a.ty.size() != 2 && a.ty.size() != 4 {
		return c.noOverload(k)
	}
	var parts [4]operand
	n := a.ty.size()
	for i := 0; i < n; i += 2 {
		x, y := c.component(a, uint32(i)), c.component(b, uint32(i))
		low := c.binary(ir.Add, x, y)
		carry := c.cast(kUint, c.binary(ir.Lt, low, x))
		high := c.binary(ir.Add, c.binary(ir.Add, c.component(a, uint32(i+1)), c.component(b, uint32(i+1))), carry)
		parts[i], parts[i+1] = low, high
	}
	return c.compose(a.ty, parts[:n]...)
}
