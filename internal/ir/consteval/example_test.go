package consteval_test

import (
	"fmt"

	"refract/internal/ir/consteval"
	"refract/ir"
)

// Values are computed as a compiler of WGSL does, errors included.
func ExampleEvaluator() {
	var e consteval.Evaluator
	e.Start(ir.NewModule())
	v, err := e.Binary(ir.Mul, consteval.Int(6), consteval.Int(7))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Bits)

	_, err = e.Binary(ir.Div, consteval.I32(1), consteval.I32(0))
	fmt.Println(err)
	// Output:
	// 42
	// the right operand of / is zero (i32)
}
