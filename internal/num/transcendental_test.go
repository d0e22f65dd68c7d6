package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// A transcendental function of one argument with its reference.
var unary = []struct {
	name   string
	f64    func(float64) float64
	f32    func(float32) float32
	f16    func(F16) F16
	ref    func(x *big.Float) *big.Float
	inside func(x float64) bool // the domain where ref is finite and not zero
	limit  float64              // ulp of f64, as the doc comment says
}{
	{"sin", SinF64, SinF32, SinF16, refSin, nonZero, 0.7},
	{"cos", CosF64, CosF32, CosF16, refCos, everywhere, 0.7},
	{"tan", TanF64, TanF32, TanF16, refTan, nonZero, 1},
	{"asin", AsinF64, AsinF32, AsinF16, refAsin, func(x float64) bool { return x != 0 && math.Abs(x) <= 1 }, 1.5},
	{"acos", AcosF64, AcosF32, AcosF16, refAcos, func(x float64) bool { return x != 1 && math.Abs(x) <= 1 }, 1.5},
	{"atan", AtanF64, AtanF32, AtanF16, refAtan, nonZero, 0.55},
	{"sinh", SinhF64, SinhF32, SinhF16, refSinh, func(x float64) bool { return x != 0 && math.Abs(x) < 710.4 }, 1.5},
	{"cosh", CoshF64, CoshF32, CoshF16, refCosh, func(x float64) bool { return math.Abs(x) < 710.4 }, 1.5},
	{"tanh", TanhF64, TanhF32, TanhF16, refTanh, func(x float64) bool { return x != 0 && math.Abs(x) < 300 }, 2.5},
	{"asinh", AsinhF64, AsinhF32, AsinhF16, refAsinh, nonZero, 2},
	{"acosh", AcoshF64, AcoshF32, AcoshF16, refAcosh, func(x float64) bool { return x > 1 }, 2},
	{"atanh", AtanhF64, AtanhF32, AtanhF16, refAtanh, func(x float64) bool { return x != 0 && math.Abs(x) < 1 }, 2},
	{"exp", ExpF64, ExpF32, ExpF16, refExp, func(x float64) bool { return x < 709.7 && x > -740 }, 0.51},
	{"exp2", Exp2F64, Exp2F32, Exp2F16, refExp2, func(x float64) bool { return x < 1023.9 && x > -1070 }, 0.51},
	{"log", LogF64, LogF32, LogF16, refLog, func(x float64) bool { return x > 0 && x != 1 }, 0.501},
	{"log2", Log2F64, Log2F32, Log2F16, refLog2, func(x float64) bool { return x > 0 && x != 1 }, 0.501},
}

func everywhere(float64) bool { return true }
func nonZero(x float64) bool  { return x != 0 }

func refSin(x *big.Float) *big.Float  { s, _ := refSinCos(x); return s }
func refCos(x *big.Float) *big.Float  { _, c := refSinCos(x); return c }
func refTan(x *big.Float) *big.Float  { s, c := refSinCos(x); return bdiv(s, c) }
func refExp2(x *big.Float) *big.Float { return refExp(bmul(x, refLn2)) }
func refLog2(x *big.Float) *big.Float { return bdiv(refLog(x), refLn2) }
func oneMinusSquare(x *big.Float) *big.Float {
	return bmul(bsub(bf(1), x), badd(bf(1), x))
}
func refAsin(x *big.Float) *big.Float { return refAtan2(x, bsqrt(oneMinusSquare(x))) }
func refAcos(x *big.Float) *big.Float { return refAtan2(bsqrt(oneMinusSquare(x)), x) }
func refSinh(x *big.Float) *big.Float {
	if x.MantExp(nil) > 11 {
		return bscale(refExp(x), -1)
	}
	a, b := refExpm1(x), refExpm1(bneg(x))
	return bscale(bsub(a, b), -1)
}
func refCosh(x *big.Float) *big.Float { return bscale(badd(refExp(x), refExp(bneg(x))), -1) }
func refTanh(x *big.Float) *big.Float {
	e := refExpm1(bscale(x, 1))
	return bdiv(e, badd(e, bf(2)))
}
func refAsinh(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return bneg(refAsinh(bneg(x)))
	}
	z := bmul(x, x)
	return refLog1p(badd(x, bdiv(z, badd(bf(1), bsqrt(badd(bf(1), z))))))
}
func refAcosh(x *big.Float) *big.Float {
	t := bsub(x, bf(1))
	return refLog1p(badd(t, bsqrt(bmul(t, badd(t, bf(2))))))
}
func refAtanh(x *big.Float) *big.Float {
	return bscale(refLog1p(bdiv(bscale(x, 1), bsub(bf(1), x))), -1)
}

