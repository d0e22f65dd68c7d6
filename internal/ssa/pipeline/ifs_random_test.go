package pipeline_test

// This file makes up functions with many ifs on few conditions, and compares what they
// compute before and after ifs are merged.

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

// randomIfs is a function whose ifs ask for one of two conditions.
func randomIfs(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	b.WriteString("fn f(a: u32, b: u32, c: bool, d: bool) -> u32 {\n  var x = a; var y = b; var z = 1u;\n")
	loops := 0
	var statements func(depth int, inLoop bool)
	statements = func(depth int, inLoop bool) {
		for range 1 + r.IntN(4) {
			v := func() byte { return "xyzab"[r.IntN(5)] }
			switch k := r.IntN(12); {
			case k < 6 && depth > 0:
				fmt.Fprintf(&b, "if %c {\n", "cd"[r.IntN(2)])
				statements(depth-1, inLoop)
				if r.IntN(2) == 0 {
					b.WriteString("} else {\n")
					statements(depth-1, inLoop)
				}
				b.WriteString("}\n")
			case k == 6 && depth > 1 && loops < 3:
				loops++
				fmt.Fprintf(&b, "for (var i%d = 0u; i%d < %c %% 5; i%d++) {\n", loops, loops, v(), loops)
				statements(depth-1, true)
				b.WriteString("}\n")
			case k == 7 && depth < 3:
				ways := []string{"if c { return x; }\n"}
				if inLoop {
					ways = append(ways, "if c { break; }\n", "if d { continue; }\n")
				}
				b.WriteString(ways[r.IntN(len(ways))])
			default:
				fmt.Fprintf(&b, "%c = %c %s %c;\n", "xyz"[r.IntN(3)], v(), []string{"+", "*", "^", "-"}[r.IntN(4)], v())
			}
		}
	}
	statements(4, false)
	b.WriteString("  return x ^ (y * 31) ^ (z * 1023);\n}\n")
	return b.String()
}

// TestRandomIfs merges the ifs of made-up functions, and turns those of every second, whose variables are values.
// REFRACT_PROGRAMS is how many there are.
func TestRandomIfs(t *testing.T) {
	count := uint64(sweep.Count(300))
	changed, phis := 0, 0
	for seed := range count {
		s := fromWGSL(t, []byte(randomIfs(seed)))
		if _, err := pipeline.Run(s, pipeline.Of(lower.VarsToSSA, opt.DCE), pipeline.Options{}); err != nil {
			t.Fatal(err)
		}
		before := s.Clone()
		asked := seed%2 == 1 && opt.IfConditions.Run(s)
		if !opt.MergeIfs.Run(s) && !asked {
			continue
		}
		changed++
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v\nbefore:\n%s\nafter:\n%s", seed, err, before, s)
		}
		if ran, difference := ssatest.Compare(before, s); difference != "" || ran == 0 {
			t.Fatalf("seed %d: %d ran: %s\nbefore:\n%s\nafter:\n%s", seed, ran, difference, before, s)
		}
		f := s.Funcs[1]
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Phi {
					phis++
				}
			}
		}
	}
	t.Logf("%d of %d functions changed, %d phis", changed, count, phis)
	if changed < int(count)/5 || phis == 0 {
		t.Errorf("only %d of %d functions changed, with %d phis", changed, count, phis)
	}
}
