package num

import (
	"math"
	"math/rand/v2"
	"testing"
)

// f16Value returns the value of h by the definition of the format.
func f16Value(h F16) float64 {
	e, m := int(h>>10&31), float64(h&1023)
	v := math.Ldexp(m, -24)
	switch {
	case e == 31 && m != 0:
		return NaNF64()
	case e == 31:
		v = math.Inf(1)
	case e != 0:
		v = math.Ldexp(1024+m, e-25)
	}
	if h&0x8000 != 0 {
		v = -v
	}
	return v
}

// TestF16Values converts every value up and back, and every midpoint between
// adjacent ones and its neighbours down.
func TestF16Values(t *testing.T) {
	for i := range 1 << 16 {
		h := F16(i)
		v := f16Value(h)
		if !same(h.F64(), v) || !same(float64(h.F32()), v) {
			t.Fatalf("%#04x is %v, want %v", i, h.F64(), v)
		}
		want := h
		if h.IsNaN() {
			want = NaNF16
		}
		eq(t, "F16FromF32", F16FromF32(float32(v)), want, i)
		eq(t, "F16FromF64", F16FromF64(v), want, i)
		eq(t, "F16FromF32RTZ", F16FromF32RTZ(float32(v)), want, i)
		eq(t, "IsNaN", h.IsNaN(), v != v, i)
		eq(t, "IsInf", h.IsInf(), math.IsInf(v, 0), i)
		if !h.IsFinite() {
			continue
		}
		next := f16Value(h + 1)
		if (h + 1).IsInf() {
			next = math.Copysign(65536, v)
		}
		tie := v + (next-v)/2 // exact in f32
		even := h + h&1
		if v32 := float32(tie); float64(v32) != tie {
			t.Fatalf("tie after %v is not exact", v)
		}
		zero := float32(0)
		up := float32(math.Inf(1))
		if v < 0 || h == 0x8000 {
			up = float32(math.Inf(-1))
		}
		below, above := math.Nextafter32(float32(tie), zero), math.Nextafter32(float32(tie), up)
		eq(t, "tie", F16FromF32(float32(tie)), even, i)
		eq(t, "below tie", F16FromF32(below), h, i)
		eq(t, "above tie", F16FromF32(above), h+1, i)
		eq(t, "tie f64", F16FromF64(tie), even, i)
		eq(t, "below tie f64", F16FromF64(math.Nextafter(tie, 0)), h, i)
		eq(t, "above tie f64", F16FromF64(math.Nextafter(tie, float64(up))), h+1, i)
		eq(t, "toward zero", F16FromF32RTZ(above), h, i)
		eq(t, "toward zero", F16FromF32RTZ(below), h, i)
		eq(t, "quantize", QuantizeToF16(below), float32(v), i)
	}
}

func TestF16FromWide(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 50000 {
		x := math.Ldexp(1+r.Float64(), r.IntN(48)-30) * float64(1-2*r.IntN(2))
		if got, want := F16FromF64(x).F64(), binary16.round(exact(x)); !same(got, want) {
			t.Fatalf("F16FromF64(%x) = %v, want %v", x, got, want)
		}
		y := float32(x)
		if got, want := F16FromF32(y).F64(), binary16.round(exact(float64(y))); !same(got, want) {
			t.Fatalf("F16FromF32(%x) = %v, want %v", y, got, want)
		}
	}
	for _, c := range []struct {
		x        float64
		near, tz F16
	}{
		{0, 0, 0}, {math.Copysign(0, -1), 0x8000, 0x8000},
		{math.MaxFloat32, InfF16, LargestF16}, {-math.MaxFloat32, 0xfc00, 0xfbff},
		{0x1p-149, 0, 0}, {-0x1p-149, 0x8000, 0x8000}, {65519, LargestF16, LargestF16}, {65520, InfF16, LargestF16},
		{math.Inf(1), InfF16, InfF16},
	} {
		eq(t, "F16FromF64", F16FromF64(c.x), c.near, c.x)
		eq(t, "F16FromF32", F16FromF32(float32(c.x)), c.near, c.x)
		eq(t, "F16FromF32RTZ", F16FromF32RTZ(float32(c.x)), c.tz, c.x)
	}
	eq(t, "f64 subnormal", F16FromF64(5e-324), 0)
	eq(t, "f64 large", F16FromF64(1e300), InfF16)
}

// TestF16Unary compares every value of the functions of one argument with Go's
// math, whose error is far below that of f16, and with the reference where the
// rounding could depend on it.
func TestF16Unary(t *testing.T) {
	std := map[string]func(float64) float64{
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
		"exp": math.Exp, "exp2": math.Exp2, "log": math.Log, "log2": math.Log2,
	}
	for _, f := range unary {
		approximate, close := std[f.name], 0
		for i := range 1 << 16 {
			h := F16(i)
			got, w := f.f16(h), approximate(h.F64())
			want := F16FromF64(w * (1 - 0x1p-47))
			if want != F16FromF64(w*(1+0x1p-47)) && f.inside(h.F64()) {
				close++
				want = F16FromF64(binary16.round(f.ref(bf(h.F64()))))
			}
			if got != want {
				t.Fatalf("%sF16(%v) = %v, want %v", f.name, h.F64(), got.F64(), want.F64())
			}
		}
		if close > 3000 {
			t.Errorf("%s: %d values near ties", f.name, close)
		}
	}
	for i := range 1 << 16 {
		h := F16(i)
		if got, want := SqrtF16(h), F16FromF64(CanonF64(math.Sqrt(h.F64()))); got != want {
			t.Fatalf("SqrtF16(%v) = %v", h.F64(), got.F64())
		}
		if x := h.F64(); x > 0 && x-x == 0 {
			if got, want := InverseSqrtF16(h).F64(), binary16.round(bdiv(bf(1), bsqrt(bf(x)))); got != want {
				t.Fatalf("InverseSqrtF16(%v) = %v, want %v", x, got, want)
			}
		}
	}
}
