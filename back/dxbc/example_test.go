package dxbc_test

import (
	"fmt"

	"refract/back/dxbc"
	dxbcformat "refract/internal/dxbc"
	"refract/ir"
	"refract/ir/validate"
)

// A module as a container, whose program is printed.
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
	data, places, err := dxbc.Write(m, info, dxbc.NewOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(places.Resources[0].Name, places.Resources[0].Class, places.Resources[0].Register.Register)
	c, err := dxbcformat.ReadContainer(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	chunk, _ := c.Chunk(dxbcformat.ChunkSHEX)
	p, err := dxbcformat.ReadProgram(chunk)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p)
	// Output:
	// data u 0
	// cs_5_0
	// dcl_globalFlags refactoringAllowed
	// dcl_uav_raw u0
	// dcl_temps 1
	// dcl_thread_group 1, 1, 1
	// ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r0.x, l(8), u0.xxxx
	// ishl r0.x, r0.x, l(1)
	// store_raw u0.x, l(8), r0.x
	// ret
}
