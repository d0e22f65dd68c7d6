package arith_test

import (
	"fmt"

	"refract/internal/ir/arith"
	"refract/ir"
)

// Operators are functions on bits, defined for all operands.
func Example() {
	arith.Fill()
	divide := arith.Binary[arith.Index(ir.Div, ir.I32)]
	fmt.Println(int32(divide(7, 2)), int32(divide(7, 0)))

	convert := arith.Convert[arith.Index(ir.U32, ir.F16)]
	fmt.Printf("%#x\n", convert(1))
	// Output:
	// 3 7
	// 0x3c00
}