// sample returns arguments of all kinds: of any exponent, of moderate size, near
// integers and near multiples of π/2, tiny and huge.
func sample(r *rand.Rand) float64 {
	sign := float64(1 - 2*r.IntN(2))
	switch r.IntN(8) {
	case 0:
		x := math.Float64frombits(r.Uint64())
		if x-x != 0 {
			return 1
		}
		return x
	case 1, 2:
		return sign * r.Float64()
	case 3:
		return sign * r.Float64() * 10
	case 4:
		return sign * r.Float64() * 700
	case 5:
		return sign * (float64(r.IntN(2000)) + r.Float64()*0x1p-30)
	case 6:
		return float64(r.IntN(1<<20)) * (math.Pi / 2)
	}
	return sign * (1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(50)))
}

func TestTranscendentalAccuracy(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 200
	}
	for _, f := range unary {
		t.Run(f.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			var worst, at float64
			for range n {
				x := sample(r)
				if !f.inside(x) {
					continue
				}
				if e := ulpError(f.f64(x), f.ref(bf(x)), 53, -1074); !(e <= worst) {
					worst, at = e, x
				}
				y := float32(x)
				if math.Abs(x) > 1e38 || math.Abs(x) < 1e-38 || !f.inside(float64(y)) {
					continue
				}
				want := f.ref(bf(float64(y)))
				w32, _ := want.Float32()
				if got := f.f32(y); got != w32 {
					t.Errorf("f32 %s(%g) = %g, want %g", f.name, y, got, w32)
				}
			}
			t.Logf("worst error %.4f ulp at %g (%x)", worst, at, at)
			if !(worst <= f.limit) {
				t.Errorf("error %.4f ulp at %g exceeds the documented %g", worst, at, f.limit)
			}
		})
	}
}

// TestTranscendentalSpecials compares signs, zeros, infinities and NaN with Go's
// math, which follows IEEE 754.
func TestTranscendentalSpecials(t *testing.T) {
	std := []func(float64) float64{math.Sin, math.Cos, math.Tan, math.Asin, math.Acos, math.Atan, math.Sinh, math.Cosh,
		math.Tanh, math.Asinh, math.Acosh, math.Atanh, math.Exp, math.Exp2, math.Log, math.Log2}
	xs := append(specials(), 1, -1, 0.5, -0.5, 1.5, -2, 800, -800, 1100, -1100, 5e-324, -5e-324, 1e-310, 1e-20, -1e-20, 1e300, -1e300,
		math.MaxFloat64, -math.MaxFloat64, 709.7, -745.1, 1023.99, -1074, 22, -22, 40, 711)
	for i, f := range unary {
		for _, x := range xs {
			got, want := f.f64(x), CanonF64(std[i](x))
			if same(got, want) || got != 0 && math.Abs(got-want) <= math.Abs(want)*0x1p-50 || math.Abs(got-want) <= 1e-323 && got*want >= 0 {
				continue
			}
			if f.inside(x) && ulpError(got, f.ref(bf(x)), 53, -1074) <= f.limit {
				continue // Go's is the one that is off
			}
			t.Errorf("%s(%v) = %v, want %v", f.name, x, got, want)
		}
	}
	ys := append(specials(), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, 0x1p53, -0x1p53, 0x1p53+2, 1e300, -1e300, 5e-324, -5e-324, 1e-200, 0.9999999, 1.0000001, 7, 10)
	for _, x := range ys {
		for _, y := range ys {
			got, want := PowF64(x, y), CanonF64(math.Pow(x, y))
			if !same(got, want) && !(math.Abs(got-want) <= math.Abs(want)*0x1p-44) {
				t.Errorf("pow(%v, %v) = %v, want %v", x, y, got, want)
			}
			got, want = Atan2F64(y, x), math.Copysign(math.Atan2(y, x), y) // Go loses the sign of -5e-324
			if !same(got, CanonF64(want)) && !(math.Abs(got-want) <= math.Abs(want)*0x1p-50) {
				t.Errorf("atan2(%v, %v) = %v, want %v", y, x, got, want)
			}
		}
	}
	eq(t, "sin", math.Float64bits(SinF64(math.Copysign(0, -1))), 1<<63)
	eq(t, "sin", SinF32(math.Pi), -8.7422777e-08)
	eq(t, "cos of 2^1000", CosF64(0x1p1000), CosF64(-0x1p1000))
}

