package bindgen_test

import (
	"context"
	"fmt"

	"refract"
	"refract/bindgen"
	"refract/reflection"
)

// The struct of a uniform buffer in Go.
func ExampleGenerate() {
	m, err := refract.Parse(context.Background(), "light.wgsl", []byte("struct Light { color: vec3f, power: f32 }\n@group(0) @binding(0) var<uniform> light: Light;\n@compute @workgroup_size(1) fn main() { _ = light.power; }"), refract.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := refract.Reflect(context.Background(), v, reflection.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := bindgen.Generate([]bindgen.Source{{Name: "light", Reflection: r}}, bindgen.Options{Language: "go", Package: "light"})
	fmt.Println(len(text) > 0, err)
	// Output: true <nil>
}
