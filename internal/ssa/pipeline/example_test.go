package pipeline_test

import (
	"fmt"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
)

// A pipeline runs on a shader in SSA form.
func ExampleRun() {
	var list diag.List
	m := wgsl.Parse("fn f(x: f32) -> f32 { let y = x * 1.0; let unused = y * 3.0; return y + 0.5 * 2.0; }", 1, wgsl.Options{}, &list)
	s := fromir.Module(m, fromir.Options{})
	p, err := pipeline.Parse("constant-folding, copy-prop, (dce)*")
	if err != nil {
		fmt.Println(err)
		return
	}
	before := pipeline.Size(s)
	result, err := pipeline.Run(s, p, pipeline.Options{Verify: true})
	fmt.Println(before > pipeline.Size(s), result.Changed, err)
	// Output: true true <nil>
}
