package consteval

// This file packs and unpacks (WGSL sections "Data Packing Built-in Functions"
// and "Data Unpacking Built-in Functions").

import (
	"math"

	"refract/internal/num"
	"refract/ir"
)

// packing applies a function between a word of 32 bits and a vector; b is the
// second argument of a dot product.
func (e *Evaluator) packing(op ir.MathOp, result ir.TypeID, v, b Value) (Value, *Error) {
	p := uint32(v.Bits)
	switch op {
	case ir.MathUnpack4x8snorm:
		return e.floats4(result, num.Unpack4x8Snorm(p))
	case ir.MathUnpack4x8unorm:
		return e.floats4(result, num.Unpack4x8Unorm(p))
	case ir.MathUnpack2x16snorm:
		return e.floats2(result, num.Unpack2x16Snorm(p))
	case ir.MathUnpack2x16unorm:
		return e.floats2(result, num.Unpack2x16Unorm(p))
	case ir.MathUnpack2x16float:
		x := num.Unpack2x16Float(p)
		if !num.IsFiniteF32(x[0]) || !num.IsFiniteF32(x[1]) {
			if err := e.fail(notFinite, spelling(op), ir.F32); err != nil {
				return Value{}, err
			}
		}
		return e.floats2(result, x)
	case ir.MathUnpack4xI8:
		x := num.Unpack4xI8(p)
		return e.vector(result, []uint64{word(x[0]), word(x[1]), word(x[2]), word(x[3])})
	case ir.MathUnpack4xU8:
		x := num.Unpack4xU8(p)
		return e.vector(result, []uint64{word(x[0]), word(x[1]), word(x[2]), word(x[3])})
	case ir.MathDot4I8Packed:
		return I32(num.Dot4I8Packed(p, uint32(b.Bits))), nil
	case ir.MathDot4U8Packed:
		return U32(num.Dot4U8Packed(p, uint32(b.Bits))), nil
	case ir.MathPack4x8snorm:
		return U32(num.Pack4x8Snorm(e.four(v))), nil
	case ir.MathPack4x8unorm:
		return U32(num.Pack4x8Unorm(e.four(v))), nil
	case ir.MathPack2x16snorm:
		return U32(num.Pack2x16Snorm(e.two(v))), nil
	case ir.MathPack2x16unorm:
		return U32(num.Pack2x16Unorm(e.two(v))), nil
	case ir.MathPack2x16float:
		x := e.two(v)
		if most := num.LargestF16.F64(); math.Abs(float64(x[0])) > most || math.Abs(float64(x[1])) > most {
			if err := e.fail(notFinite, spelling(op), ir.F16); err != nil {
				return Value{}, err
			}
		}
		return U32(num.Pack2x16Float(x)), nil
	case ir.MathPack4xI8:
		return U32(num.Pack4xI8(signed(e, v))), nil
	case ir.MathPack4xI8Clamp:
		return U32(num.Pack4xI8Clamp(signed(e, v))), nil
	case ir.MathPack4xU8:
		return U32(num.Pack4xU8(unsigned(e, v))), nil
	case ir.MathPack4xU8Clamp:
		return U32(num.Pack4xU8Clamp(unsigned(e, v))), nil
	}
	panic("consteval: packing " + op.String())
}

func (e *Evaluator) floats4(t ir.TypeID, x [4]float32) (Value, *Error) {
	return e.vector(t, []uint64{fromF32(x[0]), fromF32(x[1]), fromF32(x[2]), fromF32(x[3])})
}

func (e *Evaluator) floats2(t ir.TypeID, x [2]float32) (Value, *Error) {
	return e.vector(t, []uint64{fromF32(x[0]), fromF32(x[1])})
}

func (e *Evaluator) four(v Value) [4]float32 {
	return [4]float32{f32(e.at(v, 0)), f32(e.at(v, 1)), f32(e.at(v, 2)), f32(e.at(v, 3))}
}

func (e *Evaluator) two(v Value) [2]float32 {
	return [2]float32{f32(e.at(v, 0)), f32(e.at(v, 1))}
}

func signed(e *Evaluator, v Value) [4]int32 {
	return [4]int32{int32(e.at(v, 0)), int32(e.at(v, 1)), int32(e.at(v, 2)), int32(e.at(v, 3))}
}

func unsigned(e *Evaluator, v Value) [4]uint32 {
	return [4]uint32{uint32(e.at(v, 0)), uint32(e.at(v, 1)), uint32(e.at(v, 2)), uint32(e.at(v, 3))}
}
