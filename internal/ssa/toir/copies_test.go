package toir_test

import (
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ssa/op"
)

// mostCopies is how many copies there are: it may only fall, unless what is copied
// was computed twice before.
const mostCopies = 59

// TestCopies counts what leaving SSA costs the optimized corpus: registers that are
// set to a value elsewhere than where that is computed. What remains is between
// variables with two names, and where a variable's old value is needed after its new
// one is known.
func TestCopies(t *testing.T) {
	level, err := pipeline.Level(1)
	if err != nil {
		t.Fatal(err)
	}
	registers, constants, definitions, copies := 0, 0, 0, 0
	for _, s := range harness.Shaders(t) {
		m := front.Parse(s.Source, 1, front.Options{Allowed: front.AllExtensions}, new(diag.List))
		if m == nil || diagnostics(m) != "" {
			continue
		}
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		v := fromir.Module(m, fromir.Options{})
		if _, err := pipeline.Run(v, level, pipeline.Options{Establish: true}); err != nil {
			t.Fatal(err)
		}
		lower.LeaveSSA.Run(v)
		for _, g := range v.Funcs[1:] {
			registers += len(g.Regs) - 1
			for b := range g.Blocks() {
				for i := range g.Instrs(b) {
					if g.Op(i) != op.StoreReg {
						continue
					}
					switch x := g.Arg(i, 0); {
					case g.Op(x).Class() == op.ClassConst || g.Op(x) == op.Param:
						constants++
					case g.Prev(i) == x:
						definitions++
					default:
						copies++
					}
				}
			}
		}
	}
	t.Logf("%d registers, set %d times to constants and parameters, %d times where a value is computed, and by %d copies", registers, constants, definitions, copies)
	if copies > mostCopies {
		t.Errorf("there are %d copies, more than %d", copies, mostCopies)
	}
}
