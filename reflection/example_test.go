package reflection_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/ir/validate"
	"refract/reflection"
)

// What a host must know of a module.
func ExampleModule() {
	var list diag.List
	m := wgsl.Parse("@group(1) @binding(2) var<uniform> light: vec4f;\n@fragment fn main() -> @location(0) vec4f { return light; }", 1, wgsl.Options{}, &list)
	info, err := validate.Module(m, validate.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := reflection.Module(m, info, reflection.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range r.Bindings {
		fmt.Println(b.Name, b.Group.Value(), b.Binding.Value())
	}
	// Output:
	// light 1 2
}
