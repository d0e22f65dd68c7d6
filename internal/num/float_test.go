package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// A format of IEEE 754 as the reference rounds to it.
type format struct {
	precision      int
	minExp, maxExp int // of the least subnormal and of the greatest power of two
}

var (
	binary16 = format{11, -24, 15}
	binary32 = format{24, -149, 127}
	binary64 = format{53, -1074, 1023}
)

// round returns x rounded to nearest, ties to even; x must not be zero unless
// its sign does not matter.
func (f format) round(x *big.Float) float64 {
	if x.Sign() == 0 {
		return 0
	}
	precision := min(f.precision, x.MantExp(nil)-f.minExp)
	sign := float64(x.Sign())
	switch {
	case precision < 0:
		return math.Copysign(0, sign)
	case precision == 0: // between a half and one unit of the least subnormal
		m := new(big.Float)
		x.MantExp(m)
		if m.Abs(m).Cmp(big.NewFloat(0.5)) == 0 {
			return math.Copysign(0, sign)
		}
		return math.Copysign(math.Ldexp(1, f.minExp), sign)
	}
	r := new(big.Float).SetPrec(uint(precision)).Set(x)
	if r.MantExp(nil)-1 > f.maxExp {
		return math.Inf(int(sign))
	}
	v, _ := r.Float64()
	return v
}

// exact returns the operation's result with enough precision to be exact or, for
// quotients and roots, never to be mistaken for a tie.
func exact(x float64) *big.Float { return new(big.Float).SetPrec(4400).SetFloat64(x) }

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// edges returns values of a format that operations are likely to get wrong.
func edges(f format) []float64 {
	vs := []float64{1, 1.5, 3, math.Ldexp(1, f.minExp), math.Ldexp(3, f.minExp),
		math.Ldexp(1, f.minExp+f.precision-1), math.Ldexp(1, f.minExp+f.precision-1) - math.Ldexp(1, f.minExp),
		math.Ldexp(2-math.Ldexp(1, 1-f.precision), f.maxExp), math.Ldexp(1, f.maxExp),
		1 + math.Ldexp(1, 1-f.precision), 1 - math.Ldexp(1, -f.precision)}
	for _, v := range vs {
		vs = append(vs, -v)
	}
	return vs
}

func specials() []float64 {
	return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), NaNF64()}
}

// random returns a finite value of f that is not zero: of any exponent, or
// near one, or with few bits.
func (f format) random(r *rand.Rand) float64 {
	for {
		var v float64
		switch r.IntN(4) {
		case 0:
			es := edges(f)
			v = es[r.IntN(len(es))]
		case 1:
			v = math.Ldexp(float64(r.IntN(1<<min(f.precision, 30))-1<<(min(f.precision, 30)-1)), r.IntN(8)-f.precision)
		default:
			v = math.Ldexp(1+r.Float64(), f.minExp+r.IntN(f.maxExp-f.minExp+1)) * float64(1-2*r.IntN(2))
		}
		v = f.round(exact(v))
		if v != 0 && v-v == 0 {
			return v
		}
	}
}

func checkArithmetic(t *testing.T, f format, n int,
	add, sub, mul, div, rem func(a, b float64) float64, fma func(a, b, c float64) float64, sqrt func(float64) float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, uint64(f.precision)))
	z := func() *big.Float { return new(big.Float).SetPrec(4400) }
	check := func(what string, got float64, want *big.Float, operands ...float64) {
		t.Helper()
		if w := f.round(want); !same(got, w) && (got != 0 || w != 0) {
			t.Fatalf("%s%x = %x, want %x", what, operands, got, w)
		}
	}
	for range n {
		a, b, c := f.random(r), f.random(r), f.random(r)
		if r.IntN(8) == 0 { // provoke cancellation and ties
			c = f.round(z().Mul(exact(-a), exact(b)))
			if c-c != 0 {
				c = 1
			}
		}
		x, y := exact(a), exact(b)
		check("add", add(a, b), z().Add(x, y), a, b)
		check("sub", sub(a, b), z().Sub(x, y), a, b)
		check("mul", mul(a, b), z().Mul(x, y), a, b)
		check("div", div(a, b), z().SetPrec(300).Quo(x, y), a, b)
		check("fma", fma(a, b, c), z().Add(z().Mul(x, y), exact(c)), a, b, c)
		check("sqrt", sqrt(math.Abs(a)), z().SetPrec(300).Sqrt(z().Abs(x)), a)
		q, _ := z().Quo(x, y).Int(nil)
		// The quotient of 4400 bits is truncated right: it is a rational with a
		// denominator below 2^2200.
		m := z().Sub(x, z().Mul(z().SetInt(q), y))
		check("rem", rem(a, b), m, a, b)
	}
}

