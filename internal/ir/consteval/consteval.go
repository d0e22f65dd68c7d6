// Package consteval evaluates const- and override-expressions (WGSL sections
// "const Expressions" and "override Expressions"): one evaluator for front ends,
// for the substitution of overrides and for every transform that folds.
//
// # Values
//
// A Value is a type and one word. The word of a scalar is its bits, extended
// with zeros to 64: an AbstractInt is an int64, an AbstractFloat the bits of a
// float64, a bool 0 or 1. A composite lies flattened in its Evaluator's pool,
// one word per scalar, in memory order (a matrix column by column), and the
// word is its position there; position 0 stands for the zero value of any type,
// so that array<f32, 1000000>() costs nothing. Evaluating scalars never
// allocates.
//
// # Errors
//
// Each operation reports the errors that WGSL requires before the shader runs: an overflow
// of an abstract integer, a value that its new type can't hold, division by zero, a shift
// by too much, an infinity or NaN, and the conditions that single functions state. Concrete
// integers wrap. The caller knows whether it is a shader-creation or a pipeline-creation
// error, and its place. If Total is set there are no such errors: operations are total, as
// the IR defines them, for languages that fold without complaint.
package consteval

import (
	"math"
	"slices"

	"refract/ir"
)

// Value is the value of an expression. The zero Value is no value: an unknown
// operand, to Check.
type Value struct {
	Type ir.TypeID
	Bits uint64 // a scalar's bits; a composite's position in the pool, or 0
}

// Evaluator evaluates expressions of one module. It must be started. Values
// belong to the evaluator that made them, and live until it is started again.
type Evaluator struct {
	Total bool // operations are total: see the package's comment

	// MaxScalars bounds the scalars of composites that aren't zero, all together; 0:
	// no more than the package's own limit.
	MaxScalars int

	m     *ir.Module
	pool  []uint64 // [0] is unused
	sizes []uint32 // scalars of a value, by type; 0: not known yet
	parts []ir.ExprID

	overrides     Overrides
	module, local evaluation
}

// Limits on the memory of composites that aren't zero: a single one, and all of
// an evaluator together.
const (
	MaxComponents = 1 << 20
	maxPool       = 1 << 23
	maxNesting    = 255
)

// tooMany is the size of a type that a value other than zero can't have.
const tooMany = math.MaxUint32

// Start makes the evaluator ready for a module and keeps its memory. Values made
// before become invalid.
func (e *Evaluator) Start(m *ir.Module) {
	e.m = m
	e.pool = append(e.pool[:0], 0)
	clear(e.sizes)
	e.Forget()
}

// Fork makes the evaluator ready for a module that contains all of of's, with the values
// that of has computed up to now.
func (e *Evaluator) Fork(of *Evaluator, m *ir.Module) {
	e.Total, e.MaxScalars, e.m = of.Total, of.MaxScalars, m
	e.pool = slices.Clip(of.pool)
	e.sizes = append(e.sizes[:0], of.sizes...)
	e.Forget()
}

// Used is how much memory values have, in scalars.
func (e *Evaluator) Used() int { return len(e.pool) }

// Fits reports whether values of so many more scalars are less than half of the limit.
func (e *Evaluator) Fits(more int) bool {
	n := len(e.pool) + more
	return n <= maxPool/2 && (e.MaxScalars == 0 || n <= e.MaxScalars/2)
}

// ForgetTypes forgets the sizes of types, from one on.
func (e *Evaluator) ForgetTypes(from ir.TypeID) { e.sizes = e.sizes[:min(len(e.sizes), int(from))] }

// Making values.

// Bits is the scalar of a type with the given bits.
func Bits(t ir.TypeID, bits uint64) Value { return Value{t, bits} }

// Zero is the zero value of a type.
func Zero(t ir.TypeID) Value { return Value{t, 0} }

// Int is an AbstractInt.
func Int(v int64) Value { return Value{ir.TypeAbstractInt, uint64(v)} }

// Float is an AbstractFloat.
func Float(v float64) Value { return Value{ir.TypeAbstractFloat, math.Float64bits(v)} }

// Bool is a bool.
func Bool(v bool) Value { return Value{ir.TypeBool, bit(v)} }

// I32 is an i32.
func I32(v int32) Value { return Value{ir.TypeI32, uint64(uint32(v))} }

// U32 is a u32.
func U32(v uint32) Value { return Value{ir.TypeU32, uint64(v)} }

// F32 is an f32.
func F32(v float32) Value { return Value{ir.TypeF32, uint64(math.Float32bits(v))} }

func bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// Reading values.

// IsKnown reports whether there is a value at all.
func (v Value) IsKnown() bool { return v.Type != 0 }

// True reports whether a bool is true.
func (v Value) True() bool { return v.Bits != 0 }

// isScalar reports whether a type is a scalar; the handles of scalars come
// first.
func isScalar(t ir.TypeID) bool { return t <= ir.TypeAbstractInt }

// Integer is the value of an integer scalar, and whether it is one and fits.
func (v Value) Integer() (int64, bool) {
	switch s := ir.Scalar(v.Type); {
	case !isScalar(v.Type) || !s.IsInteger():
		return 0, false
	case s.IsSigned():
		shift := 64 - s.Bits()
		return int64(v.Bits<<shift) >> shift, true
	}
	return int64(v.Bits), int64(v.Bits) >= 0
}

// Component is the i-th scalar of a value, in memory order; of a scalar, itself.
func (e *Evaluator) Component(v Value, i int) Value {
	return Value{ir.ScalarTypeOf(e.m.Types.ScalarOf(v.Type)), e.at(v, i)}
}

// Len is the number of scalars that a value of a type has. It is at least MaxComponents+1
// if only zero can be held.
func (e *Evaluator) Len(t ir.TypeID) int { return int(e.size(t)) }

// IsZero reports whether all bits of a value are zero.
func (e *Evaluator) IsZero(v Value) bool { return v.Bits == 0 }

// Equal reports whether two values of one type have the same bits.
func (e *Evaluator) Equal(a, b Value) bool {
	if a.Type != b.Type || (a.Bits == 0) != (b.Bits == 0) {
		return false
	}
	if a.Bits == b.Bits {
		return true
	}
	if isScalar(a.Type) {
		return false
	}
	for i := range uint64(e.size(a.Type)) {
		if e.pool[a.Bits+i] != e.pool[b.Bits+i] {
			return false
		}
	}
	return true
}

// at is the word of the i-th scalar; of a scalar, its own for every i.
func (e *Evaluator) at(v Value, i int) uint64 {
	switch {
	case isScalar(v.Type):
		return v.Bits
	case v.Bits == 0:
		return 0
	}
	return e.pool[v.Bits+uint64(i)]
}

// size is the number of scalars of a value of a type, or tooMany.
func (e *Evaluator) size(t ir.TypeID) uint32 {
	if isScalar(t) {
		return 1
	}
	return e.measure(t, 0)
}

func (e *Evaluator) measure(t ir.TypeID, depth int) uint32 {
	if int(t) < len(e.sizes) && e.sizes[t] != 0 {
		return e.sizes[t]
	}
	if depth > maxNesting {
		return tooMany
	}
	var n uint64
	switch ty := e.m.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		n = 1
	case ir.TypeVector:
		n = uint64(ty.Rows)
	case ir.TypeMatrix:
		n = uint64(ty.Columns) * uint64(ty.Rows)
	case ir.TypeArray:
		n = uint64(ty.Length) * uint64(e.measure(ty.Base, depth+1))
	case ir.TypeStruct:
		for i := range e.m.Structs[ty.Struct].Members {
			n += uint64(e.measure(e.m.Structs[ty.Struct].Members[i].Type, depth+1))
		}
	}
	if n == 0 || n > MaxComponents {
		n = tooMany
	}
	if n := e.m.Types.Len(); int(t) >= len(e.sizes) {
		e.sizes = append(e.sizes, make([]uint32, n-len(e.sizes))...)
	}
	e.sizes[t] = uint32(n)
	return uint32(n)
}

// alloc makes room for a composite of a type and returns its position.
func (e *Evaluator) alloc(t ir.TypeID) (uint64, *Error) {
	n := e.size(t)
	if n == tooMany || len(e.pool)+int(n) > maxPool || e.MaxScalars != 0 && len(e.pool)+int(n) > e.MaxScalars {
		return 0, errorf(CodeTooLarge, "this constant has too many components")
	}
	at := len(e.pool)
	e.pool = slices.Grow(e.pool, int(n))[:at+int(n)]
	clear(e.pool[at:])
	return uint64(at), nil
}

// finish turns the scalars written at a position into a value: the zero value if all of it
// is zero.
func (e *Evaluator) finish(t ir.TypeID, at uint64) Value {
	for _, w := range e.pool[at:] {
		if w != 0 {
			return Value{t, at}
		}
	}
	e.pool = e.pool[:at]
	return Value{t, 0}
}
