package ir

import (
	"math"

	"refract/internal/num"
)

// Scalar is a scalar type: a kind and a width in one byte.
type Scalar uint8

const (
	NoScalar Scalar = iota
	Bool
	I8
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F16
	F32
	F64

	// AbstractFloat and AbstractInt are the types of WGSL's constants before they become
	// concrete. Front ends and internal/ir/consteval use them; the validator rejects modules that
	// contain them.
	AbstractFloat
	AbstractInt
	numScalars
)

// ScalarKind is the interpretation of a scalar's bits.
type ScalarKind uint8

const (
	NoKind ScalarKind = iota
	BoolKind
	SintKind
	UintKind
	FloatKind
)

var scalars = [numScalars]struct {
	name string
	kind ScalarKind
	bits uint8
}{
	NoScalar: {"none", NoKind, 0},
	Bool:     {"bool", BoolKind, 1},
	I8:       {"i8", SintKind, 8},
	U8:       {"u8", UintKind, 8},
	I16:      {"i16", SintKind, 16},
	U16:      {"u16", UintKind, 16},
	I32:      {"i32", SintKind, 32},
	U32:      {"u32", UintKind, 32},
	I64:      {"i64", SintKind, 64},
	U64:      {"u64", UintKind, 64},
	F16:      {"f16", FloatKind, 16},
	F32:      {"f32", FloatKind, 32},
	F64:      {"f64", FloatKind, 64},

	AbstractFloat: {"abstract-float", FloatKind, 64},
	AbstractInt:   {"abstract-int", SintKind, 64},
}

func (s Scalar) String() string { return scalars[s].name }

// Kind is the interpretation of the scalar's bits.
func (s Scalar) Kind() ScalarKind { return scalars[s].kind }

// Bits is the width in bits: 1 for Bool.
func (s Scalar) Bits() int { return int(scalars[s].bits) }

// Bytes is the size in host-shareable memory; 4 for Bool, which lives only in
// memory that the host can't see.
func (s Scalar) Bytes() uint32 {
	if s == Bool {
		return 4
	}
	return uint32(scalars[s].bits) / 8
}

// HalfSize is the scalar of 16 bits of the same kind as one of 32; ok is false for others.
func HalfSize(s Scalar) (half Scalar, ok bool) {
	switch s {
	case F32:
		return F16, true
	case I32:
		return I16, true
	case U32:
		return U16, true
	}
	return s, false
}

// IsFloat reports whether the scalar is a float.
func (s Scalar) IsFloat() bool { return scalars[s].kind == FloatKind }

// IsInteger reports whether the scalar is an integer, signed or not.
func (s Scalar) IsInteger() bool { k := scalars[s].kind; return k == SintKind || k == UintKind }

// IsSigned reports whether the scalar is a signed integer.
func (s Scalar) IsSigned() bool { return scalars[s].kind == SintKind }

// IsNumeric reports whether the scalar is a number: anything but a bool.
func (s Scalar) IsNumeric() bool { return s > Bool && s < numScalars }

// IsAbstract reports whether the scalar is AbstractFloat or AbstractInt.
func (s Scalar) IsAbstract() bool { return s == AbstractFloat || s == AbstractInt }

// Signed returns the signed integer of the same width.
func (s Scalar) Signed() Scalar { return ScalarOf(SintKind, s.Bits()) }

// Unsigned returns the unsigned integer of the same width.
func (s Scalar) Unsigned() Scalar { return ScalarOf(UintKind, s.Bits()) }

// ScalarOf returns the scalar of a kind and width in bits, or NoScalar.
func ScalarOf(k ScalarKind, bits int) Scalar {
	for s := Bool; s < numScalars; s++ {
		if scalars[s].kind == k && int(scalars[s].bits) == bits {
			return s
		}
	}
	return NoScalar
}

// Float is the value of the bits of a float scalar of 16, 32 or 64 bits.
func (s Scalar) Float(bits uint64) float64 {
	switch s {
	case F16:
		return num.F16(bits).F64()
	case F32:
		return float64(math.Float32frombits(uint32(bits)))
	case F64:
		return math.Float64frombits(bits)
	}
	panic("ir: no float " + s.String())
}

// FloatBits are the bits of the value of a float scalar of 16, 32 or 64 bits that is
// nearest to v.
func (s Scalar) FloatBits(v float64) uint64 {
	switch s {
	case F16:
		return uint64(num.F16FromF64(v))
	case F32:
		return uint64(math.Float32bits(float32(v)))
	case F64:
		return math.Float64bits(v)
	}
	panic("ir: no float " + s.String())
}

// A ScalarSet is a set of scalar types.
type ScalarSet uint16

// Scalars is the set of the given scalars.
func Scalars(list ...Scalar) (s ScalarSet) {
	for _, x := range list {
		s |= 1 << x
	}
	return s
}

// Has reports whether a scalar is in the set.
func (s ScalarSet) Has(x Scalar) bool { return s>>x&1 != 0 }
