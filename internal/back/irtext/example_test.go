package irtext_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/back"
	"refract/internal/back/irtext"
)

// A module is written as it is.
func Example() {
	var list diag.List
	m := wgsl.Parse("fn halve(x: f32) -> f32 { return x * 0.5; }", 1, wgsl.Options{}, &list)
	out, err := irtext.BackEnd.New().Write(&back.Request{Module: m})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(out.Text)
	// Output:
	// func @halve($x : f32) -> f32 {
	//   %1 = mul $x, 0.5f : f32
	//   return %1
	// }
}
