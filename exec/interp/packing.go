package interp

// This file computes the math functions whose operands and results differ in type: packing,
// packed dot products, bit fields, and functions that return a struct. Struct results are
// flattened: first member, then second.

import (
	"math"

	"refract/internal/num"
	"refract/ir"
)

func f32x2(a []uint64) [2]float32 { return [2]float32{f32Of(a[0]), f32Of(a[1])} }
func f32x4(a []uint64) [4]float32 {
	return [4]float32{f32Of(a[0]), f32Of(a[1]), f32Of(a[2]), f32Of(a[3])}
}
func i32x4(a []uint64) [4]int32 { return [4]int32{int32(a[0]), int32(a[1]), int32(a[2]), int32(a[3])} }
func u32x4(a []uint64) [4]uint32 {
	return [4]uint32{uint32(a[0]), uint32(a[1]), uint32(a[2]), uint32(a[3])}
}

func putF32(dst []uint64, v []float32) {
	for i, x := range v {
		dst[i] = f32Bits(x)
	}
}

// pack computes packing functions and packed dot products.
func pack(op ir.MathOp, dst, a, b []uint64) {
	p := uint32(a[0])
	switch op {
	case ir.MathPack4x8snorm:
		dst[0] = uint64(num.Pack4x8Snorm(f32x4(a)))
	case ir.MathPack4x8unorm:
		dst[0] = uint64(num.Pack4x8Unorm(f32x4(a)))
	case ir.MathPack2x16snorm:
		dst[0] = uint64(num.Pack2x16Snorm(f32x2(a)))
	case ir.MathPack2x16unorm:
		dst[0] = uint64(num.Pack2x16Unorm(f32x2(a)))
	case ir.MathPack2x16float:
		dst[0] = uint64(num.Pack2x16Float(f32x2(a)))
	case ir.MathPack4xI8:
		dst[0] = uint64(num.Pack4xI8(i32x4(a)))
	case ir.MathPack4xU8:
		dst[0] = uint64(num.Pack4xU8(u32x4(a)))
	case ir.MathPack4xI8Clamp:
		dst[0] = uint64(num.Pack4xI8Clamp(i32x4(a)))
	case ir.MathPack4xU8Clamp:
		dst[0] = uint64(num.Pack4xU8Clamp(u32x4(a)))
	case ir.MathUnpack4x8snorm:
		v := num.Unpack4x8Snorm(p)
		putF32(dst, v[:])
	case ir.MathUnpack4x8unorm:
		v := num.Unpack4x8Unorm(p)
		putF32(dst, v[:])
	case ir.MathUnpack2x16snorm:
		v := num.Unpack2x16Snorm(p)
		putF32(dst, v[:])
	case ir.MathUnpack2x16unorm:
		v := num.Unpack2x16Unorm(p)
		putF32(dst, v[:])
	case ir.MathUnpack2x16float:
		v := num.Unpack2x16Float(p)
		putF32(dst, v[:])
	case ir.MathUnpack4xI8:
		for i, x := range num.Unpack4xI8(p) {
			dst[i] = uint64(uint32(x))
		}
	case ir.MathUnpack4xU8:
		for i, x := range num.Unpack4xU8(p) {
			dst[i] = uint64(x)
		}
	case ir.MathDot4I8Packed:
		dst[0] = uint64(uint32(num.Dot4I8Packed(p, uint32(b[0]))))
	case ir.MathDot4U8Packed:
		dst[0] = uint64(num.Dot4U8Packed(p, uint32(b[0])))
	default:
		panic("interp: packing of " + op.String())
	}
}

// split computes functions that return a struct of two members, per component.
func split(op ir.MathOp, s ir.Scalar, a, b uint64) (first, second uint64) {
	switch op {
	case ir.MathModf:
		switch s {
		case ir.F16:
			f, w := num.ModfF16(num.F16(a))
			return uint64(f), uint64(w)
		case ir.F32:
			f, w := num.ModfF32(f32Of(a))
			return f32Bits(f), f32Bits(w)
		case ir.F64:
			f, w := num.ModfF64(math.Float64frombits(a))
			return math.Float64bits(f), math.Float64bits(w)
		}
	case ir.MathFrexp:
		switch s {
		case ir.F16:
			f, e := num.FrexpF16(num.F16(a))
			return uint64(f), uint64(uint32(e))
		case ir.F32:
			f, e := num.FrexpF32(f32Of(a))
			return f32Bits(f), uint64(uint32(e))
		case ir.F64:
			f, e := num.FrexpF64(math.Float64frombits(a))
			return math.Float64bits(f), uint64(uint32(e))
		}
	case ir.MathAddCarry:
		if s == ir.U64 {
			return num.AddCarry(a, b)
		}
		sum, carry := num.AddCarry(uint32(a), uint32(b))
		return uint64(sum), uint64(carry)
	case ir.MathSubBorrow:
		if s == ir.U64 {
			return num.SubBorrow(a, b)
		}
		diff, borrow := num.SubBorrow(uint32(a), uint32(b))
		return uint64(diff), uint64(borrow)
	case ir.MathMulExtended:
		switch s {
		case ir.I32:
			low, high := num.MulExtended(int32(a), int32(b))
			return intBits(low), intBits(high)
		case ir.U32:
			low, high := num.MulExtended(uint32(a), uint32(b))
			return uint64(low), uint64(high)
		case ir.I64:
			low, high := num.MulExtended(int64(a), int64(b))
			return uint64(low), uint64(high)
		case ir.U64:
			return num.MulExtended(a, b)
		}
	}
	panic("interp: " + op.String() + " of " + s.String())
}

// extractBits and insertBits, per component.

func extractBits(s ir.Scalar, e, offset, count uint64) uint64 {
	o, n := uint32(offset), uint32(count)
	switch s {
	case ir.I8:
		return intBits(num.ExtractBits(int8(e), o, n))
	case ir.U8:
		return intBits(num.ExtractBits(uint8(e), o, n))
	case ir.I16:
		return intBits(num.ExtractBits(int16(e), o, n))
	case ir.U16:
		return intBits(num.ExtractBits(uint16(e), o, n))
	case ir.I32:
		return intBits(num.ExtractBits(int32(e), o, n))
	case ir.U32:
		return intBits(num.ExtractBits(uint32(e), o, n))
	case ir.I64:
		return intBits(num.ExtractBits(int64(e), o, n))
	}
	return num.ExtractBits(e, o, n)
}

func insertBits(s ir.Scalar, e, newBits, offset, count uint64) uint64 {
	o, n := uint32(offset), uint32(count)
	switch s.Bits() {
	case 8:
		return intBits(num.InsertBits(uint8(e), uint8(newBits), o, n))
	case 16:
		return intBits(num.InsertBits(uint16(e), uint16(newBits), o, n))
	case 32:
		return intBits(num.InsertBits(uint32(e), uint32(newBits), o, n))
	}
	return num.InsertBits(e, newBits, o, n)
}
