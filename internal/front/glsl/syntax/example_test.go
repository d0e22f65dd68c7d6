package syntax_test

import (
	"fmt"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
)

// The functions of a shader, with their parameters.
func ExampleParser() {
	const source = "#version 450\nfloat area(float w, float h) { return w * h; }\nvoid main() {}\n"
	var sources diag.Sources
	var list diag.List
	tree := syntax.NewParser(nil).Parse(source, sources.Add("shader.frag", source), pp.Options{}, &sources, &list)
	for _, n := range tree.Items() {
		if tree.Kind(n) == syntax.KindFunction {
			f := tree.Function(n)
			at, _ := sources.Position(f.NameSpan.Start)
			fmt.Printf("%s, in line %d, has %d parameters\n", tree.Name(f.Name), at.Line, len(f.Params))
		}
	}
	// Output:
	// area, in line 2, has 2 parameters
	// main, in line 3, has 0 parameters
}
