package back_test

import (
	"fmt"

	"refract/back/msl"
	"refract/back/wgsl"
	"refract/internal/back"
	"refract/ir"
	"refract/ir/validate"
)

// Back ends are values of one type: a program writes any language the same way.
func ExampleBackEnd() {
	m, err := ir.ParseString("halve", "func @halve($x : f32) -> f32 {\n  %1 = mul $x, 0.5f : f32\n  return %1\n}\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := validate.Module(m, validate.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range []back.BackEnd{wgsl.BackEnd, msl.BackEnd} {
		out, err := b.New().Write(&back.Request{Module: m, Info: info})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d bytes\n%s\n", b.Language.Title, len(out.Text), out.Text)
	}
	// Output:
	// WGSL: 48 bytes
	// fn halve(x: f32) -> f32 {
	//     return x * 0.5;
	// }
	//
	// MSL: 117 bytes
	// #include <metal_stdlib>
	// #include <simd/simd.h>
	//
	// using namespace metal;
	//
	// float halve(float x) {
	//     return x * 0.5;
	// }
}
