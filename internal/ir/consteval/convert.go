package consteval

// This file converts values (WGSL sections "Conversion Rank", "Floating Point
// Conversion", "Value Constructor Built-in Functions" and "bitcast").

import (
	"math"
	"strconv"

	"refract/internal/num"
	"refract/ir"
)

// Convert converts a value to a type, as value constructors do and as automatic
// conversions do, which are a part of that: scalars, vectors, matrices, arrays,
// and the structs of modf and frexp. An abstract integer must fit; a number
// must not be beyond the finite range of a float; a float is clamped to the
// range of an integer.
func (e *Evaluator) Convert(v Value, to ir.TypeID) (Value, *Error) {
	if v.Type == to {
		return v, nil
	}
	if isScalar(v.Type) && isScalar(to) {
		from, s := ir.Scalar(v.Type), ir.Scalar(to)
		r, f := convert(from, s, v.Bits)
		if f != fine && !e.Total {
			return Value{}, unrepresentable(v, s)
		}
		return Value{to, r}, nil
	}
	if v.Bits == 0 {
		return Value{to, 0}, nil
	}
	if n := e.size(v.Type); n != e.size(to) {
		panic("consteval: conversion between types of different shape")
	}
	at, err := e.alloc(to)
	if err != nil {
		return Value{}, err
	}
	if err := e.convertInto(v.Type, to, v.Bits, at); err != nil {
		return Value{}, err
	}
	return e.finish(to, at), nil
}

// convertInto converts a composite in the pool into another place there.
func (e *Evaluator) convertInto(from, to ir.TypeID, src, dst uint64) *Error {
	f, t := e.m.Types.At(from), e.m.Types.At(to)
	switch f.Kind {
	case ir.TypeArray:
		n := uint64(e.size(f.Base))
		fromBase, toBase := f.Base, t.Base
		for i := range uint64(f.Length) {
			if err := e.convertInto(fromBase, toBase, src+i*n, dst+i*n); err != nil {
				return err
			}
		}
		return nil
	case ir.TypeStruct:
		for i := range e.m.Structs[f.Struct].Members {
			a, b := e.m.Structs[f.Struct].Members[i].Type, e.m.Structs[t.Struct].Members[i].Type
			if err := e.convertInto(a, b, src, dst); err != nil {
				return err
			}
			src += uint64(e.size(a))
			dst += uint64(e.size(b))
		}
		return nil
	}
	a, b := f.Scalar, t.Scalar
	for i := range uint64(e.size(from)) {
		r, bad := convert(a, b, e.pool[src+i])
		if bad != fine && !e.Total {
			return unrepresentable(Value{ir.ScalarTypeOf(a), e.pool[src+i]}, b)
		}
		e.pool[dst+i] = r
	}
	return nil
}

// unrepresentable is the error of a scalar that a type can't hold.
func unrepresentable(v Value, s ir.Scalar) *Error {
	return errorf(CodeOverflow, "the value %s can't be represented as %s", v, s)
}

// String spells a scalar.
func (v Value) String() string {
	switch s := ir.Scalar(v.Type); {
	case !isScalar(v.Type):
		return "composite"
	case s == ir.Bool:
		return strconv.FormatBool(v.True())
	case s.IsFloat():
		return strconv.FormatFloat(floatOf(s, v.Bits), 'g', -1, max(s.Bits(), 32))
	case s.IsSigned():
		i, _ := v.Integer()
		return strconv.FormatInt(i, 10)
	}
	return strconv.FormatUint(v.Bits, 10)
}

// floatOf is the value of a float.
func floatOf(s ir.Scalar, x uint64) float64 {
	switch s {
	case ir.F16:
		return f16(x).F64()
	case ir.F32:
		return num.F64FromF32(f32(x))
	}
	return f64(x)
}

// convert converts a scalar.
func convert(from, to ir.Scalar, x uint64) (uint64, fault) {
	switch {
	case from == to:
		return x, fine
	case from == ir.Bool:
		return fromBool(to, x), fine
	case to == ir.Bool:
		if from.IsFloat() {
			return bit(num.BoolFromF64(floatOf(from, x))), fine
		}
		return bit(x != 0), fine
	case from.IsFloat() && to.IsFloat():
		return floatToFloat(from, to, x)
	case from.IsFloat():
		return floatToInt(from, to, x), fine
	case to.IsFloat():
		return intToFloat(from, to, x)
	}
	v := Value{ir.ScalarTypeOf(from), x}
	i, _ := v.Integer() // u64 above the range of int64 wraps, and back below
	if from == ir.AbstractInt {
		return narrow(to, i)
	}
	return uint64(i) & (math.MaxUint64 >> (64 - to.Bits())), fine
}

func fromBool(to ir.Scalar, x uint64) uint64 {
	switch to {
	case ir.F16:
		return fromF16(num.F16FromBool(x != 0))
	case ir.F32:
		return fromF32(num.F32FromBool(x != 0))
	case ir.F64, ir.AbstractFloat:
		return fromF64(num.F64FromBool(x != 0))
	}
	return x
}

