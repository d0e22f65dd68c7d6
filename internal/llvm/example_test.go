package llvm_test

import (
	"fmt"

	"refract/internal/llvm"
)

// A module is built, written as bitcode, read again and printed.
func Example() {
	m := llvm.New()
	i32 := m.IntType(32)
	double := m.Define("double", m.FuncType(i32, i32))
	double.Begin(double.NewBlock())
	sum := double.Add(llvm.Instr{Op: llvm.OpAdd, Type: i32}, double.Param(0), double.Param(0))
	double.Add(llvm.Instr{Op: llvm.OpRet}, sum)
	code, err := m.Bytes()
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := llvm.Read(code)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(again.Assembly())
	// Output:
	// define i32 @double(i32) {
	//   %2 = add i32 %0, %0
	//   ret i32 %2
	// }
}
