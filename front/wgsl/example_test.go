package wgsl_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
)

// A source becomes a module; what is wrong with it is listed, each thing with its place.
func ExampleParse() {
	var list diag.List
	m := wgsl.Parse("fn area(r: f32) -> f32 { return 3.14159 * r * r; }", 1, wgsl.Options{}, &list)
	fmt.Println(m.Functions[1].Name, list.HasErrors())

	wgsl.Parse("fn area(r: f32) -> f32 { return pi * r; }", 1, wgsl.Options{}, &list)
	for _, d := range list.Sorted() {
		fmt.Println(d.Code, d.Span.Start, d.Message)
	}
	// Output:
	// area false
	// unresolved-identifier 33 unresolved identifier "pi"
}
