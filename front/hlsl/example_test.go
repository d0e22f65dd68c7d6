package hlsl_test

import (
	"fmt"

	"refract/diag"
	"refract/front/hlsl"
	"refract/ir"
)

// A shader becomes a module: the entry point's parameters and result are its interface.
func ExampleReader_Read() {
	const source = `float4 main(float shade : SHADE) : SV_Target { return shade; }
`
	var sources diag.Sources
	var list diag.List
	base := sources.Add("shader.hlsl", source)
	m := new(hlsl.Reader).Read(ir.NewModule(), source, base, hlsl.Options{Profile: "ps_6_0"}, &sources, &list)
	if m == nil {
		fmt.Println(list.Err(&sources))
		return
	}
	fmt.Print(ir.Print(m))
	// Output:
	// func @main($shade : f32 location(0) semantic("SHADE", 0)) -> vec4<f32> location(0) {
	//   %1 = splat $shade : vec4<f32>
	//   return %1
	// }
	// entry fragment @main
}
