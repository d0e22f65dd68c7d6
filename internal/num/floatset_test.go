package num_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"refract/internal/num"
)

// someFloats are numbers of all classes.
func someFloats() (list []float32) {
	for _, x := range []float64{0, 1, 0.5, 2, 1.5, 3, 1e-30, 0x1p-126, 0x1p-149, 0.9999999, 1.0000001, math.MaxFloat32, 1e30, 8388608, 16777216, math.Inf(1)} {
		list = append(list, float32(x), -float32(x), float32(math.Copysign(x, -1)))
	}
	return append(list, float32(math.NaN()))
}

func setOf(x float32) num.FloatSet { return num.FloatSetOf(uint64(math.Float32bits(x)), 32) }

// TestFloatSets: the result of an operation on numbers is in the set of the results of their sets, and
// of all larger sets.
func TestFloatSets(t *testing.T) {
	list := someFloats()
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		list = append(list, math.Float32frombits(r.Uint32()))
	}
	unary := []struct {
		name string
		set  func(num.FloatSet) num.FloatSet
		f    func(x float64) float64
	}{
		{"neg", num.FloatSet.Neg, func(x float64) float64 { return -x }},
		{"abs", num.FloatSet.Abs, math.Abs},
		{"sat", num.FloatSet.Sat, func(x float64) float64 { return max(min(x, 1), 0) }},
		{"floor", num.FloatSet.Whole, math.Floor},
		{"ceil", num.FloatSet.Whole, math.Ceil},
		{"trunc", num.FloatSet.Whole, math.Trunc},
		{"round", num.FloatSet.Whole, math.RoundToEven},
		{"fract", num.FloatSet.Fract, func(x float64) float64 { return x - math.Floor(x) }},
		{"sqrt", num.FloatSet.Sqrt, math.Sqrt},
		{"exp", num.FloatSet.Exp, math.Exp},
		{"exp2", num.FloatSet.Exp, math.Exp2},
		{"rcp", num.FloatSet.Rcp, func(x float64) float64 { return 1 / x }},
		{"square", num.FloatSet.Square, func(x float64) float64 { return x * x }},
	}
	more := num.FloatSet(r.Uint32()) & num.FloatAny
	for _, u := range unary {
		for _, x := range list {
			if got, s := setOf(float32(u.f(float64(x)))), u.set(setOf(x)); !got.In(s) || !s.In(u.set(setOf(x)|more)) {
				t.Errorf("%s of %v is of %#x, not in %#x", u.name, x, got, s)
			}
		}
	}
	binary := []struct {
		name string
		set  func(a, b num.FloatSet) num.FloatSet
		f    func(x, y float32) float32
	}{
		{"add", num.FloatSet.Add, func(x, y float32) float32 { return x + y }},
		{"mul", num.FloatSet.Mul, func(x, y float32) float32 { return x * y }},
		{"div", num.FloatSet.Div, func(x, y float32) float32 { return x / y }},
		{"max", num.FloatSet.Max, func(x, y float32) float32 { return max(x, y) }},
		{"min", num.FloatSet.Min, func(x, y float32) float32 { return min(x, y) }},
	}
	for _, b := range binary {
		for _, x := range list {
			for _, y := range list {
				got, s := setOf(b.f(x, y)), b.set(setOf(x), setOf(y))
				if !got.In(s) || !s.In(b.set(setOf(x)|more, setOf(y))) {
					t.Errorf("%s of %v and %v is of %#x, not in %#x", b.name, x, y, got, s)
				}
			}
		}
	}
}
