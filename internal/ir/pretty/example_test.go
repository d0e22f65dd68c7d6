package pretty_test

import (
	"fmt"

	"refract/internal/ir/pretty"
	"refract/ir"
)

// A loop as a machine writes it gets the form that a person gives it.
func ExampleModule() {
	m, err := ir.ParseString("sum", `
func @sum($n : u32) -> u32 {
  var $total : u32
  var $i : u32
  store $total, 0u
  store $i, 0u
  loop {
    %1 = load $i : u32
    %2 = lt %1, $n : bool
    if %2 {
    } else {
      break
    }
    %3 = load $total : u32
    %4 = add %3, %1 : u32
    store $total, %4
    %5 = add %1, 1u : u32
    store $i, %5
  }
  %6 = load $total : u32
  return %6
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	pretty.Module(m)
	fmt.Print(ir.Print(m))
	// Output:
	// func @sum($n : u32) -> u32 {
	//   var $total : u32
	//   var $i : u32
	//   local $total = 0u
	//   local $i = 0u
	//   loop while {
	//     %1 = load $i : u32
	//     %2 = lt %1, $n : bool
	//     if %2 {
	//     } else {
	//       break
	//     }
	//     %3 = load $total : u32
	//     %4 = load $i : u32
	//     %5 = add %3, %4 : u32
	//     store $total, %5
	//     %6 = load $i : u32
	//     %7 = add %6, 1u : u32
	//     store $i, %7
	//   }
	//   %8 = load $total : u32
	//   return %8
	// }
}
