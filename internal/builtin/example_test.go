package builtin_test

import (
	"fmt"

	"refract/internal/builtin"
	"refract/ir"
)

// A call resolves to an overload, its arguments to the types that they are converted to.
func ExampleResolve() {
	m := ir.NewModule()
	id := builtin.ByName("clamp")
	vec3f := ir.VectorOf(ir.F32, 3)
	var match builtin.Match
	if err := builtin.Resolve(m, id, nil, []ir.TypeID{vec3f, vec3f, vec3f}, true, &match); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(builtin.TypeName(m, match.Result))

	err := builtin.Resolve(m, id, nil, []ir.TypeID{vec3f, ir.TypeI32, vec3f}, true, &match)
	fmt.Println(err)
	// Output:
	// vec3<f32>
	// no overload matches clamp(vec3<f32>, i32, vec3<f32>)
}
