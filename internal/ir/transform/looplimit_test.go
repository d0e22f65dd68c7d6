package transform

import (
	"testing"

	"refract/ir"
)

// TestLoopLimits goes through all loops that count a number of 6 bits: the limit of a
// bound changes nothing for those that end, and makes the others end.
func TestLoopLimits(t *testing.T) {
	compare := map[ir.BinaryOp]func(x, y int64) bool{
		ir.Lt: func(x, y int64) bool { return x < y },
		ir.Le: func(x, y int64) bool { return x <= y },
		ir.Gt: func(x, y int64) bool { return x > y },
		ir.Ge: func(x, y int64) bool { return x >= y },
	}
	const size = 64
	loops, endless := 0, 0
	for _, lowest := range []int64{0, -size / 2} {
		highest := lowest + size - 1
		// rounds is how often a loop goes round, or -1.
		rounds := func(o ir.BinaryOp, first, step, bound int64) int {
			x := first
			for n := range 2 * size {
				if !compare[o](x, bound) {
					return n
				}
				x = lowest + (x+step-lowest+size)%size
			}
			return -1
		}
		for o := range compare {
			for _, step := range []int64{1, 2, 4, 8, 16, -1, -2, -4, -8, -16} {
				var a loopAnalysis
				a.canLimit(o, step, lowest, highest)
				if able := (step > 0) == (o == ir.Lt || o == ir.Le); able != a.limit.able {
					t.Fatalf("%v by %d: a limit is possible: %v", o, step, a.limit.able)
				} else if !able {
					continue
				}
				limit := int64(int32(a.limit.value))
				for first := lowest; first <= highest; first++ {
					for bound := lowest; bound <= highest; bound++ {
						limited := min(bound, limit)
						if a.limit.least {
							limited = max(bound, limit)
						}
						loops++
						want, got := rounds(o, first, step, bound), rounds(o, first, step, limited)
						if want < 0 {
							endless++
						}
						if got < 0 || want >= 0 && got != want {
							t.Fatalf("from %d by %d while %v %d: %d rounds, and %d to the limit %d", first, step, o, bound, want, got, limit)
						}
					}
				}
			}
		}
	}
	t.Logf("%d loops, %d of them endless", loops, endless)
	if endless == 0 {
		t.Error("every loop ends by itself")
	}
}
