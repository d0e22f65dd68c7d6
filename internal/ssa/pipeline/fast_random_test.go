package pipeline_test

// Floats that may be reordered and approximated. What such expressions become can't be held
// against them bit by bit, so that the other generators write strict ones, and most rules
// for floats fire in none of their programs.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// fastExpression is a function of three floats or vectors, as text: the values that it
// computes use each other often, and constants at which rules look.
func fastExpression(r *rand.Rand, vectors bool) string {
	t, read := "f32", func() string { return "" }
	if vectors {
		t = "vec2<f32>"
		read = func() string {
			if r.IntN(3) > 0 {
				return ""
			}
			return "." + []string{"xx", "yx", "yy"}[r.IntN(3)]
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func @f($x : %s, $y : %s, $z : %s) -> %s {\n  b1:\n", t, t, t, t)
	n := 0
	line := func(format string, args ...any) {
		n++
		fmt.Fprintf(&b, "    %%%d = %s : %s\n", n, fmt.Sprintf(format, args...), t)
	}
	for k := range 3 {
		line("param index=%d", k)
	}
	constants := []string{"1", "0", "-1", "2", "0.5", "9.8", "-2", "4", "3"}
	for k, c := range constants {
		if vectors {
			c += ", " + constants[(k+k%2)%len(constants)]
		}
		line("const %s", c)
	}
	any := func() int {
		switch r.IntN(10) {
		case 0, 1, 2, 3:
			if n > 3+len(constants) {
				return n - r.IntN(min(3, n-3-len(constants)))
			}
		case 4, 5:
			return 4 + r.IntN(len(constants))
		case 6:
			return 4 // 1
		}
		return 1 + r.IntN(3)
	}
	some := func() string { return fmt.Sprint("%", any(), read()) }
	one := []string{"fneg", "fabs", "fsqrt", "frsq", "fexp2", "flog2", "fsat", "frcp", "fsign", "ffloor", "mov"}
	two := []string{"fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"}
	for range 3 + r.IntN(8) {
		switch r.IntN(10) {
		case 0, 1, 2:
			o := one[r.IntN(len(one))]
			if o != "mov" && o != "fabs" && o != "fneg" {
				o += ".fast"
			}
			line("%s %s", o, some())
		case 3:
			line("ffma.fast %s, %s, %s", some(), some(), some())
		default:
			line("%s.fast %s, %s", two[r.IntN(len(two))], some(), some())
		}
	}
	fmt.Fprintf(&b, "    return %%%d\n}\n", n)
	return b.String()
}

// foldedWith is what a function of constants returns, and whether no value on the way is
// so large, small or near a pole that approximations show. Of a vector the second component
// is that of the next argument.
func foldedWith(t *testing.T, s *ssa.Shader, args [3]float32) (result [2]float32, tame bool) {
	t.Helper()
	f := s.Clone().Funcs[1]
	tame = true
	for b := range f.Blocks() {
		for i := f.First(b); i != 0; i = f.Next(i) {
			by := ssa.Value(0)
			at := f.BuildBefore(i)
			switch {
			case f.Op(i) == op.Param:
				k := f.IndexOf(i)
				bits := [2]uint64{uint64(math.Float32bits(args[k])), uint64(math.Float32bits(args[(k+1)%3]))}
				by = at.Const(f.Type(i), bits[:f.Comps(i)]...)
			case f.Op(i) == op.Return:
				if f.Op(f.Arg(i, 0)) != op.Const {
					t.Fatalf("the result isn't known:\n%s", s)
				}
				for c := range f.Comps(f.Arg(i, 0)) {
					result[c] = math.Float32frombits(uint32(f.ConstBits(f.Arg(i, 0), f.Src(i, 0).Swizzle.At(c))))
				}
				return result, tame
			case f.Op(i).Class() == op.ClassALU:
				var out [4]uint64
				if !opt.Fold(f, i, &out) {
					t.Fatalf("%v isn't known:\n%s", f.Op(i), s)
				}
				by = at.Const(f.Type(i), out[:f.Comps(i)]...)
				for c := 0; f.Type(i) == ir.TypeF32 || f.Type(i) == ir.VectorOf(ir.F32, 2); c++ {
					if c == f.Comps(i) {
						break
					}
					v := math.Abs(float64(math.Float32frombits(uint32(out[c]))))
					tame = tame && v < 1e3 && (v > 1e-2 || v == 0 && f.Op(i) != op.FSub && f.Op(i) != op.FAdd && f.Op(i) != op.FFma)
					// Steps, where the least difference is a whole one.
					if o := f.Op(i); o == op.FFloor || o == op.FSign {
						x := float64(math.Float32frombits(uint32(f.ConstBits(f.Arg(i, 0), f.Src(i, 0).Swizzle.At(c)))))
						tame = tame && math.Abs(x-math.Round(x)) > 1e-2
					}
				}
			}
			if by != 0 {
				f.ReplaceUses(i, by)
			}
		}
	}
	t.Fatalf("nothing is returned:\n%s", s)
	return result, false
}

// TestRandomFast optimizes expressions that may be approximated: REFRACT_PROGRAMS of them.
func TestRandomFast(t *testing.T) {
	count := uint64(sweep.Count(2000))
	inputs := [][3]float32{{1.25, 0.75, 2.5}, {0.3125, 3.25, 1.75}, {-1.5, 0.5625, 2.125}, {2.75, -0.875, 0.4375}}
	compared := 0
	for seed := range count {
		r := rand.New(rand.NewPCG(seed, 3))
		text := fastExpression(r, seed%3 == 0)
		before, err := ssa.Parse("fast.ssa", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for level := 1; level <= 2; level++ {
			p, err := pipeline.Level(level)
			if err != nil {
				t.Fatal(err)
			}
			after := before.Clone()
			if _, err := pipeline.Run(after, p, pipeline.Options{Verify: true}); err != nil {
				t.Fatalf("seed %d, -O%d: %v\n%s", seed, level, err, before)
			}
			for _, args := range inputs {
				want, tame := foldedWith(t, before, args)
				if !tame {
					continue
				}
				compared++
				got, _ := foldedWith(t, after, args)
				for c := range want {
					if d := math.Abs(float64(want[c] - got[c])); d <= 1e-3*max(1, math.Abs(float64(want[c]))) {
						continue
					}
					t.Fatalf("seed %d, -O%d, of %v: %v became %v\nbefore:\n%s\nafter:\n%s", seed, level, args, want, got, before, after)
				}
			}
		}
	}
	t.Logf("%d functions, %d results compared", count, compared)
	if compared < int(count)/2 {
		t.Error("too little was compared")
	}
}
