package op

// This file folds: it computes what an operation makes of known components, with
// the very functions that the interpreter uses.

import (
	"refract/ir"
	"refract/ir/arith"
)

// table says where an operation's function is.
type table uint8

const (
	noTable table = iota
	unaryTable
	binaryTable
	math1Table
	math2Table
	math3Table
)

type folding struct {
	table table
	code  uint8 // UnaryOp, BinaryOp or MathOp
}

var foldings = [Count]folding{
	FNeg: {unaryTable, uint8(ir.Negate)}, INeg: {unaryTable, uint8(ir.Negate)},

	FAdd: {binaryTable, uint8(ir.Add)}, IAdd: {binaryTable, uint8(ir.Add)},
	FSub: {binaryTable, uint8(ir.Sub)}, ISub: {binaryTable, uint8(ir.Sub)},
	FMul: {binaryTable, uint8(ir.Mul)}, IMul: {binaryTable, uint8(ir.Mul)},
	FDiv: {binaryTable, uint8(ir.Div)}, IDiv: {binaryTable, uint8(ir.Div)}, UDiv: {binaryTable, uint8(ir.Div)},
	FRem: {binaryTable, uint8(ir.Rem)}, IRem: {binaryTable, uint8(ir.Rem)}, URem: {binaryTable, uint8(ir.Rem)},
	IAnd: {binaryTable, uint8(ir.And)}, IOr: {binaryTable, uint8(ir.Or)}, IXor: {binaryTable, uint8(ir.Xor)},
	IShl: {binaryTable, uint8(ir.Shl)}, IShr: {binaryTable, uint8(ir.Shr)}, UShr: {binaryTable, uint8(ir.Shr)},
	FLt: {binaryTable, uint8(ir.Lt)}, ILt: {binaryTable, uint8(ir.Lt)}, ULt: {binaryTable, uint8(ir.Lt)},
	FLe: {binaryTable, uint8(ir.Le)}, ILe: {binaryTable, uint8(ir.Le)}, ULe: {binaryTable, uint8(ir.Le)},
	FEq: {binaryTable, uint8(ir.Eq)}, IEq: {binaryTable, uint8(ir.Eq)},
	FNeu: {binaryTable, uint8(ir.Ne)}, INe: {binaryTable, uint8(ir.Ne)},

	FAbs: {math1Table, uint8(ir.MathAbs)}, IAbs: {math1Table, uint8(ir.MathAbs)},
	FSign: {math1Table, uint8(ir.MathSign)}, ISign: {math1Table, uint8(ir.MathSign)},
	FFloor: {math1Table, uint8(ir.MathFloor)}, FCeil: {math1Table, uint8(ir.MathCeil)}, FTrunc: {math1Table, uint8(ir.MathTrunc)},
	FRoundEven: {math1Table, uint8(ir.MathRound)}, FFract: {math1Table, uint8(ir.MathFract)}, FSqrt: {math1Table, uint8(ir.MathSqrt)},
	FRsq: {math1Table, uint8(ir.MathInverseSqrt)}, FExp: {math1Table, uint8(ir.MathExp)}, FExp2: {math1Table, uint8(ir.MathExp2)},
	FLog: {math1Table, uint8(ir.MathLog)}, FLog2: {math1Table, uint8(ir.MathLog2)}, FSin: {math1Table, uint8(ir.MathSin)},
	FCos: {math1Table, uint8(ir.MathCos)}, FTan: {math1Table, uint8(ir.MathTan)}, FAsin: {math1Table, uint8(ir.MathAsin)},
	FAcos: {math1Table, uint8(ir.MathAcos)}, FAtan: {math1Table, uint8(ir.MathAtan)}, FSinh: {math1Table, uint8(ir.MathSinh)},
	FCosh: {math1Table, uint8(ir.MathCosh)}, FTanh: {math1Table, uint8(ir.MathTanh)}, FAsinh: {math1Table, uint8(ir.MathAsinh)},
	FAcosh: {math1Table, uint8(ir.MathAcosh)}, FAtanh: {math1Table, uint8(ir.MathAtanh)}, FRadians: {math1Table, uint8(ir.MathRadians)},
	FDegrees: {math1Table, uint8(ir.MathDegrees)}, FSat: {math1Table, uint8(ir.MathSaturate)},
	FQuantizeToF16: {math1Table, uint8(ir.MathQuantizeToF16)},
	BitCount:       {math1Table, uint8(ir.MathCountOneBits)}, BitReverse: {math1Table, uint8(ir.MathReverseBits)},
	UClz: {math1Table, uint8(ir.MathCountLeadingZeros)}, UCtz: {math1Table, uint8(ir.MathCountTrailingZeros)},
	FindLSB: {math1Table, uint8(ir.MathFirstTrailingBit)}, UFindMSB: {math1Table, uint8(ir.MathFirstLeadingBit)},
	IFindMSB: {math1Table, uint8(ir.MathFirstLeadingBit)},

	FMin: {math2Table, uint8(ir.MathMin)}, IMin: {math2Table, uint8(ir.MathMin)}, UMin: {math2Table, uint8(ir.MathMin)},
	FMax: {math2Table, uint8(ir.MathMax)}, IMax: {math2Table, uint8(ir.MathMax)}, UMax: {math2Table, uint8(ir.MathMax)},
	FPow: {math2Table, uint8(ir.MathPow)}, FAtan2: {math2Table, uint8(ir.MathAtan2)}, FStep: {math2Table, uint8(ir.MathStep)},
	FLdexp: {math2Table, uint8(ir.MathLdexp)},

	FFma: {math3Table, uint8(ir.MathFma)}, FClamp: {math3Table, uint8(ir.MathClamp)}, IClamp: {math3Table, uint8(ir.MathClamp)},
	UClamp: {math3Table, uint8(ir.MathClamp)}, FMix: {math3Table, uint8(ir.MathMix)}, FSmoothStep: {math3Table, uint8(ir.MathSmoothStep)},
}

