package fromir_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/ssa"
)

// A module goes into SSA form.
func ExampleModule() {
	var list diag.List
	m := wgsl.Parse("fn f(x: f32) -> f32 { return x * 2.0; }", 1, wgsl.Options{}, &list)
	fmt.Print(string(ssa.Print(fromir.Module(m, fromir.Options{}))))
	// Output:
	// func @f($x : f32) -> f32 {
	//   b1:
	//     %1 = param index=0 : f32
	//     %2 = const 2 : f32
	//     %3 = fmul.fast %1, %2 : f32
	//     return %3
	// }
}