// TestExactResults checks results that are representable.
func TestExactResults(t *testing.T) {
	for i := -1074; i < 1024; i++ {
		x := math.Ldexp(1, i)
		eq(t, "exp2", Exp2F64(float64(i)), x, i)
		eq(t, "log2", Log2F64(x), float64(i), i)
		eq(t, "pow", PowF64(2, float64(i)), x, i)
	}
	for base := 2; base <= 30; base++ {
		p := 1.0
		for n := 0; p < 0x1p53; n++ {
			eq(t, "pow", PowF64(float64(base), float64(n)), p, base, n)
			eq(t, "pow", PowF64(p, 1), p, base, n)
			p *= float64(base)
		}
	}
	for i := 1; i < 3000; i++ {
		eq(t, "pow 0.5", PowF64(float64(i*i), 0.5), float64(i), i)
		eq(t, "pow 1.5", PowF64(float64(i*i), 1.5), float64(i)*float64(i)*float64(i), i)
	}
	eq(t, "acosh", AcoshF64(1), 0)
	eq(t, "acos", AcosF64(1), 0)
	eq(t, "cos", CosF64(0), 1)
}

func TestPowAtan2Accuracy(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 17))
	var worstPow, worstAtan2 float64
	for range 1000 {
		x := math.Abs(sample(r))
		if x != 0 && x != 1 {
			y := (r.Float64()*2 - 1) * min(700/math.Abs(math.Log(x)), 1e300)
			worstPow = max(worstPow, ulpError(PowF64(x, y), refExp(bmul(bf(y), refLog(bf(x)))), 53, -1074))
			a, b := math.Abs(float64(float32(r.Float64()*3))), float32((r.Float64()-0.5)*20)
			want, _ := refExp(bmul(bf(float64(b)), refLog(bf(a)))).Float32()
			if a > 0 {
				eq(t, "PowF32", PowF32(float32(a), b), want, a, b)
			}
		}
		y, z := sample(r), sample(r)
		if r.IntN(2) == 0 {
			z = y * (r.Float64()*4 - 2)
		}
		if y == 0 || z == 0 || z-z != 0 {
			continue
		}
		want := refAtan2(bf(y), bf(z))
		if m := want.MantExp(nil); m < -1000 {
			continue // underflow
		}
		worstAtan2 = max(worstAtan2, ulpError(Atan2F64(y, z), want, 53, -1074))
	}
	t.Logf("worst errors: pow %.4f, atan2 %.4f ulp", worstPow, worstAtan2)
	if !(worstPow < 0.55 && worstAtan2 < 0.55) {
		t.Error("errors exceed the documented 0.55 ulp")
	}
}

// TestReduction checks arguments that lie as near to multiples of π/2 as f64
// allows, found by continued fractions of π/2^k.
func TestReduction(t *testing.T) {
	near := []float64{6381956970095103 * 0x1p797, 0x1.6ac5b262ca1ffp+849, 0x1.921fb54442d18p+0, 0x1.921fb54442d18p+19, 0x1.45f306dc9c883p+18}
	for k := range 1024 {
		// The numerator below 2^53 of the best fraction near 2^-k * π/2.
		half := new(big.Float).SetPrec(1700).SetMantExp(refHugePi, -1-(k-52))
		h0, h1 := big.NewInt(0), big.NewInt(1)
		rest := half
		for {
			a, _ := rest.Int(nil)
			h0, h1 = h1, new(big.Int).Add(new(big.Int).Mul(a, h1), h0)
			if h1.BitLen() > 53 {
				break
			}
			d := new(big.Float).SetPrec(1700).Sub(rest, new(big.Float).SetPrec(1700).SetInt(a))
			if d.Sign() == 0 {
				break
			}
			rest = new(big.Float).SetPrec(1700).Quo(new(big.Float).SetPrec(1700).SetInt64(1), d)
		}
		m, _ := new(big.Float).SetInt(h0).Float64()
		if x := math.Ldexp(m, k-52); x > 0 && x <= math.MaxFloat64 {
			near = append(near, x)
		}
	}
	var worst float64
	for _, x := range near {
		s, c := refSinCos(bf(x))
		worst = max(worst, ulpError(SinF64(x), s, 53, -1074), ulpError(CosF64(x), c, 53, -1074), ulpError(TanF64(-x), bneg(bdiv(s, c)), 53, -1074))
	}
	t.Logf("worst error over %d arguments: %.4f ulp", len(near), worst)
	if !(worst < 1) {
		t.Error("error exceeds 1 ulp")
	}
}
