package syntax_test

import (
	"fmt"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
)

// The declarations of a source, whether its types are right or not.
func ExampleParse() {
	const source = `const size = 8;
fn area(r: f32) -> f32 { return pi * r * r; }`
	var list diag.List
	tree := syntax.Parse(source, 1, syntax.Options{}, &list)
	for _, n := range tree.Items() {
		switch tree.Kind(n) {
		case syntax.KindConst:
			v := tree.Variable(n)
			fmt.Printf("const %s = %s\n", tree.Name(v.Name), tree.Text(v.Init))
		case syntax.KindFunction:
			f := tree.Function(n)
			fmt.Printf("fn %s with %d parameter\n", tree.Name(f.Name), len(f.Params))
		}
	}
	// Output:
	// const size = 8
	// fn area with 1 parameter
}
