package glsl_test

import (
	"fmt"

	"refract/back/glsl"
	"refract/ir"
	"refract/ir/validate"
)

// A module as GLSL, of one entry point.
func ExampleWrite() {
	m, err := ir.ParseString("double", `
global @data : array<u32, 4> storage(read_write) binding(0, 0)
entry compute @main workgroup(1, 1, 1)
func @main() {
  %1 = access_index @data, 2 : ptr<storage, u32, read_write>
  %2 = load %1 : u32
  %3 = mul %2, 2u : u32
  store %1, %3
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := validate.Module(m, validate.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _, err := glsl.Write(m, info, glsl.NewOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(text)
	// Output:
	// #version 450
	//
	// layout(local_size_x = 1) in;
	//
	// layout(std430, binding = 0) buffer Data {
	//     uint data[4];
	// };
	//
	// void main() {
	//     data[2] *= 2u;
	// }
}