// narrow converts an abstract integer, which must fit.
func narrow(to ir.Scalar, i int64) (r uint64, f fault) {
	ok := true
	switch to {
	case ir.I8:
		_, ok = num.Narrow[int8](i)
	case ir.U8:
		_, ok = num.Narrow[uint8](i)
	case ir.I16:
		_, ok = num.Narrow[int16](i)
	case ir.U16:
		_, ok = num.Narrow[uint16](i)
	case ir.I32:
		_, ok = num.Narrow[int32](i)
	case ir.U32:
		_, ok = num.Narrow[uint32](i)
	case ir.U64:
		_, ok = num.Narrow[uint64](i)
	}
	return uint64(i) & (math.MaxUint64 >> (64 - to.Bits())), overflowUnless(ok)
}

// floatToFloat rounds; a finite number beyond the finite range is a fault even if the
// nearest float would be finite.
func floatToFloat(from, to ir.Scalar, x uint64) (uint64, fault) {
	v := floatOf(from, x)
	f := fine
	if math.Abs(v) > largest(to) {
		f = overflow
	}
	switch to {
	case ir.F16:
		return fromF16(num.F16FromF64(v)), f
	case ir.F32:
		return fromF32(num.F32FromF64(v)), f
	}
	return fromF64(v), f
}

// largest is the greatest finite value of a float.
func largest(s ir.Scalar) float64 {
	switch s {
	case ir.F16:
		return num.LargestF16.F64()
	case ir.F32:
		return math.MaxFloat32
	}
	return math.MaxFloat64
}

func intToFloat(from, to ir.Scalar, x uint64) (uint64, fault) {
	if from == ir.U64 {
		return unsignedToFloat(to, x)
	}
	i, _ := Value{ir.ScalarTypeOf(from), x}.Integer()
	switch to {
	case ir.F16:
		return fromF16(num.F16FromInt(i)), overflowUnless(-65504 <= i && i <= 65504)
	case ir.F32:
		return fromF32(float32(i)), fine
	}
	return fromF64(float64(i)), fine
}

func unsignedToFloat(to ir.Scalar, x uint64) (uint64, fault) {
	switch to {
	case ir.F16:
		return fromF16(num.F16FromInt(x)), overflowUnless(x <= 65504)
	case ir.F32:
		return fromF32(float32(x)), fine
	}
	return fromF64(float64(x)), fine
}

func floatToInt(from, to ir.Scalar, x uint64) uint64 {
	switch to {
	case ir.I8:
		return intFrom[int8](from, x)
	case ir.U8:
		return intFrom[uint8](from, x)
	case ir.I16:
		return intFrom[int16](from, x)
	case ir.U16:
		return intFrom[uint16](from, x)
	case ir.I32:
		return intFrom[int32](from, x)
	case ir.U32:
		return intFrom[uint32](from, x)
	case ir.U64:
		return intFrom[uint64](from, x)
	}
	return intFrom[int64](from, x)
}

func intFrom[T num.Int](from ir.Scalar, x uint64) uint64 {
	switch from {
	case ir.F16:
		return word(num.IntFromF16[T](f16(x)))
	case ir.F32:
		return word(num.IntFromF32[T](f32(x)))
	}
	return word(num.IntFromF64[T](f64(x)))
}

// Bitcast reads the bits of a numeric scalar or vector as another type of the
// same size in bits. An AbstractInt must fit the type. A float that comes out
// infinite or NaN is an error.
func (e *Evaluator) Bitcast(v Value, to ir.TypeID) (Value, *Error) {
	if e.m.Types.ScalarOf(v.Type) == ir.AbstractInt {
		return e.Convert(v, to)
	}
	var buffer [4]uint64
	w := e.m.Types.ScalarOf(v.Type).Bits()
	for i := range e.Len(v.Type) {
		buffer[i*w/64] |= e.at(v, i) << (i * w % 64)
	}
	s := e.m.Types.ScalarOf(to)
	w = s.Bits()
	n := max(1, e.m.Types.ComponentCount(to))
	var words [4]uint64
	for i := range n {
		words[i] = buffer[i*w/64] >> (i * w % 64) & (math.MaxUint64 >> (64 - w))
		if s.IsFloat() && !isFinite(s, words[i]) {
			if err := e.fail(notFinite, "bitcast", s); err != nil {
				return Value{}, err
			}
		}
	}
	return e.vector(to, words[:n])
}

// vector is a scalar or vector of the given words.
func (e *Evaluator) vector(t ir.TypeID, words []uint64) (Value, *Error) {
	if isScalar(t) {
		return Value{t, words[0]}, nil
	}
	at, err := e.alloc(t)
	if err != nil {
		return Value{}, err
	}
	copy(e.pool[at:], words)
	return e.finish(t, at), nil
}
