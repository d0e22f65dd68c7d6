package analysis_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/ssa"
)

// How often a loop goes round, and between what its counter lies.
func ExampleCountLoop() {
	var list diag.List
	m := wgsl.Parse("fn f(n: u32) -> u32 { var s = 0u; for (var i = 0u; i < 8u; i++) { s += i * n; } return s; }", 1, wgsl.Options{}, &list)
	s := fromir.Module(m, fromir.Options{})
	lower.VarsToSSA.Run(s)
	f := s.Funcs[1]
	ranges := analysis.FindRanges(f)
	for n := range f.Nodes(ssa.Body) {
		if f.Kind(n) != ssa.NodeLoop {
			continue
		}
		c, ok := analysis.CountLoop(f, n, 100)
		fmt.Println(c.Rounds, ok)
		for _, phi := range c.Phis {
			if f.NameOf(phi) == "i" {
				fmt.Println(ranges.Of(phi).Lo, ranges.Of(phi).Hi)
			}
		}
	}
	// Output:
	// 8 true
	// 0 8
}
