package pipeline_test

// This file makes up functions with comparisons of numbers whose differences are computed
// behind them, and compares what they compute before and after the comparisons are with
// zero.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
	"refract/ssa/op"
)

// randomDifferences is a function that compares numbers of each kind and takes them from
// each other.
func randomDifferences(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 11))
	var b strings.Builder
	b.WriteString("fn f(a: u32, b: u32, c: f32, d: f32, v: vec2i) -> u32 {\n  let m = v.x; let n = v.y; var s = 1u;\n")
	pairs := [...][2]string{{"a", "b"}, {"c", "d"}, {"m", "n"}, {"v.x", "v.y"}, {"a", "3u"}, {"c", "1.5"}}
	var statements func(depth int)
	statements = func(depth int) {
		for range 1 + r.IntN(3) {
			p := pairs[r.IntN(len(pairs))]
			if r.IntN(2) == 0 {
				p[0], p[1] = p[1], p[0]
			}
			how := "u32"
			if r.IntN(4) == 0 {
				how = "31u * u32"
			}
			switch {
			case r.IntN(3) > 0 && depth > 0:
				fmt.Fprintf(&b, "if %s %s %s {\n", p[0], []string{"<", ">", "==", "!=", "<=", ">="}[r.IntN(6)], p[1])
				if r.IntN(4) > 0 {
					fmt.Fprintf(&b, "s = s * 3u + %s(%s - %s);\n", how, p[r.IntN(2)], p[r.IntN(2)])
				}
				statements(depth - 1)
				b.WriteString("} else {\n")
				if r.IntN(2) == 0 {
					fmt.Fprintf(&b, "s ^= %s(%s - %s);\n", how, p[1], p[0])
				}
				statements(depth - 1)
				b.WriteString("}\n")
			case r.IntN(5) == 0 && depth > 0:
				fmt.Fprintf(&b, "for (var i = 0u; i < 3u; i++) {\n if a != b { break; }\n s += i + (a - b);\n")
				statements(depth - 1)
				b.WriteString("}\n")
			default:
				fmt.Fprintf(&b, "s = s * 5u + %s(%s - %s);\n", how, p[0], p[1])
			}
		}
	}
	statements(3)
	b.WriteString("  return s;\n}\n")
	return b.String()
}

// TestRandomDifferences compares differences of made-up functions with zero; those of
// floats are free to be approximate in every second. REFRACT_PROGRAMS is how many there
// are.
func TestRandomDifferences(t *testing.T) {
	count := uint64(sweep.Count(300))
	changed, floats := 0, 0
	for seed := range count {
		s := fromWGSL(t, []byte(randomDifferences(seed)))
		if _, err := pipeline.Run(s, pipeline.Of(lower.VarsToSSA, opt.CSE, opt.DCE), pipeline.Options{}); err != nil {
			t.Fatal(err)
		}
		f := s.Funcs[1]
		subtractions := func() (n int) {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.FSub {
						n++
						if seed%2 == 1 {
							f.SetFP(i, ssa.Approximate)
						}
					}
				}
			}
			return n
		}
		before := subtractions()
		first := s.Clone()
		if !opt.ComparisonPre.Run(s) {
			continue
		}
		for opt.ComparisonPre.Run(s) { // of a number with many uses, more are seen when some are gone
		}
		changed++
		floats += before - subtractions()
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v\nbefore:\n%s\nafter:\n%s", seed, err, first, s)
		}
		if ran, difference := ssatest.Compare(first, s); difference != "" || ran == 0 {
			t.Fatalf("seed %d: %d ran: %s\nbefore:\n%s\nafter:\n%s", seed, ran, difference, first, s)
		}
	}
	t.Logf("%d of %d functions changed, %d subtractions of floats became one with others", changed, count, floats)
	if changed < int(count)/4 {
		t.Errorf("only %d of %d functions changed", changed, count)
	}
}
