package opt_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"refract/internal/num"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/opt"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// TestFloats builds expressions over constants at random: the value of each is in the set that the
// analysis has for it.
func TestFloats(t *testing.T) {
	one := []op.Op{op.FNeg, op.FAbs, op.FSign, op.FFloor, op.FCeil, op.FTrunc, op.FRoundEven, op.FFract, op.FSqrt, op.FSat, op.FRcp, op.FRsq, op.FExp, op.FExp2, op.FSin, op.FCos}
	two := []op.Op{op.FAdd, op.FSub, op.FMul, op.FDiv, op.FMin, op.FMax, op.FPow, op.FStep}
	three := []op.Op{op.FFma, op.FClamp}
	checked := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 5))
		scalar := []ir.Scalar{ir.F32, ir.F32, ir.F16, ir.F64}[r.IntN(4)]
		ty := ir.ScalarTypeOf(scalar)
		_, f := ssa.NewShader(ir.NewModule()).NewFunction("f")
		b := f.Build(f.EndOf(f.FirstBlock()))
		_, g := ssa.NewShader(f.Shader.Module).NewFunction("g") // the same operations on constants
		c := g.Build(g.EndOf(g.FirstBlock()))
		var values, known []ssa.Value
		for range 4 {
			x := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2.5, -3, 1e-3, 1e30, math.Inf(1), math.Inf(-1), math.NaN(), r.NormFloat64(), r.NormFloat64() * 100}[r.IntN(14)]
			bits := math.Float64bits(x)
			switch scalar {
			case ir.F32:
				bits = uint64(math.Float32bits(float32(x)))
			case ir.F16:
				bits = uint64(num.F16FromF64(x))
			}
			values, known = append(values, b.Const(ty, bits)), append(known, c.Const(ty, bits))
		}
		for range 10 {
			list := [][]op.Op{one, one, two, three}
			n := r.IntN(4)
			o := list[n][r.IntN(len(list[n]))]
			var args, constants []ssa.Value
			for range max(n, 1) {
				k := r.IntN(len(values))
				args, constants = append(args, values[k]), append(constants, known[k])
			}
			v := b.Op(o, ty, args...)
			var floats analysis.Floats
			floats.Reset(f)
			set := floats.Of(ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: 1})
			var out [4]uint64
			if !opt.Fold(g, c.Op(o, ty, constants...), &out) {
				continue
			}
			checked++
			if got := num.FloatSetOf(out[0], scalar.Bits()); !got.In(set) {
				t.Fatalf("seed %d: %#x, of class %#x, isn't in %#x\n%s", seed, out[0], got, set, ssa.PrintFunction(f))
			}
			values, known = append(values, v), append(known, c.Const(ty, out[0]))
		}
	}
	if checked < 10000 {
		t.Errorf("%d values were checked", checked)
	}
}
