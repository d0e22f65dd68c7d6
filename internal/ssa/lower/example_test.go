package lower_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
)

// Variables become values, where nothing needs their memory.
func Example() {
	var list diag.List
	m := wgsl.Parse("fn f(a: bool) -> u32 { var x = 1u; if a { x = 2u; } return x; }", 1, wgsl.Options{}, &list)
	s := fromir.Module(m, fromir.Options{})
	lower.VarsToSSA.Run(s)
	fmt.Print(s)
	// Output:
	// func @f($a : bool) -> u32 {
	//   var $x : u32 function_temp
	//   b1:
	//     %1 = const 1 : u32
	//     %2 = param index=0 : bool
	//     %3 = const 2 : u32
	//   if %2 {
	//     b2: // b1
	//   } else {
	//     b3: // b1
	//   }
	//   b4: // b2, b3
	//     %4 = phi b2: %3, b3: %1 : u32 "x"
	//     return %4
	// }
}
