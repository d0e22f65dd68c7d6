package scene_test

import (
	"context"
	"fmt"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
)

// A scene is drawn: a picture of one color, which a uniform says.
func ExampleScene() {
	files := map[string]string{"flat.wgsl": `
		@group(0) @binding(0) var<uniform> color: vec4f;
		@fragment fn main() -> @location(0) vec4f { return color; }`}
	s, err := scene.Parse("flat.json", []byte(`{
		"size": [4, 4],
		"shaders": {"flat": "flat.wgsl"},
		"textures": {"picture": {}},
		"steps": [{"colors": ["picture"], "draws": [
			{"pipeline": {"fragment": "flat.main"}, "bind": {"color": {"value": [1, 0.5, 0, 1]}}}
		]}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	frame, err := s.Load(scene.Env{
		Read: func(file string) ([]byte, error) { return []byte(files[file]), nil },
		Shader: func(f scene.ShaderFile) (exec.Program, error) {
			var list diag.List
			m := wgsl.Parse(string(f.Source), 1, wgsl.Options{}, &list)
			return interp.Engine{}.Load(m, exec.LoadOptions{Overrides: f.Overrides})
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := frame.Draw(context.Background(), setup.Frame{Width: s.Width, Height: s.Height}); err != nil {
		fmt.Println(err)
		return
	}
	name, _, _ := frame.Output()
	fmt.Println(name, frame.Texture(name).Image().At(0, 0))
	// Output:
	// picture {255 128 0 255}
}
