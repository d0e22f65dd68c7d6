package ssa_test

import (
	"fmt"

	"refract/ssa"
	"refract/ssa/op"
)

// A shader in SSA form is read, changed and printed.
func ExampleParse() {
	s, err := ssa.Parse("halve.ssa", []byte(`func @halve($x : f32) -> f32 {
  b1:
    %1 = param index=0 : f32
    %2 = const 2 : f32
    %3 = fdiv.fast %1, %2 : f32
    return %3
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	f := s.Funcs[1]
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.FDiv {
				at := f.BuildBefore(i)
				half := at.Const(f.Type(i), 0x3F000000)
				f.ReplaceUses(i, at.Op(op.FMul, f.Type(i), f.Arg(i, 0), half))
				f.Remove(i)
			}
		}
	}
	if err := ssa.Verify(s); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(s)
	// Output:
	// func @halve($x : f32) -> f32 {
	//   b1:
	//     %1 = param index=0 : f32
	//     %2 = const 2 : f32
	//     %3 = const 0.5 : f32
	//     %4 = fmul.fast %1, %3 : f32
	//     return %4
	// }
}
