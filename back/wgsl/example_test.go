package wgsl_test

import (
	"fmt"

	"refract/back/wgsl"
	"refract/ir"
)

// A module as WGSL.
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
	text, _, err := wgsl.Write(m, nil, wgsl.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(text)
	// Output:
	// @group(0) @binding(0) var<storage, read_write> data: array<u32, 4>;
	//
	// @compute @workgroup_size(1)
	// fn main() {
	//     data[2] *= 2u;
	// }
}
