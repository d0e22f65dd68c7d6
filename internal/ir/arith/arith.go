// Package arith ties the scalar operations of internal/num to the operators and
// functions of the module IR: a table per kind of operation, indexed by operation
// and scalar type, of functions on bits. All are total, as WGSL defines them.
// Entries that no valid module reaches are nil.
package arith

import (
	"math"
	"sync"

	"refract/internal/builtin/row"
	"refract/internal/num"
	"refract/ir"
)

// Fn1, Fn2 and Fn3 compute bits from bits; bits above a scalar's size are zero.
type (
	Fn1 func(a uint64) uint64
	Fn2 func(a, b uint64) uint64
	Fn3 func(a, b, c uint64) uint64
)

// ScalarCount is the number of scalar types; tables are indexed by
// operation*ScalarCount + scalar.
const ScalarCount = 16

// Index is the place of an operation on a scalar type in its table; in Convert,
// that of a conversion from the first to the second.
func Index[O ~uint8](op O, s ir.Scalar) int { return int(op)*ScalarCount + int(s) }

// The tables, which Fill fills.
var (
	Unary   [3 * ScalarCount]Fn1
	Binary  [18 * ScalarCount]Fn2
	Math1   [128 * ScalarCount]Fn1
	Math2   [128 * ScalarCount]Fn2
	Math3   [128 * ScalarCount]Fn3
	Convert [ScalarCount * ScalarCount]Fn1 // from*ScalarCount + to
	IsNaN   [ScalarCount]Fn1
	IsInf   [ScalarCount]Fn1
)

// Bits to Go values and back.

func intBits[T num.Int](x T) uint64 { return uint64(x) & (1<<num.Width[T]() - 1) }
func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
func f32Of(b uint64) float32 { return math.Float32frombits(uint32(b)) }
func f32Bits(x float32) uint64 {
	return uint64(math.Float32bits(x))
}

// A floatType holds the differences of the three float types.
type floatType[F any] struct {
	of   func(uint64) F
	bits func(F) uint64
}

var (
	half   = floatType[num.F16]{func(b uint64) num.F16 { return num.F16(b) }, func(x num.F16) uint64 { return uint64(x) }}
	single = floatType[float32]{f32Of, f32Bits}
	double = floatType[float64]{math.Float64frombits, math.Float64bits}
)

// Fill fills the tables, once. Readers call it before.
func Fill() { filled.Do(fillAll) }

var filled sync.Once

func fillAll() {
	initBool()
	initInt[int8](ir.I8)
	initInt[uint8](ir.U8)
	initInt[int16](ir.I16)
	initInt[uint16](ir.U16)
	initInt[int32](ir.I32)
	initInt[uint32](ir.U32)
	initInt[int64](ir.I64)
	initInt[uint64](ir.U64)
	initF16()
	initF32()
	initF64()
}

func initBool() {
	s := ir.Bool
	Unary[Index(ir.LogicalNot, s)] = func(a uint64) uint64 { return a ^ 1 }
	and := func(a, b uint64) uint64 { return a & b }
	or := func(a, b uint64) uint64 { return a | b }
	xor := func(a, b uint64) uint64 { return a ^ b }
	Binary[Index(ir.And, s)], Binary[Index(ir.LogicalAnd, s)] = and, and
	Binary[Index(ir.Or, s)], Binary[Index(ir.LogicalOr, s)] = or, or
	Binary[Index(ir.Xor, s)] = xor
	Binary[Index(ir.Ne, s)] = xor
	Binary[Index(ir.Eq, s)] = func(a, b uint64) uint64 { return a ^ b ^ 1 }
	Convert[Index(s, s)] = func(a uint64) uint64 { return a }
}

