package exec_test

import (
	"fmt"

	"refract/diag"
	"refract/exec"
	"refract/front/wgsl"
)

// A buffer is filled and read as the shader sees it.
func ExampleBufferOf() {
	var list diag.List
	m := wgsl.Parse("struct Light { color: vec3f, power: f32 }\n@group(0) @binding(0) var<uniform> light: Light;", 1, wgsl.Options{}, &list)
	buffer, err := exec.BufferOf(m, 1, struct {
		Color [3]float32
		Power float32
	}{[3]float32{1, 0.5, 0}, 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(buffer.Data))
	// Output: 16
}
