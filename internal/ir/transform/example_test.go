package transform_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ir/transform"
	"refract/ir"
)

// Accesses stay in bounds.
func ExampleBoundsChecks() {
	var list diag.List
	m := wgsl.Parse("var<private> a: array<f32, 4>;\nfn f(i: u32) -> f32 { return a[i]; }", 1, wgsl.Options{}, &list)
	transform.BoundsChecks(m, transform.BoundsOptions{Index: transform.Restrict})
	fmt.Print(ir.Print(m))
	// Output:
	// global @a : array<f32, 4> private
	// func @f($i : u32) -> f32 {
	//   %1 = min $i, 3u : u32 !limit
	//   %2 = access @a, %1 : ptr<private, f32> !inbounds
	//   %3 = load %2 : f32
	//   return %3
	// }
}
