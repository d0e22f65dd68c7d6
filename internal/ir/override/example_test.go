package override_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ir/override"
)

// What a pipeline gives to overrides is checked before it is used.
func ExampleCheck() {
	var list diag.List
	m := wgsl.Parse("override size: u32 = 8;", 1, wgsl.Options{}, &list)
	override.Check(m, map[string]float64{"size": -1, "width": 2}, &list)
	for _, d := range list.Sorted() {
		fmt.Println(d.Message)
	}
	// Output:
	// width: there is no such override
	// size: -1 is no value of type u32
}
