package build_test

import (
	"math"
	"testing"

	"refract/internal/ssa/build"
	"refract/internal/ssa/opt"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// value folds what fn builds of constants to its components.
func value(t *testing.T, fn func(b *ssa.Builder) ssa.Value) []float64 {
	t.Helper()
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	b := f.Build(f.EndOf(f.FirstBlock()))
	f.Result = ir.TypeF32
	v := fn(&b)
	f.Result = f.Type(v)
	b.Jump(op.Return, ssa.Whole(v))
	for opt.ConstantFolding.Run(s) || opt.CopyProp.Run(s) {
	}
	v = f.Arg(f.Jump(f.FirstBlock()), 0)
	if !f.IsConst(v) {
		t.Fatalf("%s isn't folded:\n%s", f.Op(v), s)
	}
	var out []float64
	for k := range f.Comps(v) {
		out = append(out, float64(math.Float32frombits(uint32(f.ConstBits(v, k)))))
	}
	return out
}

func scalar(b *ssa.Builder, x float64) ssa.Value {
	return b.Const(ir.TypeF32, uint64(math.Float32bits(float32(x))))
}

func vector(b *ssa.Builder, x ...float64) ssa.Value {
	bits := make([]uint64, len(x))
	for k := range x {
		bits[k] = uint64(math.Float32bits(float32(x[k])))
	}
	return b.Const(ir.VectorOf(ir.F32, len(x)), bits...)
}

// TestUnary compares functions of one number with those of package math.
func TestUnary(t *testing.T) {
	tests := []struct {
		name   string
		build  func(b *ssa.Builder, x ssa.Value) ssa.Value
		want   func(float64) float64
		inputs []float64
		error  float64 // absolute, or relative where the result is above 1
	}{
		{"atan", build.Atan, math.Atan, []float64{-1e30, -20, -1, -0.3, 0, 1e-5, 0.5, 0.999, 1, 1.001, 3, math.Inf(1)}, 1e-6},
		{"asin", build.Asin, math.Asin, []float64{-1, -0.9, -0.5, 0, 0.1, 0.5, 0.7, 1}, 1e-6},
		{"acos", build.Acos, math.Acos, []float64{-1, -0.9, -0.5, 0, 0.1, 0.5, 0.7, 1}, 1e-6},
		{"tan", build.Tan, math.Tan, []float64{-1.5, -1, 0, 0.5, 1.2}, 1e-5},
		{"sinh", build.Sinh, math.Sinh, []float64{-4, -1, 0.5, 2, 10}, 1e-6},
		{"cosh", build.Cosh, math.Cosh, []float64{-4, -1, 0, 0.5, 2, 10}, 1e-6},
		{"tanh", build.Tanh, math.Tanh, []float64{-100, -2, 0, 0.5, 3, 100}, 1e-6},
		{"asinh", build.Asinh, math.Asinh, []float64{-100, -1, 0.5, 3}, 1e-6},
		{"acosh", build.Acosh, math.Acosh, []float64{1.5, 2, 100}, 1e-6},
		{"atanh", build.Atanh, math.Atanh, []float64{-0.9, -0.5, 0.5, 0.75}, 1e-6},
		{"exp", build.Exp, math.Exp, []float64{-10, -1, 0, 1, 5}, 3e-6},
		{"log", build.Log, math.Log, []float64{0.01, 0.5, 2, 1e6}, 1e-6},
		{"radians", build.Radians, func(x float64) float64 { return x * math.Pi / 180 }, []float64{-90, 0, 45, 360}, 1e-6},
		{"degrees", build.Degrees, func(x float64) float64 { return x * 180 / math.Pi }, []float64{-1, 0, 3}, 1e-6},
		{"saturate", build.Saturate, func(x float64) float64 { return max(0, min(1, x)) }, []float64{-1, 0.25, 7}, 0},
	}
	for _, test := range tests {
		for _, x := range test.inputs {
			got := value(t, func(b *ssa.Builder) ssa.Value { return test.build(b, scalar(b, x)) })[0]
			want := test.want(float64(float32(x)))
			if d := math.Abs(got - want); !(d <= test.error*max(1, math.Abs(want))) {
				t.Errorf("%s(%g) = %g, want %g", test.name, x, got, want)
			}
		}
	}
}

// TestAtan2 goes around all quadrants and axes.
func TestAtan2(t *testing.T) {
	for _, y := range []float64{-2, -1, math.Copysign(0, -1), 0, 0.5, 1, 3} {
		for _, x := range []float64{-3, -1, 0, 1, 2} {
			got := value(t, func(b *ssa.Builder) ssa.Value { return build.Atan2(b, scalar(b, y), scalar(b, x)) })[0]
			if want := math.Atan2(y, x); math.Abs(got-want) > 2e-6 {
				t.Errorf("atan2(%g, %g) = %g, want %g", y, x, got, want)
			}
		}
	}
}

// TestGeometry checks functions of vectors on right angles and thirds.
func TestGeometry(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *ssa.Builder) ssa.Value
		want  []float64
	}{
		{"dot", func(b *ssa.Builder) ssa.Value { return build.Dot(b, vector(b, 1, 2, 3), vector(b, 4, 5, 6)) }, []float64{32}},
		{"cross", func(b *ssa.Builder) ssa.Value { return build.Cross(b, vector(b, 1, 2, 3), vector(b, 4, 5, 6)) }, []float64{-3, 6, -3}},
		{"length", func(b *ssa.Builder) ssa.Value { return build.Length(b, vector(b, 3, 4)) }, []float64{5}},
		{"distance", func(b *ssa.Builder) ssa.Value { return build.Distance(b, vector(b, 4, 6), vector(b, 1, 2)) }, []float64{5}},
		{"normalize", func(b *ssa.Builder) ssa.Value { return build.Normalize(b, vector(b, 0, -8)) }, []float64{0, -1}},
		{"reflect", func(b *ssa.Builder) ssa.Value { return build.Reflect(b, vector(b, 1, -1), vector(b, 0, 1)) }, []float64{1, 1}},
		{"refract straight", func(b *ssa.Builder) ssa.Value {
			return build.Refract(b, vector(b, 0, -1), vector(b, 0, 1), scalar(b, 0.5))
		}, []float64{0, -1}},
		{"refract beyond", func(b *ssa.Builder) ssa.Value {
			return build.Refract(b, vector(b, 1, 0), vector(b, 0, 1), scalar(b, 2))
		}, []float64{0, 0}},
		{"faceforward", func(b *ssa.Builder) ssa.Value {
			return build.FaceForward(b, vector(b, 0, 1), vector(b, 0, 1), vector(b, 0, 1))
		}, []float64{0, -1}},
		{"mix", func(b *ssa.Builder) ssa.Value {
			return build.Mix(b, vector(b, 0, 4), vector(b, 8, 8), vector(b, 0.5, 0.25))
		}, []float64{4, 5}},
		{"step", func(b *ssa.Builder) ssa.Value { return build.Step(b, vector(b, 1, 1), vector(b, 1, 0.5)) }, []float64{1, 0}},
		{"smoothstep", func(b *ssa.Builder) ssa.Value {
			return build.SmoothStep(b, scalar(b, 0), scalar(b, 2), scalar(b, 1))
		}, []float64{0.5}},
	}
	for _, test := range tests {
		got := value(t, test.build)
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
			continue
		}
		for k := range got {
			if math.Abs(got[k]-test.want[k]) > 1e-6 {
				t.Errorf("%s: %v, want %v", test.name, got, test.want)
				break
			}
		}
	}
}