// initInt fills the tables for one integer type.
func initInt[T num.Int](s ir.Scalar) {
	one := func(f func(T) T) Fn1 { return func(a uint64) uint64 { return intBits(f(T(a))) } }
	two := func(f func(T, T) T) Fn2 { return func(a, b uint64) uint64 { return intBits(f(T(a), T(b))) } }
	three := func(f func(T, T, T) T) Fn3 {
		return func(a, b, c uint64) uint64 { return intBits(f(T(a), T(b), T(c))) }
	}
	shift := func(f func(T, uint32) T) Fn2 { return func(a, b uint64) uint64 { return intBits(f(T(a), uint32(b))) } }
	test := func(f func(T, T) bool) Fn2 { return func(a, b uint64) uint64 { return boolBits(f(T(a), T(b))) } }

	Unary[Index(ir.Negate, s)] = one(num.Neg[T])
	Unary[Index(ir.BitwiseNot, s)] = one(func(a T) T { return ^a })
	for op, f := range map[ir.BinaryOp]Fn2{
		ir.Add: two(num.Add[T]), ir.Sub: two(num.Sub[T]), ir.Mul: two(num.Mul[T]), ir.Div: two(num.Div[T]), ir.Rem: two(num.Rem[T]),
		ir.And: two(func(a, b T) T { return a & b }),
		ir.Or:  two(func(a, b T) T { return a | b }),
		ir.Xor: two(func(a, b T) T { return a ^ b }),
		ir.Shl: shift(num.Shl[T]), ir.Shr: shift(num.Shr[T]),
		ir.Eq: test(func(a, b T) bool { return a == b }),
		ir.Ne: test(func(a, b T) bool { return a != b }),
		ir.Lt: test(func(a, b T) bool { return a < b }),
		ir.Le: test(func(a, b T) bool { return a <= b }),
		ir.Gt: test(func(a, b T) bool { return a > b }),
		ir.Ge: test(func(a, b T) bool { return a >= b }),
	} {
		Binary[Index(op, s)] = f
	}
	for op, f := range map[ir.MathOp]Fn1{
		ir.MathAbs: one(num.Abs[T]), ir.MathSign: one(num.Sign[T]),
		ir.MathCountTrailingZeros: one(num.CountTrailingZeros[T]), ir.MathCountLeadingZeros: one(num.CountLeadingZeros[T]),
		ir.MathCountOneBits: one(num.CountOneBits[T]), ir.MathReverseBits: one(num.ReverseBits[T]),
		ir.MathFirstTrailingBit: one(num.FirstTrailingBit[T]), ir.MathFirstLeadingBit: one(num.FirstLeadingBit[T]),
	} {
		Math1[Index(op, s)] = f
	}
	Math2[Index(ir.MathMin, s)] = two(num.Min[T])
	Math2[Index(ir.MathMax, s)] = two(num.Max[T])
	Math3[Index(ir.MathClamp, s)] = three(num.Clamp[T])

	Convert[Index(s, ir.Bool)] = func(a uint64) uint64 { return boolBits(T(a) != 0) }
	Convert[Index(ir.Bool, s)] = func(a uint64) uint64 { return a }
	for to, f := range map[ir.Scalar]Fn1{
		ir.I8: cast[T, int8], ir.U8: cast[T, uint8], ir.I16: cast[T, int16], ir.U16: cast[T, uint16],
		ir.I32: cast[T, int32], ir.U32: cast[T, uint32], ir.I64: cast[T, int64], ir.U64: cast[T, uint64],
		ir.F16: func(a uint64) uint64 { return uint64(num.F16FromInt(T(a))) },
		ir.F32: func(a uint64) uint64 { return f32Bits(num.F32FromInt(T(a))) },
		ir.F64: func(a uint64) uint64 { return math.Float64bits(num.F64FromInt(T(a))) },
	} {
		Convert[Index(s, to)] = f
	}
	Convert[Index(ir.F16, s)] = func(a uint64) uint64 { return intBits(num.IntFromF16[T](num.F16(a))) }
	Convert[Index(ir.F32, s)] = func(a uint64) uint64 { return intBits(num.IntFromF32[T](f32Of(a))) }
	Convert[Index(ir.F64, s)] = func(a uint64) uint64 { return intBits(num.IntFromF64[T](math.Float64frombits(a))) }
}

func cast[T, U num.Int](a uint64) uint64 { return intBits(U(T(a))) }