func TestArithmeticF16(t *testing.T) {
	h := func(x float64) F16 { return F16FromF64(x) }
	two := func(f func(a, b F16) F16) func(a, b float64) float64 {
		return func(a, b float64) float64 { return f(h(a), h(b)).F64() }
	}
	checkArithmetic(t, binary16, 10000, two(AddF16), two(SubF16), two(MulF16), two(DivF16), two(RemF16),
		func(a, b, c float64) float64 { return FmaF16(h(a), h(b), h(c)).F64() },
		func(a float64) float64 { return SqrtF16(h(a)).F64() })
}

func TestArithmeticF32(t *testing.T) {
	two := func(f func(a, b float32) float32) func(a, b float64) float64 {
		return func(a, b float64) float64 { return float64(f(float32(a), float32(b))) }
	}
	checkArithmetic(t, binary32, 10000, two(AddF32), two(SubF32), two(MulF32), two(DivF32), two(RemF32),
		func(a, b, c float64) float64 { return float64(FmaF32(float32(a), float32(b), float32(c))) },
		func(a float64) float64 { return float64(SqrtF32(float32(a))) })
}

func TestArithmeticF64(t *testing.T) {
	checkArithmetic(t, binary64, 3000, AddF64, SubF64, MulF64, DivF64, RemF64, FmaF64, SqrtF64)
}

// TestFusedF16 searches products that lie on ties of f16, where a second
// rounding could go wrong, and adds small numbers to them.
func TestFusedF16(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 20000 {
		a, b := F16(r.IntN(0x7c00)), F16(r.IntN(0x7c00))
		c := F16(r.IntN(64)) | F16(r.IntN(2))<<15
		want := binary16.round(new(big.Float).SetPrec(200).Add(new(big.Float).SetPrec(200).Mul(exact(a.F64()), exact(b.F64())), exact(c.F64())))
		if got := FmaF16(a, b, c).F64(); got != want {
			t.Fatalf("FmaF16(%v, %v, %v) = %v, want %v", a.F64(), b.F64(), c.F64(), got, want)
		}
	}
}

