package ssatest

import (
	"testing"

	"refract/internal/ssa/lower"
	"refract/ssa"
	"refract/ssa/op"
)

// TestRandom demands that what is made up is whole and runs, and has in it what it
// is made for.
func TestRandom(t *testing.T) {
	found := map[string]int{}
	ran := 0
	for seed := range uint64(300) {
		s := Random(seed)
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		n, difference := Compare(s, s.Clone())
		if difference != "" {
			t.Fatalf("seed %d: %s", seed, difference)
		}
		ran += n
		lower.VarsToSSA.Run(s)
		f := s.Funcs[1]
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if o := f.Op(i); o == op.Phi || o == op.Break || o == op.Continue || o == op.Return {
					found[o.String()]++
				}
			}
			if n := f.NextNode(b); n != 0 {
				found[f.Kind(n).String()]++
				if f.Kind(n) == ssa.NodeLoop && f.LoopContinue(n) != 0 {
					found["continue list"]++
				}
				if f.Kind(n) == ssa.NodeSwitch {
					for _, c := range f.Cases(n) {
						if c.FallThrough {
							found["fall-through"]++
						}
					}
				}
			}
		}
	}
	if ran != 300 {
		t.Errorf("%d functions of 300 run", ran)
	}
	for _, what := range []string{"phi", "break", "continue", "return", "if", "loop", "switch", "continue list", "fall-through"} {
		if found[what] < 100 {
			t.Errorf("%d of %s", found[what], what)
		}
	}
}
