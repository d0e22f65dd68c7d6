package interp_test

import (
	"context"
	"fmt"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
)

// A compute shader runs on a slice.
func ExampleEngine() {
	var list diag.List
	m := wgsl.Parse("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n"+
		"@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] *= id.x; }", 1, wgsl.Options{}, &list)
	program, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := exec.BufferOf(m, 1, []uint32{5, 6, 7, 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	var resources exec.Resources
	resources.Bind(0, 0, data)
	if _, err := program.Dispatch(context.Background(), "main", [3]uint32{4, 1, 1}, &resources, exec.RunOptions{}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(data.Data)
	// Output:
	// [0 0 0 0 6 0 0 0 14 0 0 0 24 0 0 0]
}