// TestNaN checks that operations make the canonical NaN, from any NaN and from
// nothing.
func TestNaN(t *testing.T) {
	odd32, odd64 := math.Float32frombits(0xffc0_1234), math.Float64frombits(0xfff8_0000_0000_1234)
	inf32, inf64 := float32(math.Inf(1)), math.Inf(1)
	for i, x := range []float32{
		AddF32(odd32, 1), SubF32(inf32, inf32), MulF32(0, inf32), DivF32(0, 0), FmaF32(inf32, 0, 1), FmaF32(1, odd32, 1),
		SqrtF32(-1), InverseSqrtF32(-1), RemF32(1, 0), MixF32(odd32, 1, 0.5), SmoothStepF32(1, 1, 1),
		DegreesF32(odd32), FloorF32(odd32), CeilF32(odd32), TruncF32(odd32), RoundF32(odd32), FractF32(inf32), FractF32(odd32),
		LdexpF32(odd32, 1), SinF32(inf32), CosF32(odd32), TanF32(inf32), AsinF32(2), AcosF32(odd32), AtanF32(odd32),
		SinhF32(odd32), CoshF32(odd32), TanhF32(odd32), AsinhF32(odd32), AcoshF32(0.5), AtanhF32(2), ExpF32(odd32), Exp2F32(odd32),
		LogF32(-1), Log2F32(odd32), PowF32(-1, 0.5), PowF32(odd32, 1), Atan2F32(odd32, 1), F16(0xfe12).F32(), F32FromF64(odd64),
	} {
		eq(t, "f32 NaN", math.Float32bits(x), NaNBits32, i)
	}
	for i, x := range []float64{
		AddF64(odd64, 1), SubF64(inf64, inf64), MulF64(0, inf64), DivF64(0, 0), FmaF64(inf64, 0, 1), FmaF64(1, odd64, 1),
		SqrtF64(-1), InverseSqrtF64(-1), RemF64(1, 0), MixF64(odd64, 1, 0.5), SmoothStepF64(1, 1, 1),
		DegreesF64(odd64), FloorF64(odd64), CeilF64(odd64), TruncF64(odd64), RoundF64(odd64), FractF64(inf64), LdexpF64(odd64, 1),
		SinF64(inf64), CosF64(odd64), TanF64(inf64), AsinF64(2), AcosF64(odd64), AtanF64(odd64), SinhF64(odd64), CoshF64(odd64),
		TanhF64(odd64), AsinhF64(odd64), AcoshF64(0.5), AtanhF64(2), ExpF64(odd64), Exp2F64(odd64), LogF64(-1), Log2F64(odd64),
		PowF64(-1, 0.5), PowF64(odd64, 1), Atan2F64(odd64, 1), F64FromF32(odd32), F16(0xfe12).F64(),
	} {
		eq(t, "f64 NaN", math.Float64bits(x), NaNBits64, i)
	}
	for i, x := range []F16{
		AddF16(0xfe12, 1), SubF16(InfF16, InfF16), MulF16(0, InfF16), DivF16(0, 0), SqrtF16(0xbc00), F16FromF32(odd32), F16FromF64(odd64),
		F16FromF32RTZ(odd32), FractF16(InfF16), FloorF16(0x7c01), SinF16(InfF16), PowF16(0xbc00, 0x3800),
	} {
		eq(t, "f16 NaN", x, NaNF16, i)
	}
}

// TestSelection checks the operations that choose an operand, over all pairs of
// special and ordinary values and all types.
func TestSelection(t *testing.T) {
	vs := append(specials(), 1, -1, 2, 0.5, -0.25, 65504)
	for _, a := range vs {
		for _, b := range vs {
			wantMin, wantMax := a, a
			if b < a {
				wantMin = b
			}
			if a < b {
				wantMax = b
			}
			step := 0.0
			if a <= b {
				step = 1
			}
			h, g := F16FromF64(a), F16FromF64(b)
			for _, c := range []struct {
				name          string
				f64, f32, f16 float64
				want          float64
			}{
				{"min", MinF64(a, b), float64(MinF32(float32(a), float32(b))), MinF16(h, g).F64(), wantMin},
				{"max", MaxF64(a, b), float64(MaxF32(float32(a), float32(b))), MaxF16(h, g).F64(), wantMax},
				{"step", StepF64(a, b), float64(StepF32(float32(a), float32(b))), StepF16(h, g).F64(), step},
				{"copysign", CopySignF64(a, b), float64(CopySignF32(float32(a), float32(b))), math.Copysign(a, b), math.Copysign(a, b)},
			} {
				for _, got := range []float64{c.f64, c.f32, c.f16} {
					if !same(CanonF64(got), CanonF64(c.want)) {
						t.Errorf("%s(%v, %v) = %v, want %v", c.name, a, b, got, c.want)
					}
				}
			}
			eq(t, "EqF16", EqF16(h, g), a == b, a, b)
			eq(t, "LtF16", LtF16(h, g), a < b, a, b)
			eq(t, "LeF16", LeF16(h, g), a <= b, a, b)
		}
		sign := a
		if a > 0 {
			sign = 1
		} else if a < 0 {
			sign = -1
		}
		for _, got := range []float64{SignF64(a), float64(SignF32(float32(a))), SignF16(F16FromF64(a)).F64()} {
			eq(t, "sign", math.Float64bits(CanonF64(got)), math.Float64bits(CanonF64(sign)), a)
		}
		saturated := min(max(a, 0), 1)
		if a == 0 {
			saturated = a
		}
		for _, got := range []float64{SaturateF64(a), float64(SaturateF32(float32(a))), SaturateF16(F16FromF64(a)).F64()} {
			eq(t, "saturate", math.Float64bits(CanonF64(got)), math.Float64bits(CanonF64(saturated)), a)
		}
		eq(t, "neg", math.Float64bits(NegF64(a)), math.Float64bits(a)^1<<63, a)
		eq(t, "abs", math.Float64bits(AbsF64(a)), math.Float64bits(a)&^(1<<63), a)
		eq(t, "neg", math.Float32bits(NegF32(float32(a))), math.Float32bits(float32(a))^1<<31, a)
		eq(t, "abs", math.Float32bits(AbsF32(float32(a))), math.Float32bits(float32(a))&^(1<<31), a)
		eq(t, "neg", NegF16(F16FromF64(a)), F16FromF64(a)^0x8000, a)
		eq(t, "abs", AbsF16(F16FromF64(a)), F16FromF64(a)&0x7fff, a)
		finite := a-a == 0
		eq(t, "finite", IsFiniteF64(a), finite, a)
		eq(t, "finite", IsFiniteF32(float32(a)), finite, a)
		eq(t, "finite", F16FromF64(a).IsFinite(), finite, a)
	}
	eq(t, "clamp", ClampF32(3, 0, 2), 2)
	eq(t, "clamp", ClampF64(-3, 0, 2), 0)
	eq(t, "clamp", ClampF32(1, 5, 2), 2)
}

