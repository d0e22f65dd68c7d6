package glsl_test

import (
	"fmt"

	"refract/diag"
	"refract/front/glsl"
	"refract/ir"
)

// A shader becomes a module: main is the entry point, inputs are its parameters.
func ExampleReader_Read() {
	const source = `#version 450
layout(location = 0) in float shade;
layout(location = 0) out vec4 color;
void main() { color = vec4(shade); }
`
	var sources diag.Sources
	var list diag.List
	base := sources.Add("shader.frag", source)
	m := new(glsl.Reader).Read(ir.NewModule(), source, base, glsl.Options{Stage: ir.StageFragment}, &sources, &list)
	if m == nil {
		fmt.Println(list.Err(&sources))
		return
	}
	fmt.Print(ir.Print(m))
	// Output:
	// func @main($shade : f32 location(0) link("shade")) -> vec4<f32> location(0) link("color") {
	//   var $color : vec4<f32>
	//   local $color
	//   %1 = splat $shade : vec4<f32>
	//   store $color, %1
	//   %2 = load $color : vec4<f32>
	//   return %2
	// }
	// entry fragment @main
}
