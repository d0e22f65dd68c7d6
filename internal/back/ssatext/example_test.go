package ssatext_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/back"
	"refract/internal/back/ssatext"
)

// A module is written in the form that the optimizer works on.
func Example() {
	var list diag.List
	m := wgsl.Parse("fn halve(x: f32) -> f32 { var y = x; y *= 0.5; return y; }", 1, wgsl.Options{}, &list)
	out, err := ssatext.BackEnd.New().Write(&back.Request{Module: m})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(out.Text)
	// Output:
	// func @halve($x : f32) -> f32 {
	//   var $y : f32 function_temp
	//   b1:
	//     %1 = param index=0 : f32
	//     %2 = deref_var $y : ptr<function, f32>
	//     %3 = const 0.5 : f32
	//     declare $y, %1
	//     %4 = load %2 : f32
	//     %5 = fmul.fast %4, %3 : f32
	//     store %2, %5
	//     %6 = load %2 : f32
	//     return %6
	// }
}
