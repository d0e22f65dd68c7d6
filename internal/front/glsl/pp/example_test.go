package pp_test

import (
	"fmt"

	"refract/diag"
	"refract/internal/front/glsl/pp"
)

// Macros are expanded; what a directive leaves out is gone.
func ExamplePreprocessor_Run() {
	const source = `#version 300 es
#define TWICE(x) ((x) * 2)
#ifdef GL_ES
int a = TWICE(b);
#else
int a = b;
#endif
`
	var sources diag.Sources
	var list diag.List
	p := pp.New(nil)
	unit, tokens := p.Run(source, sources.Add("shader.frag", source), &pp.Options{}, &sources, &list)
	fmt.Println(unit.Version, unit.Profile == pp.ProfileES)
	for _, t := range tokens[:len(tokens)-1] { // the last is the end
		fmt.Print(p.Text(t), " ")
	}
	fmt.Println()
	// Output:
	// 300 true
	// int a = ( ( b ) * 2 ) ;
}
