package pass_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// A pass is a value. This one counts multiplications and changes nothing.
func ExamplePass() {
	var list diag.List
	m := wgsl.Parse("fn f(x: f32) -> f32 { let y = x * 1.0; let unused = y * 3.0; return y + 0.5 * 2.0; }", 1, wgsl.Options{}, &list)
	s := fromir.Module(m, fromir.Options{})
	n := 0
	count := &pass.Pass{Name: "count", Function: func(f *ssa.Function) bool {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.FMul {
					n++
				}
			}
		}
		return false
	}}
	count.Run(s)
	fmt.Println(n)
	// Output: 2
}
