package typing_test

import (
	"fmt"

	"refract/internal/ir/typing"
	"refract/ir"
)

// A comparison makes a bool, whatever its node says.
func ExampleChecker() {
	m, err := ir.ParseString("wrong", "func @f($x : f32) -> f32 {\n  %1 = lt $x, 1f : f32\n  return %1\n}\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	var facts typing.Facts
	facts.Reset(m)
	var c typing.Checker
	c.Start(m, &facts)
	f := m.Functions[1]
	c.Function(f)
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if !c.Check(x) {
			fmt.Println(c.Problem.Code, c.Problem.Message)
		}
	}
	// Output:
	// expression-type the expression is recorded as f32, but is bool
}