// ScalarFor is the scalar type that an operation reads components of a size as
// in place k.
func (o Op) ScalarFor(k, bits int) ir.Scalar {
	srcs := infos[o].Srcs
	return scalarOf(srcs[min(k, len(srcs)-1)].Base, bits)
}

func scalarOf(b Base, bits int) ir.Scalar {
	switch {
	case bits == 1:
		return ir.Bool
	case b == Float:
		return ir.ScalarOf(ir.FloatKind, bits)
	case b == Int:
		return ir.ScalarOf(ir.SintKind, bits)
	}
	return ir.ScalarOf(ir.UintKind, bits)
}

// Fold computes one component of an operation by components: from is the size of
// the first source in bits, to that of the result, a the sources' components. It
// reports false of operations that it can't compute.
func Fold(o Op, from, to int, a [4]uint64) (uint64, bool) {
	s := o.ScalarFor(0, from)
	switch f := foldings[o]; f.table {
	case unaryTable:
		return apply1(arith.Unary[arith.Index(f.code, s)], a)
	case binaryTable:
		if fn := arith.Binary[arith.Index(f.code, s)]; fn != nil {
			return fn(a[0], a[1]), true
		}
		return 0, false
	case math1Table:
		return apply1(arith.Math1[arith.Index(f.code, s)], a)
	case math2Table:
		if fn := arith.Math2[arith.Index(f.code, s)]; fn != nil {
			return fn(a[0], a[1]), true
		}
		return 0, false
	case math3Table:
		if fn := arith.Math3[arith.Index(f.code, s)]; fn != nil {
			return fn(a[0], a[1], a[2]), true
		}
		return 0, false
	}
	mask := uint64(1)<<to - 1
	switch o {
	case Mov:
		return a[0], true
	case INot:
		return ^a[0] & mask, true
	case BCsel:
		if a[0] != 0 {
			return a[1], true
		}
		return a[2], true
	case BitSelect:
		return a[0]&a[1] | ^a[0]&a[2]&mask, true
	case Bitcast:
		return a[0], from == to
	case F2F, F2I, F2U, I2F, U2F, I2I, U2U, B2F, B2I, F2B, I2B:
		return apply1(arith.Convert[arith.Index(s, scalarOf(infos[o].Result.Base, to))], a)
	case FIsNan:
		return apply1(arith.IsNaN[s], a)
	case FIsInf:
		return apply1(arith.IsInf[s], a)
	case URol, URor:
		shift := a[1] & uint64(to-1)
		if o == URor {
			shift = -shift & uint64(to-1)
		}
		return (a[0]<<shift | a[0]>>(uint64(to)-shift)) & mask, true
	case UAddCarry:
		return bit((a[0]+a[1])&mask < a[0]), true
	case USubBorrow:
		return bit(a[0] < a[1]), true
	case UAddSat:
		if r := (a[0] + a[1]) & mask; r >= a[0] {
			return r, true
		}
		return mask, true
	case USubSat:
		if a[0] < a[1] {
			return 0, true
		}
		return a[0] - a[1], true
	}
	return 0, false
}

func apply1(f arith.Fn1, a [4]uint64) (uint64, bool) {
	if f == nil {
		return 0, false
	}
	return f(a[0]), true
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
