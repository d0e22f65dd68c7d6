package toir_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/toir"
	"refract/ir"
)

// A shader in SSA form becomes a module again.
func ExampleModule() {
	var list diag.List
	m := wgsl.Parse("fn f(x: f32) -> f32 { let y = x * 2.0; return y + y; }", 1, wgsl.Options{}, &list)
	back, err := toir.Module(fromir.Module(m, fromir.Options{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(ir.Print(back))
	// Output:
	// func @f($x : f32) -> f32 {
	//   %y = mul $x, 2f : f32
	//   %1 = add %y, %y : f32
	//   return %1
	// }
}