// TestIntegral checks rounding to integers and the splits of a number, for all
// values of f16 and samples of the wider types.
func TestIntegral(t *testing.T) {
	check := func(x float64, floor, ceil, trunc, round, fract, whole, rest float64, what string) {
		t.Helper()
		wantRest := math.Copysign(x-math.Trunc(x), x)
		if math.IsInf(x, 0) {
			wantRest = math.Copysign(0, x)
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"floor", floor, math.Floor(x)}, {"ceil", ceil, math.Ceil(x)}, {"trunc", trunc, math.Trunc(x)},
			{"round", round, math.RoundToEven(x)}, {"whole", whole, math.Trunc(x)}, {"rest", rest, wantRest},
		} {
			if !same(c.got, CanonF64(c.want)) {
				t.Fatalf("%s %s(%v) = %v, want %v", what, c.name, x, c.got, c.want)
			}
		}
		if x-x == 0 && !(fract >= 0 && fract <= 1) {
			t.Fatalf("%s fract(%v) = %v", what, x, fract)
		}
	}
	check16 := func(h F16) {
		rest, whole := ModfF16(h)
		check(h.F64(), FloorF16(h).F64(), CeilF16(h).F64(), TruncF16(h).F64(), RoundF16(h).F64(), FractF16(h).F64(), whole.F64(), rest.F64(), "f16")
	}
	for i := range 1 << 16 {
		check16(F16(i))
	}
	r := rand.New(rand.NewPCG(9, 9))
	for i := range 20000 {
		x := math.Ldexp(r.Float64()-0.5, r.IntN(60)-4)
		if s := specials(); i < len(s) {
			x = s[i]
		} else if i%4 == 0 {
			x = math.Trunc(x) + 0.5
		}
		rest, whole := ModfF64(x)
		check(x, FloorF64(x), CeilF64(x), TruncF64(x), RoundF64(x), FractF64(x), whole, rest, "f64")
		y := float32(x)
		rest32, whole32 := ModfF32(y)
		check(float64(y), float64(FloorF32(y)), float64(CeilF32(y)), float64(TruncF32(y)), float64(RoundF32(y)), float64(FractF32(y)),
			float64(whole32), float64(rest32), "f32")
	}
	eq(t, "fract", FractF32(-1e-20), 1)
	eq(t, "fract", FractF32(-0.25), 0.75)
	eq(t, "fract", FractF16(F16FromF64(-0.25)).F64(), 0.75)
}

