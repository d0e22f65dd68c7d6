package setup_test

import (
	"fmt"

	"refract/diag"
	"refract/exec"
	"refract/front/wgsl"
	"refract/internal/exec/setup"
	"refract/ir"
)

// The contents of buffers are written as people write them.
func ExampleParseContent() {
	for _, text := range []string{"zero:4", "hex:01ff", "u16:1, 2 3"} {
		data, err := setup.ParseContent(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(data)
	}
	_, err := setup.ParseContent("u16:one")
	fmt.Println(err)
	// Output:
	// [0 0 0 0]
	// [1 255]
	// [1 0 2 0 3 0]
	// "one" is no u16
}

// Uniforms that say by their names what they hold are set for a frame.
func ExampleFrame_Uniforms() {
	var list diag.List
	m := wgsl.Parse(`struct Globals { iTime: f32, resolution: vec2f }
@group(0) @binding(0) var<uniform> globals: Globals;`, 1, wgsl.Options{}, &list)
	buffer := &exec.Buffer{Data: make([]byte, 16)}
	frame := setup.Frame{Seconds: 1.5, Width: 640, Height: 360}
	frame.Uniforms(m, map[ir.GlobalID]*exec.Buffer{1: buffer})
	for i := 0; i < 16; i += 4 {
		fmt.Println(setup.FormatScalar(ir.F32, buffer.Data[i:i+4]))
	}
	// Output:
	// 1.5
	// 0.0
	// 640.0
	// 360.0
}
