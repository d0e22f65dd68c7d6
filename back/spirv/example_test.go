package spirv_test

import (
	"fmt"

	"refract/back/spirv"
	"refract/ir"
)

// A module as SPIR-V 1.3.
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
	words, err := spirv.Write(m, spirv.NewOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%#x %#x\n", words[0], words[1])
	// Output: 0x7230203 0x10300
}