// floatRows are the operations of one float type.
type floatRows[F any] struct {
	unary   map[ir.UnaryOp]func(F) F
	binary  map[ir.BinaryOp]func(F, F) F
	compare map[ir.BinaryOp]func(F, F) bool
}

// fill enters the operations of a float type into the tables.
func fill[F any](s ir.Scalar, t floatType[F], rows floatRows[F]) {
	of, bits := t.of, t.bits
	for op, f := range rows.unary {
		Unary[Index(op, s)] = func(a uint64) uint64 { return bits(f(of(a))) }
	}
	for op, f := range rows.binary {
		Binary[Index(op, s)] = func(a, b uint64) uint64 { return bits(f(of(a), of(b))) }
	}
	for op, f := range rows.compare {
		Binary[Index(op, s)] = func(a, b uint64) uint64 { return boolBits(f(of(a), of(b))) }
	}
}

// fillMath enters the math functions of a float type, which pick takes out of a row.
func fillMath[F any](s ir.Scalar, t floatType[F], pick func(r *row.Row) (one func(F) F, two func(a, b F) F, three func(a, b, c F) F)) {
	of, bits := t.of, t.bits
	for i := range row.Count {
		op := ir.MathOp(i)
		one, two, three := pick(row.Of(op))
		if one != nil {
			Math1[Index(op, s)] = func(a uint64) uint64 { return bits(one(of(a))) }
		}
		if two != nil {
			Math2[Index(op, s)] = func(a, b uint64) uint64 { return bits(two(of(a), of(b))) }
		}
		if three != nil {
			Math3[Index(op, s)] = func(a, b, c uint64) uint64 { return bits(three(of(a), of(b), of(c))) }
		}
	}
}

func initF16() {
	s := ir.F16
	fill(s, half, floatRows[num.F16]{
		unary:  map[ir.UnaryOp]func(a num.F16) num.F16{ir.Negate: num.NegF16},
		binary: map[ir.BinaryOp]func(a, b num.F16) num.F16{ir.Add: num.AddF16, ir.Sub: num.SubF16, ir.Mul: num.MulF16, ir.Div: num.DivF16, ir.Rem: num.RemF16},
		compare: map[ir.BinaryOp]func(a, b num.F16) bool{
			ir.Eq: num.EqF16, ir.Lt: num.LtF16, ir.Le: num.LeF16,
			ir.Ne: func(a, b num.F16) bool { return !num.EqF16(a, b) },
			ir.Gt: func(a, b num.F16) bool { return num.LtF16(b, a) },
			ir.Ge: func(a, b num.F16) bool { return num.LeF16(b, a) },
		},
	})
	fillMath(s, half, func(r *row.Row) (func(num.F16) num.F16, func(a, b num.F16) num.F16, func(a, b, c num.F16) num.F16) {
		return r.One.F16, r.Two.F16, r.Three.F16
	})
	Math2[Index(ir.MathLdexp, s)] = func(a, b uint64) uint64 { return uint64(num.LdexpF16(num.F16(a), int32(b))) }
	IsNaN[s] = func(a uint64) uint64 { return boolBits(num.F16(a).IsNaN()) }
	IsInf[s] = func(a uint64) uint64 { return boolBits(num.F16(a).IsInf()) }
	Convert[Index(s, s)] = func(a uint64) uint64 { return a }
	Convert[Index(s, ir.F32)] = func(a uint64) uint64 { return f32Bits(num.F16(a).F32()) }
	Convert[Index(s, ir.F64)] = func(a uint64) uint64 { return math.Float64bits(num.F16(a).F64()) }
	Convert[Index(s, ir.Bool)] = func(a uint64) uint64 { return boolBits(num.BoolFromF16(num.F16(a))) }
	Convert[Index(ir.Bool, s)] = func(a uint64) uint64 { return uint64(num.F16FromBool(a != 0)) }
}

