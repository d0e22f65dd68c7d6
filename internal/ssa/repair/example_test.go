package repair_test

import (
	"fmt"

	"refract/internal/ssa/repair"
	"refract/ssa"
	"refract/ssa/op"
)

// A use that its definition doesn't dominate any more gets the value that reaches it.
func ExampleFunction() {
	s, err := ssa.Parse("moved.ssa", []byte(`func @f($a : bool, $x : u32) -> u32 {
  b1:
    %1 = param index=0 : bool
    %2 = param index=1 : u32
  if %1 {
    b2:
      %3 = iadd %2, %2 : u32
  }
  b3:
    return %2
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	f := s.Funcs[1]
	var sum ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.IAdd:
				sum = i
			case op.Return: // now of what one of the ways only computes
				f.SetSrc(i, 0, ssa.Src{Value: sum})
			}
		}
	}
	fmt.Println(repair.Function(f))
	fmt.Print(s)
	// Output:
	// true
	// func @f($a : bool, $x : u32) -> u32 {
	//   b1:
	//     %1 = undef : u32
	//     %2 = param index=0 : bool
	//     %3 = param index=1 : u32
	//   if %2 {
	//     b2: // b1
	//       %4 = iadd %3, %3 : u32
	//   } else {
	//     b3: // b1
	//   }
	//   b4: // b2, b3
	//     %5 = phi b2: %4, b3: %1 : u32
	//     return %5
	// }
}
