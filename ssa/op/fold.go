package op

// This file folds: it computes an operation of known components, with the very functions
// that the interpreter uses.

import (
	"math"
	"math/bits"

	"refract/internal/ir/arith"
	"refract/internal/num"
	"refract/ir"
)

// table identifies the table that holds an operation's function.
type table uint8

const (
	noTable table = iota
	unaryTable
	binaryTable
	math1Table
	math2Table
	math3Table
)

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
	arith.Fill()
	s := o.ScalarFor(0, from)
	switch table, code := o.foldTable(); table {
	case unaryTable:
		return apply1(arith.Unary[arith.Index(code, s)], a)
	case binaryTable:
		if fn := arith.Binary[arith.Index(code, s)]; fn != nil {
			return fn(a[0], a[1]), true
		}
		return 0, false
	case math1Table:
		return apply1(arith.Math1[arith.Index(code, s)], a)
	case math2Table:
		if fn := arith.Math2[arith.Index(code, s)]; fn != nil {
			return fn(a[0], a[1]), true
		}
		return 0, false
	case math3Table:
		if fn := arith.Math3[arith.Index(code, s)]; fn != nil {
			return fn(a[0], a[1], a[2]), true
		}
		return 0, false
	}
	mask := uint64(1)<<to - 1
	switch o {
	case FLtMask, FLeMask, FEqMask, FNeuMask, ILtMask, ILeMask, ULtMask, ULeMask, IEqMask, INeMask:
		r, ok := Fold(o-FLtMask+FLt, from, 1, a)
		return -r & mask, ok
	case Slt, Sge, Seq, Sne:
		if o == Sge {
			a[0], a[1] = a[1], a[0]
		}
		r, ok := Fold([...]Op{FLt, FLe, FEq, FNeu}[o-Slt], from, 1, a)
		return r * 0x3f80_0000, ok
	case FCsel:
		if a[0]<<33 != 0 {
			return a[1], true
		}
		return a[2], true
	case IMul24:
		return uint64(signed(a[0], 24)*signed(a[1], 24)) & mask, true
	case UMul24:
		return a[0] & (1<<24 - 1) * (a[1] & (1<<24 - 1)) & mask, true
	case BoolMask:
		return -a[0] & mask, true
	case MaskBool:
		return bit(a[0] != 0), true
	case Mov:
		return a[0], true
	case INot:
		return ^a[0] & mask, true
	case BCsel, CselMask:
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
	case FRcp:
		one, ok := apply1(arith.Convert[arith.Index(ir.U32, s)], [4]uint64{1})
		div := arith.Binary[arith.Index(ir.Div, s)]
		if !ok || div == nil {
			return 0, false
		}
		return div(one, a[0]), true
	case FMod: // x - y*floor(x/y)
		div, mul, sub := arith.Binary[arith.Index(ir.Div, s)], arith.Binary[arith.Index(ir.Mul, s)], arith.Binary[arith.Index(ir.Sub, s)]
		floor := arith.Math1[arith.Index(ir.MathFloor, s)]
		if div == nil || mul == nil || sub == nil || floor == nil {
			return 0, false
		}
		return sub(a[0], mul(a[1], floor(div(a[0], a[1])))), true
	case FFrexpSig, FFrexpExp:
		return frexp(s, o == FFrexpExp, a[0])
	case IAddSat, ISubSat:
		return saturated(signed(a[0], to), signed(a[1], to), o == ISubSat, to), true
	case UMulHigh:
		high, low := bits.Mul64(a[0], a[1])
		return (high<<(64-to) | low>>to) & mask, true
	case IMulHigh:
		x, y := signed(a[0], to), signed(a[1], to)
		high, low := bits.Mul64(uint64(x), uint64(y))
		if x < 0 {
			high -= uint64(y)
		}
		if y < 0 {
			high -= uint64(x)
		}
		return (high<<(64-to) | low>>to) & mask, true
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

// frexp is the significand or the exponent of a float.
func frexp(s ir.Scalar, exponent bool, x uint64) (uint64, bool) {
	var significand uint64
	var exp int32
	switch s {
	case ir.F16:
		f, e := num.FrexpF16(num.F16(x))
		significand, exp = uint64(f), e
	case ir.F32:
		f, e := num.FrexpF32(math.Float32frombits(uint32(x)))
		significand, exp = uint64(math.Float32bits(f)), e
	case ir.F64:
		f, e := num.FrexpF64(math.Float64frombits(x))
		significand, exp = math.Float64bits(f), e
	default:
		return 0, false
	}
	if exponent {
		return uint64(uint32(exp)), true
	}
	return significand, true
}

// signed is a component of a size in bits as a signed number.
func signed(x uint64, size int) int64 { return int64(x<<(64-size)) >> (64 - size) }

// saturated is a sum or difference held within the numbers of a size in bits.
func saturated(x, y int64, sub bool, size int) uint64 {
	low, high := int64(-1)<<(size-1), int64(1)<<(size-1)-1
	if size == 64 {
		high = math.MaxInt64
	}
	r, over := x+y, false
	if sub {
		r = x - y
		over = (x^y)&(x^r) < 0
	} else {
		over = ^(x^y)&(x^r) < 0
	}
	switch {
	case over && x < 0 || !over && r < low:
		r = low
	case over || r > high:
		r = high
	}
	return uint64(r) & (1<<size - 1)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