func TestFrexpLdexp(t *testing.T) {
	for i := range 1 << 16 {
		h := F16(i)
		f, e := FrexpF16(h)
		wf, we := math.Frexp(h.F64())
		if !same(f.F64(), CanonF64(wf)) || int(e) != we {
			t.Fatalf("FrexpF16(%v) = %v, %d", h.F64(), f.F64(), e)
		}
		if back := LdexpF16(f, e); back != h && !h.IsNaN() {
			t.Fatalf("LdexpF16(%v, %d) = %v, want %v", f.F64(), e, back.F64(), h.F64())
		}
	}
	r := rand.New(rand.NewPCG(10, 10))
	for i := range 20000 {
		x := math.Float64frombits(r.Uint64())
		if s := specials(); i < len(s) {
			x = s[i]
		} else if i%16 == 0 {
			x = math.Float64frombits(r.Uint64() >> 12 >> r.IntN(52))
		}
		f, e := FrexpF64(x)
		if wf, we := math.Frexp(x); !same(f, CanonF64(wf)) || int(e) != we {
			t.Fatalf("FrexpF64(%v) = %v, %d", x, f, e)
		}
		if x-x != 0 || x == 0 {
			continue
		}
		exp := int32(r.IntN(2400) - 1200)
		want := binary64.round(new(big.Float).SetMantExp(exact(x), int(exp)))
		if got := LdexpF64(x, exp); !same(got, want) {
			t.Fatalf("LdexpF64(%x, %d) = %x, want %x", x, exp, got, want)
		}
		y := math.Float32frombits(r.Uint32())
		if i%16 == 0 {
			y = math.Float32frombits(r.Uint32() >> 9)
		}
		if y-y != 0 || y == 0 {
			continue
		}
		g, e := FrexpF32(y)
		if wf, we := math.Frexp(float64(y)); float64(g) != wf || int(e) != we {
			t.Fatalf("FrexpF32(%v) = %v, %d", y, g, e)
		}
		exp = int32(r.IntN(600) - 300)
		want = binary32.round(new(big.Float).SetMantExp(exact(float64(y)), int(exp)))
		if got := LdexpF32(y, exp); !same(float64(got), want) {
			t.Fatalf("LdexpF32(%x, %d) = %x, want %x", y, exp, got, want)
		}
	}
	eq(t, "LdexpF32", LdexpF32(1, math.MaxInt32), float32(math.Inf(1)))
	eq(t, "LdexpF32", LdexpF32(1, math.MinInt32), 0)
	eq(t, "LdexpF64", LdexpF64(0x1p-1074, 2097), 0x1p1023)
	eq(t, "LdexpF16", LdexpF16(1, 39), 0x7800)
	eq(t, "LdexpF16", LdexpF16(LargestF16, 1), InfF16)
}

func TestCompound(t *testing.T) {
	eq(t, "mix", MixF32(1, 3, 0.25), 1.5)
	eq(t, "mix", MixF64(1, 3, 0.25), 1.5)
	eq(t, "mix", MixF16(OneF16, 0x4200, 0x3400).F64(), 1.5)
	eq(t, "smoothstep", SmoothStepF32(0, 2, 1), 0.5)
	eq(t, "smoothstep", SmoothStepF64(0, 2, 0.5), 0.15625)
	eq(t, "smoothstep", SmoothStepF16(0, 0x4000, 0x3800).F64(), 0.15625)
	eq(t, "smoothstep", SmoothStepF32(0, 2, 9), 1)
	eq(t, "degrees", DegreesF64(math.Pi), 180)
	eq(t, "radians", RadiansF32(180), math.Pi)
	eq(t, "degrees", DegreesF16(OneF16).F64(), 57.28125)
	eq(t, "radians", RadiansF16(0x59a0).F64(), 3.140625)
	eq(t, "inverse sqrt", InverseSqrtF32(4), 0.5)
	eq(t, "inverse sqrt", InverseSqrtF32(0), float32(math.Inf(1)))
	eq(t, "inverse sqrt", InverseSqrtF64(16), 0.25)
	eq(t, "inverse sqrt", InverseSqrtF16(0x4400).F64(), 0.5)
	eq(t, "rem", RemF32(-5.5, 2), -1.5)
	eq(t, "rem", RemF64(5, math.Inf(1)), 5)
	eq(t, "rem", math.Float64bits(RemF64(-4, 2)), 1<<63)
}
