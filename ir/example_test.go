package ir_test

import (
	"fmt"

	"refract/ir"
)

// A function is built statement by statement.
func ExampleBuilder() {
	m := ir.NewModule()
	_, f := m.NewFunction("square")
	f.Args = append(f.Args, ir.Argument{Name: "x", Type: ir.TypeF32})
	f.Result = ir.TypeF32
	var b ir.Builder
	b.Start(m, f)
	mark := b.Begin()
	x := b.Argument(0)
	b.Return(b.Binary(ir.Mul, x, x))
	f.Body = b.End(mark)
	fmt.Print(ir.Print(m))
	// Output:
	// func @square($x : f32) -> f32 {
	//   %1 = mul $x, $x : f32
	//   return %1
	// }
}
