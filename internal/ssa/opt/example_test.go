package opt_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/opt"
)

// What is computed twice is computed once, and what nothing uses not at all.
func Example() {
	var list diag.List
	m := wgsl.Parse("fn f(x: f32) -> f32 { let unused = x + 1; return sqrt(x * 3) + sqrt(x * 3); }", 1, wgsl.Options{}, &list)
	s := fromir.Module(m, fromir.Options{})
	for opt.CSE.Run(s) || opt.DCE.Run(s) {
	}
	fmt.Print(s)
	// Output:
	// func @f($x : f32) -> f32 {
	//   b1:
	//     %1 = param index=0 : f32
	//     %2 = const 3 : f32
	//     %3 = fmul.fast %1, %2 : f32
	//     %4 = fsqrt.fast %3 : f32
	//     %5 = fadd.fast %4, %4 : f32
	//     return %5
	// }
}
