package build_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"refract/internal/num"
	"refract/internal/ssa/build"
	"refract/internal/ssa/opt"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// exactly is the number that bits are; ok is false of NaN, and infinite is its sign.
func exactly(s ir.Scalar, bits uint64) (x *big.Float, infinite int, ok bool) {
	x = new(big.Float).SetPrec(2000)
	switch {
	case s.IsFloat():
		var v float64
		switch s {
		case ir.F16:
			v = num.F16(bits).F64()
		case ir.F32:
			v = float64(math.Float32frombits(uint32(bits)))
		default:
			v = math.Float64frombits(bits)
		}
		switch {
		case math.IsNaN(v):
			return nil, 0, false
		case math.IsInf(v, 0):
			return nil, int(math.Copysign(1, v)), true
		}
		x.SetFloat64(v)
	case s.Kind() == ir.SintKind:
		x.SetInt64(int64(bits<<(64-s.Bits())) >> (64 - s.Bits()))
	default:
		x.SetUint64(bits)
	}
	return x, 0, true
}

// checkRounding says what is wrong with the number that another was converted to.
func checkRounding(from, to ir.Scalar, x, y uint64, r build.Rounding, saturate bool) string {
	a, inf, ok := exactly(from, x)
	b, outInf, outOK := exactly(to, y)
	if to.IsFloat() {
		if !ok || !outOK {
			if ok != outOK {
				return "NaN"
			}
			return ""
		}
		if inf != 0 {
			if outInf != inf {
				return "an infinity"
			}
			return ""
		}
		sign := uint64(1) << (to.Bits() - 1)
		// The neighbours of the result on both sides, as keys in order.
		key := func(bits uint64) int64 {
			if bits&sign != 0 {
				return -int64(bits &^ sign)
			}
			return int64(bits)
		}
		of := func(k int64) *big.Float {
			bits := uint64(k)
			if k < 0 {
				bits = uint64(-k) | sign
			}
			z, _, _ := exactly(to, bits)
			return z // nil: an infinity or what is beyond
		}
		k := key(y)
		if outInf == 0 && a.Cmp(b) == 0 {
			return ""
		}
		low, high := of(k-1), of(k+1)
		here := of(k)
		beyond := outInf != 0
		switch r {
		case build.Downward:
			if outInf > 0 || !beyond && (here.Cmp(a) > 0 || high != nil && high.Cmp(a) <= 0) {
				return "not the next below"
			}
		case build.Upward:
			if outInf < 0 || !beyond && (here.Cmp(a) < 0 || low != nil && low.Cmp(a) >= 0) {
				return "not the next above"
			}
		case build.TowardZero:
			if beyond {
				return "an infinity"
			}
			if a.Sign() >= 0 && (here.Cmp(a) > 0 || high != nil && high.Cmp(a) <= 0) ||
				a.Sign() < 0 && (here.Cmp(a) < 0 || low != nil && low.Cmp(a) >= 0) {
				return "not the next to zero"
			}
		default:
			if beyond {
				return "" // the hardware's own conversion
			}
			d := func(z *big.Float) *big.Float { z = new(big.Float).SetPrec(2000).Sub(z, a); return z.Abs(z) }
			if low != nil && d(low).Cmp(d(here)) < 0 || high != nil && d(high).Cmp(d(here)) < 0 {
				return "not the nearest"
			}
		}
		return ""
	}
	least, most := new(big.Int), new(big.Int).SetUint64(^uint64(0)>>(64-to.Bits()))
	if to.Kind() == ir.SintKind {
		most.Rsh(most, 1)
		least.Not(most)
	}
	want := new(big.Int)
	switch {
	case !ok:
	case inf != 0 && !saturate:
		return ""
	case inf > 0:
		want.Set(most)
	case inf < 0:
		want.Set(least)
	default:
		a.Int(want) // toward zero
		part := new(big.Float).SetPrec(2000).Sub(a, new(big.Float).SetPrec(2000).SetInt(want))
		away := big.NewInt(int64(part.Sign()))
		half := new(big.Float).SetPrec(2000).Abs(part).Cmp(big.NewFloat(0.5))
		if r == build.Upward && part.Sign() > 0 || r == build.Downward && part.Sign() < 0 ||
			r == build.NearestEven && (half > 0 || half == 0 && want.Bit(0) == 1) {
			want.Add(want, away)
		}
		if from.IsFloat() && !saturate && (want.Cmp(least) < 0 || want.Cmp(most) > 0) {
			return "" // the nearest float
		}
		if saturate {
			if want.Cmp(least) < 0 {
				want.Set(least)
			} else if want.Cmp(most) > 0 {
				want.Set(most)
			}
		}
	}
	want.And(want, new(big.Int).SetUint64(^uint64(0)>>(64-to.Bits())))
	if want.Uint64() != y {
		return fmt.Sprintf("it must be %x", want)
	}
	return ""
}

// TestConvert compares conversions between all types, by each rounding, with exact
// arithmetic.
func TestConvert(t *testing.T) {
	all := []ir.Scalar{ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, ir.F16, ir.F32, ir.F64}
	r := rand.New(rand.NewPCG(3, 4))
	for _, from := range all {
		for _, to := range all {
			for k := range 400 {
				mode, saturate := build.Rounding(k%4), k/4%2 == 0
				x := r.Uint64() >> r.IntN(64)
				switch k % 5 {
				case 0: // edges of sizes and of significands
					x = uint64(1)<<r.IntN(64) + uint64(r.IntN(5)) - 2
					if r.IntN(2) == 0 {
						x = -x
					}
				case 1:
					if from.IsFloat() { // of ordinary size
						v := math.Ldexp(r.Float64()-0.5, r.IntN(70)-20)
						switch from {
						case ir.F16:
							x = uint64(num.F16FromF64(v))
						case ir.F32:
							x = uint64(math.Float32bits(float32(v)))
						default:
							x = math.Float64bits(v)
						}
					}
				}
				x &= ^uint64(0) >> (64 - from.Bits())
				s := ssa.NewShader(ir.NewModule())
				_, f := s.NewFunction("f")
				b := f.Build(f.EndOf(f.FirstBlock()))
				v := build.Convert(&b, b.Const(ir.ScalarTypeOf(from), x), to, mode, saturate)
				f.Result = f.Type(v)
				b.Jump(op.Return, ssa.Whole(v))
				if k < 8 {
					if err := ssa.Verify(s); err != nil {
						t.Fatal(err)
					}
				}
				for opt.ConstantFolding.Run(s) || opt.CopyProp.Run(s) {
				}
				v = f.Arg(f.Jump(f.FirstBlock()), 0)
				if !f.IsConst(v) {
					t.Fatalf("%v to %v isn't folded:\n%s", from, to, s)
				}
				if wrong := checkRounding(from, to, x, f.ConstBits(v, 0), mode, saturate); wrong != "" {
					t.Errorf("%v %x to %v is %x, rounding %d, saturated %v: %s", from, x, to, f.ConstBits(v, 0), mode, saturate, wrong)
				}
			}
		}
	}
}
