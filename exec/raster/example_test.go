package raster_test

import (
	"context"
	"fmt"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/front/wgsl"
)

// A fragment shader is drawn over a picture of two pixels.
func ExamplePass_Draw() {
	var list diag.List
	m := wgsl.Parse(`@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {
		return vec4f(at.xy, 0, 1);
	}`, 1, wgsl.Options{}, &list)
	program, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	pass, picture, err := raster.NewPass(2, 1, exec.FormatByName("rgba32float"), 1, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := &raster.Pipeline{Fragment: raster.Shader{Program: program, Entry: "main"}}
	if err := pass.Draw(context.Background(), &raster.Draw{Pipeline: pipeline, Count: raster.Fullscreen}); err != nil {
		fmt.Println(err)
		return
	}
	for x := range 2 {
		fmt.Println(picture.Image().At(x, 0))
	}
	// Output:
	// {128 128 0 255}
	// {255 128 0 255}
}
