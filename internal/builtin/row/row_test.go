package row_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"refract/internal/builtin/formula"
	"refract/internal/builtin/row"
	"refract/internal/num"
	"refract/ir"
)

// TestFormulas compares the evaluation in rows with the formulas, on 32 and 64 bits.
func TestFormulas(t *testing.T) {
	number := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	e := formula.Evaluator[float64]{
		Number: func(x float64) float64 { return x },
		Holds:  func(x float64) bool { return x != 0 },
		Apply: func(o formula.Operation, x, y, _ float64) (float64, bool) {
			switch o {
			case formula.FAdd:
				return num.AddF64(x, y), true
			case formula.FSub:
				return num.SubF64(x, y), true
			case formula.FMul:
				return num.MulF64(x, y), true
			case formula.FDiv:
				return num.DivF64(x, y), true
			case formula.FSqrt:
				return num.SqrtF64(x), true
			case formula.FFloor:
				return num.FloorF64(x), true
			case formula.FLt:
				return number(x < y), true
			case formula.FLe:
				return number(x <= y), true
			}
			return 0, false
		},
	}
	single := e
	single.Number = func(x float64) float64 { return float64(float32(x)) }
	single.Apply = func(o formula.Operation, x, y, z float64) (float64, bool) {
		r, ok := e.Apply(o, x, y, z) // rounded twice, which is once: 53 bits are more than 2*24+1
		return float64(float32(r)), ok
	}
	random := rand.New(rand.NewPCG(3, 5))
	samples := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, 0x1p100, math.Inf(1), math.Inf(-1), math.NaN()}
	sample := func() float64 {
		if random.IntN(4) == 0 {
			return samples[random.IntN(len(samples))]
		}
		return float64(float32(random.NormFloat64() * 4))
	}
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }
	checked := 0
	for i := range row.Count {
		op, r := ir.MathOp(i), row.Of(ir.MathOp(i))
		if r.Formula == formula.NoOperation || r.Formula.IsWhole() {
			continue
		}
		checked++
		for range 1000 {
			x, y, z := sample(), sample(), sample()
			a, b, c := float32(x), float32(y), float32(z)
			var double, float float64
			switch {
			case r.One.F64 != nil:
				double, float = r.One.F64(x), float64(r.One.F32(a))
			case r.Two.F64 != nil:
				double, float = r.Two.F64(x, y), float64(r.Two.F32(a, b))
			default:
				double, float = r.Three.F64(x, y, z), float64(r.Three.F32(a, b, c))
			}
			args := [][]float64{{x}, {y}, {z}}[:op.Info().Args]
			if want := e.Evaluate(r.Formula, args...)[0]; !same(double, want) {
				t.Fatalf("%s(%g, %g, %g) is %g, by its formula %g", op, x, y, z, double, want)
			}
			// The 32-bit inverse of a square root is rounded once.
			if want := single.Evaluate(r.Formula, args...)[0]; !same(float, want) && r.Formula != formula.FRsq {
				t.Fatalf("%s(%g, %g, %g) is %g in 32 bits, by its formula %g", op, x, y, z, float, want)
			}
		}
	}
	if checked < 10 {
		t.Errorf("%d functions have a formula", checked)
	}
}