func initF32() {
	s := ir.F32
	fill(s, single, floatRows[float32]{
		unary:  map[ir.UnaryOp]func(a float32) float32{ir.Negate: num.NegF32},
		binary: map[ir.BinaryOp]func(a, b float32) float32{ir.Add: num.AddF32, ir.Sub: num.SubF32, ir.Mul: num.MulF32, ir.Div: num.DivF32, ir.Rem: num.RemF32},
		compare: map[ir.BinaryOp]func(a, b float32) bool{
			ir.Eq: func(a, b float32) bool { return a == b }, ir.Ne: func(a, b float32) bool { return a != b },
			ir.Lt: func(a, b float32) bool { return a < b }, ir.Le: func(a, b float32) bool { return a <= b },
			ir.Gt: func(a, b float32) bool { return a > b }, ir.Ge: func(a, b float32) bool { return a >= b },
		},
	})
	fillMath(s, single, func(r *row.Row) (func(float32) float32, func(a, b float32) float32, func(a, b, c float32) float32) {
		return r.One.F32, r.Two.F32, r.Three.F32
	})
	Math2[Index(ir.MathLdexp, s)] = func(a, b uint64) uint64 { return f32Bits(num.LdexpF32(f32Of(a), int32(b))) }
	IsNaN[s] = func(a uint64) uint64 { return boolBits(uint32(a)&0x7fff_ffff > 0x7f80_0000) }
	IsInf[s] = func(a uint64) uint64 { return boolBits(uint32(a)&0x7fff_ffff == 0x7f80_0000) }
	Convert[Index(s, ir.F16)] = func(a uint64) uint64 { return uint64(num.F16FromF32(f32Of(a))) }
	Convert[Index(s, s)] = func(a uint64) uint64 { return a }
	Convert[Index(s, ir.F64)] = func(a uint64) uint64 { return math.Float64bits(num.F64FromF32(f32Of(a))) }
	Convert[Index(s, ir.Bool)] = func(a uint64) uint64 { return boolBits(num.BoolFromF32(f32Of(a))) }
	Convert[Index(ir.Bool, s)] = func(a uint64) uint64 { return f32Bits(num.F32FromBool(a != 0)) }
}

func initF64() {
	s := ir.F64
	fill(s, double, floatRows[float64]{
		unary:  map[ir.UnaryOp]func(a float64) float64{ir.Negate: num.NegF64},
		binary: map[ir.BinaryOp]func(a, b float64) float64{ir.Add: num.AddF64, ir.Sub: num.SubF64, ir.Mul: num.MulF64, ir.Div: num.DivF64, ir.Rem: num.RemF64},
		compare: map[ir.BinaryOp]func(a, b float64) bool{
			ir.Eq: func(a, b float64) bool { return a == b }, ir.Ne: func(a, b float64) bool { return a != b },
			ir.Lt: func(a, b float64) bool { return a < b }, ir.Le: func(a, b float64) bool { return a <= b },
			ir.Gt: func(a, b float64) bool { return a > b }, ir.Ge: func(a, b float64) bool { return a >= b },
		},
	})
	fillMath(s, double, func(r *row.Row) (func(float64) float64, func(a, b float64) float64, func(a, b, c float64) float64) {
		return r.One.F64, r.Two.F64, r.Three.F64
	})
	Math2[Index(ir.MathLdexp, s)] = func(a, b uint64) uint64 {
		return math.Float64bits(num.LdexpF64(math.Float64frombits(a), int32(b)))
	}
	IsNaN[s] = func(a uint64) uint64 { return boolBits(math.Float64frombits(a) != math.Float64frombits(a)) }
	IsInf[s] = func(a uint64) uint64 { return boolBits(math.IsInf(math.Float64frombits(a), 0)) }
	Convert[Index(s, ir.F16)] = func(a uint64) uint64 { return uint64(num.F16FromF64(math.Float64frombits(a))) }
	Convert[Index(s, ir.F32)] = func(a uint64) uint64 { return f32Bits(num.F32FromF64(math.Float64frombits(a))) }
	Convert[Index(s, s)] = func(a uint64) uint64 { return a }
	Convert[Index(s, ir.Bool)] = func(a uint64) uint64 { return boolBits(num.BoolFromF64(math.Float64frombits(a))) }
	Convert[Index(ir.Bool, s)] = func(a uint64) uint64 { return math.Float64bits(num.F64FromBool(a != 0)) }
}
