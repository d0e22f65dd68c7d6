package builtin

// This file holds sets of scalars and the conversion ranks between types (WGSL
// section "Conversion Rank").

import (
	"math/bits"

	"refract/ir"
)

// A class is a set of scalars: one bit each, in the order of preference of overload
// resolution.
type class uint16

const (
	bitBool class = 1 << iota
	bitAbstractInt
	bitI32
	bitU32
	bitAbstractFloat
	bitF32
	bitF16
	bitI64
	bitU64
	bitF64
	bitI16
	bitU16
	bitI8
	bitU8
)

const (
	abstracts = bitAbstractInt | bitAbstractFloat
	sints     = bitI32 | bitI64 | bitI16 | bitI8
	uints     = bitU32 | bitU64 | bitU16 | bitU8
	floats    = bitF32 | bitF16 | bitF64
	numbers   = sints | uints | floats
	scalars   = bitBool | numbers

	allFloat         = bitAbstractFloat | floats
	allInteger       = bitAbstractInt | sints | uints
	allSigned        = bitAbstractInt | sints | allFloat
	allSignedInteger = bitAbstractInt | sints
	allNumeric       = abstracts | numbers
	allScalar        = bitBool | allNumeric
	int32s           = bitI32 | bitU32
)

// byPreference is the scalar of each bit.
var byPreference = [...]ir.Scalar{ir.Bool, ir.AbstractInt, ir.I32, ir.U32, ir.AbstractFloat, ir.F32, ir.F16,
	ir.I64, ir.U64, ir.F64, ir.I16, ir.U16, ir.I8, ir.U8}

// bitOf is the class that holds just one scalar.
var bitOf = [ir.AbstractInt + 1]class{ir.Bool: bitBool, ir.AbstractInt: bitAbstractInt, ir.I32: bitI32, ir.U32: bitU32,
	ir.AbstractFloat: bitAbstractFloat, ir.F32: bitF32, ir.F16: bitF16, ir.I64: bitI64, ir.U64: bitU64, ir.F64: bitF64,
	ir.I16: bitI16, ir.U16: bitU16, ir.I8: bitI8, ir.U8: bitU8}

// feasible is the set of scalars that a scalar converts to automatically.
var feasible = [ir.AbstractInt + 1]class{ir.Bool: bitBool, ir.AbstractInt: allNumeric, ir.I32: bitI32, ir.U32: bitU32,
	ir.AbstractFloat: allFloat, ir.F32: bitF32, ir.F16: bitF16, ir.I64: bitI64, ir.U64: bitU64, ir.F64: bitF64,
	ir.I16: bitI16, ir.U16: bitU16, ir.I8: bitI8, ir.U8: bitU8}

// first is the most preferable scalar of a class that isn't empty.
func (c class) first() ir.Scalar { return byPreference[bits.TrailingZeros16(uint16(c))] }

// Infeasible is the rank of a conversion that isn't automatic.
const Infeasible = 255

// rank is the rank of a conversion in the specification; behind these come the scalars that
// WGSL lacks.
func rank(from, to ir.Scalar) uint8 {
	r := uint8(0)
	switch {
	case from == to:
		return 0
	case from == ir.AbstractFloat:
		r = floatRanks[to]
	case from == ir.AbstractInt:
		r = intRanks[to]
	}
	if r == 0 {
		return Infeasible
	}
	return r
}

// The ranks of abstract types; 0 is none.
var (
	floatRanks = [ir.AbstractInt + 1]uint8{ir.F32: 1, ir.F16: 2, ir.F64: 3}
	intRanks   = [ir.AbstractInt + 1]uint8{ir.I32: 3, ir.U32: 4, ir.AbstractFloat: 5, ir.F32: 6, ir.F16: 7,
		ir.I64: 8, ir.U64: 9, ir.F64: 10, ir.I16: 11, ir.U16: 12, ir.I8: 13, ir.U8: 14}
)

// Rank is the conversion rank from one value type to another: 0 if they are the
// same, Infeasible if there is no automatic conversion. References are not
// types here: load first.
func Rank(m *ir.Module, from, to ir.TypeID) int {
	if from == to {
		return 0
	}
	for {
		f, t := m.Types.At(from), m.Types.At(to)
		if f.Kind != t.Kind {
			return Infeasible
		}
		switch f.Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
			if f.Rows != t.Rows || f.Columns != t.Columns {
				return Infeasible
			}
			return int(rank(f.Scalar, t.Scalar))
		case ir.TypeArray:
			if f.Length != t.Length || f.Length == 0 {
				return Infeasible
			}
			from, to = f.Base, t.Base
			if from == to {
				return 0
			}
		case ir.TypeStruct:
			a, b := &m.Structs[f.Struct], &m.Structs[t.Struct]
			if a.Special != b.Special || a.Special != ir.SpecialModf && a.Special != ir.SpecialFrexp {
				return Infeasible
			}
			from, to = a.Param, b.Param
		default:
			return Infeasible
		}
	}
}

// IsAbstract reports whether a type is or contains an abstract numeric type.
func IsAbstract(m *ir.Module, t ir.TypeID) bool {
	for {
		switch ty := m.Types.At(t); ty.Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
			return ty.Scalar.IsAbstract()
		case ir.TypeArray:
			t = ty.Base
		case ir.TypeStruct:
			if t = m.Structs[ty.Struct].Param; t == 0 {
				return false
			}
		default:
			return false
		}
	}
}

// Concretize is the concretization of a type: the concrete type of the lowest
// conversion rank; the type itself if it is concrete.
func Concretize(m *ir.Module, t ir.TypeID) ir.TypeID {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		switch ty.Scalar {
		case ir.AbstractInt:
			return m.Types.WithScalar(t, ir.I32)
		case ir.AbstractFloat:
			return m.Types.WithScalar(t, ir.F32)
		}
	case ir.TypeArray:
		if !IsAbstract(m, t) {
			return t
		}
		length := ty.Length
		return m.Types.Array(Concretize(m, ty.Base), length)
	case ir.TypeStruct:
		if s := &m.Structs[ty.Struct]; s.Special != ir.NotSpecial && s.Param != 0 && IsAbstract(m, s.Param) {
			return m.SpecialStruct(s.Special, Concretize(m, s.Param))
		}
	}
	return t
}

// Common is the type that values of all the given types convert to, with the least
// preferable conversion of each as preferable as can be: the rule for the elements of
// array(...) and for other places that want one type. It is 0 if there is none. If runtime
// is set it is concrete.
func Common(m *ir.Module, types []ir.TypeID, runtime bool) ir.TypeID {
	if len(types) == 0 {
		return 0
	}
	best := types[0]
	for _, t := range types[1:] {
		if t == best {
			continue
		}
		if Rank(m, t, best) == Infeasible {
			if Rank(m, best, t) == Infeasible {
				return 0
			}
			best = t
		}
	}
	if runtime {
		best = Concretize(m, best)
	}
	for _, t := range types {
		if Rank(m, t, best) == Infeasible {
			return 0
		}
	}
	return best
}
