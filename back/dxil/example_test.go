package dxil_test

import (
	"fmt"
	"strings"

	"refract/back/dxil"
	"refract/ir"
	"refract/ir/validate"
)

// A module as a container, whose function is printed.
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
	data, places, err := dxil.Write(m, info, dxil.NewOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(places.Resources[0].Name, places.Resources[0].Class, places.Resources[0].Register.Register)
	_, code, err := shaderOf(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, text, _ := strings.Cut(code.Assembly(), "define ")
	text, _, _ = strings.Cut(text, "}")
	fmt.Println(text)
	// Output:
	// data u 0
	// void @main() {
	//   %1 = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
	//   %2 = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %1, i32 8, i32 undef)
	//   %3 = extractvalue %dx.types.ResRet.i32 %2, 0
	//   %4 = mul i32 %3, 2
	//   call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %1, i32 8, i32 undef, i32 %4, i32 undef, i32 undef, i32 undef, i8 1)
	//   ret void
}
