package msl_test

import (
	"fmt"

	"refract/back/msl"
	"refract/ir"
	"refract/ir/validate"
)

// A module as text.
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
	out, err := msl.Write(m, info, msl.NewOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Text)
	// Output:
	// #include <metal_stdlib>
	// #include <simd/simd.h>
	//
	// using namespace metal;
	//
	// struct Array4_uint {
	//     uint inner[4];
	// };
	//
	// kernel void main_(
	//     device Array4_uint& data [[buffer(0)]]
	// ) {
	//     data.inner[2] *= 2u;
	// }
}
