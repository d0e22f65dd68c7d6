package layout_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ir/layout"
)

// Where the members of a struct lie in a uniform buffer.
func ExampleCache_Member() {
	var list diag.List
	m := wgsl.Parse("struct Light { color: vec3f, power: f32, at: array<vec4f, 2> }\n@group(0) @binding(0) var<uniform> light: Light;", 1, wgsl.Options{}, &list)
	cache := layout.New(m)
	g := &m.Globals[1]
	for i, member := range m.StructOf(g.Type).Members {
		offset, info, err := cache.Member(g.Type, g.Layout, i)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(member.Name, offset, info.Size)
	}
	// Output:
	// color 0 12
	// power 12 4
	// at 16 32
}
