package kage_test

import (
	"fmt"

	"refract/diag"
	"refract/front/kage"
	_ "refract/internal/harness/plans"
	"refract/ir"
)

// A program becomes a module with two entry points; here the one for fragments.
func ExampleReader_Read() {
	const source = `//kage:unit pixels

package main

func Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {
	return color.bgra
}
`
	var list diag.List
	sources, base := diag.NewSources("swap.kage", source)
	m := new(kage.Reader).Read(ir.NewModule(), source, base, kage.Options{}, &list)
	if m == nil {
		fmt.Println(list.Err(sources))
		return
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		fmt.Println(e.Stage, e.Name)
		if e.Stage == ir.StageFragment {
			fmt.Print(ir.PrintFunction(m, e.Function, ir.PrintOptions{}))
		}
	}
	// Output:
	// vertex __vertex
	// fragment Fragment
	// func @Fragment($dstPos : vec4<f32> builtin(position), $srcPos : vec2<f32> location(0), $color : vec4<f32> location(1)) -> vec4<f32> location(0) {
	//   %1 = swizzle $color zyxw : vec4<f32>
	//   return %1
	// }
}
