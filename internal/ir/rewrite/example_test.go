package rewrite_test

import (
	"fmt"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// doubling makes a sum of a product with 2.
type doubling struct{}

func (doubling) Kinds() ir.KindSet { return ir.BinaryOps(ir.Mul) }

func (doubling) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	right := f.Binary(x).Right
	return f.TypeOf(x) == ir.TypeU32 && f.Kind(right) == ir.KindLiteral && f.LiteralBits(right) == 2
}

func (doubling) Change(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Binary(x).Left
	e.Become(e.Ahead().Binary(ir.Add, v, v))
}

// A rule changes every expression that it matches.
func ExampleApply() {
	m, err := ir.ParseString("twice", "func @twice($x : u32) -> u32 {\n  %1 = mul $x, 2u : u32\n  return %1\n}\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	rewrite.Apply(m, doubling{})
	fmt.Print(ir.Print(m))
	// Output:
	// func @twice($x : u32) -> u32 {
	//   %1 = add $x, $x : u32
	//   return %1
	// }
}
