package transform

// This file spells packing and unpacking (WGSL sections "Data Packing Built-in
// Functions" and "Data Unpacking Built-in Functions"): see polyfill.go.

import "refract/ir"

const (
	vec2f = ir.TypeVec2F32
	vec2u = ir.TypeVec2U32
	vec4u = ir.TypeVec4U32
	vec4i = ir.TypeVec4I32
)

// lanes are the shift amounts of n lanes, the lowest first.
func lanes(b *ir.Builder, n int, down bool) ir.ExprID {
	parts := make([]ir.ExprID, n)
	for i := range parts {
		at := i
		if down {
			at = n - 1 - i
		}
		parts[i] = b.U32(uint32(at * 32 / n))
	}
	return b.Compose(ir.VectorOf(ir.U32, n), parts...)
}

// shifted shifts, by amounts below 32.
func shifted(b *ir.Builder, op ir.BinaryOp, v, amount ir.ExprID) ir.ExprID {
	v = b.Binary(op, v, amount)
	b.F.SetFlags(v, ir.FlagInRange)
	return v
}

// pack puts the low bits of a vector's components side by side. Other bits are
// zero, or masked out.
func pack(b *ir.Builder, v ir.ExprID, mask bool) ir.ExprID {
	n := b.M.Types.ComponentCount(b.TypeOf(v))
	v = asU32(b, v)
	if mask {
		v = b.Binary(ir.And, v, integerLike(b, b.TypeOf(v), 1<<(32/n)-1))
	}
	v = shifted(b, ir.Shl, v, lanes(b, n, false))
	word := b.AccessIndex(v, 0)
	for i := 1; i < n; i++ {
		word = b.Binary(ir.Or, word, b.AccessIndex(v, uint32(i)))
	}
	return word
}

// unpack takes n lanes apart, with their signs or without.
func unpack(b *ir.Builder, v ir.ExprID, n int, signed bool) ir.ExprID {
	u := ir.VectorOf(ir.U32, n)
	all := b.Splat(n, v)
	if !signed {
		all = shifted(b, ir.Shr, all, lanes(b, n, false))
		return b.Binary(ir.And, all, integerLike(b, u, 1<<(32/n)-1))
	}
	all = b.Bitcast(ir.VectorOf(ir.I32, n), shifted(b, ir.Shl, all, lanes(b, n, true)))
	return shifted(b, ir.Shr, all, integerLike(b, u, int64(32-32/n)))
}

func pack4xI8(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID { return pack(b, a[0], true) }
func pack4xU8(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID { return pack(b, a[0], true) }

func pack4xI8Clamp(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return pack(b, b.Math(ir.MathClamp, a[0], integerLike(b, vec4i, -128), integerLike(b, vec4i, 127)), true)
}

func pack4xU8Clamp(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return pack(b, b.Math(ir.MathMin, a[0], integerLike(b, vec4u, 255)), false)
}

func unpack4xI8(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID { return unpack(b, a[0], 4, true) }
func unpack4xU8(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return unpack(b, a[0], 4, false)
}

// packNorm packs floats as fractions of scale: floor(0.5 + scale * clamped).
func packNorm(b *ir.Builder, v ir.ExprID, low, scale float64) ir.ExprID {
	t := b.TypeOf(v)
	v = b.Math(ir.MathClamp, v, floatLike(b, t, low), floatLike(b, t, 1))
	v = b.Math(ir.MathFloor, b.Binary(ir.Add, floatLike(b, t, 0.5), b.Binary(ir.Mul, v, floatLike(b, t, scale))))
	s := ir.U32
	if low < 0 {
		s = ir.I32
	}
	v = b.Convert(s, v)
	b.F.SetFlags(v, ir.FlagInRange)
	return pack(b, v, low < 0)
}

func pack4x8snorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return packNorm(b, a[0], -1, 127)
}
func pack4x8unorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return packNorm(b, a[0], 0, 255)
}
func pack2x16snorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return packNorm(b, a[0], -1, 32767)
}
func pack2x16unorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return packNorm(b, a[0], 0, 65535)
}

// unpackNorm unpacks fractions of scale; the least signed value too is -1.
func unpackNorm(b *ir.Builder, v ir.ExprID, n int, signed bool, scale float64) ir.ExprID {
	f := b.Convert(ir.F32, unpack(b, v, n, signed))
	t := b.TypeOf(f)
	f = b.Binary(ir.Div, f, floatLike(b, t, scale))
	if signed {
		f = b.Math(ir.MathMax, f, floatLike(b, t, -1))
	}
	return f
}

func unpack4x8snorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return unpackNorm(b, a[0], 4, true, 127)
}
func unpack4x8unorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return unpackNorm(b, a[0], 4, false, 255)
}
func unpack2x16snorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return unpackNorm(b, a[0], 2, true, 32767)
}
func unpack2x16unorm(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return unpackNorm(b, a[0], 2, false, 65535)
}

// quantizeToF16 packs to half precision and back.
func quantizeToF16(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	one := func(v ir.ExprID) ir.ExprID {
		word := b.Math(ir.MathPack2x16float, b.Compose(vec2f, v, b.F32(0)))
		return b.AccessIndex(b.Math(ir.MathUnpack2x16float, word), 0)
	}
	n := b.M.Types.ComponentCount(t)
	if n == 1 {
		return one(a[0])
	}
	parts := make([]ir.ExprID, n)
	for i := range parts {
		parts[i] = one(b.AccessIndex(a[0], uint32(i)))
	}
	return b.Compose(t, parts...)
}
