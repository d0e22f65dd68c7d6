package refract_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"refract"
	"refract/back/hlsl"
	"refract/diag"
)

func ExampleTranslate() {
	src := []byte(`
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
	data[id.x] *= 2u;
}
`)
	out, err := refract.Translate(context.Background(), "double.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%#x\n", out.Words[0])
	// Output: 0x7230203
}

func ExampleTranslate_errors() {
	src := []byte("fn area(radius: f32) -> f32 {\n    return pi * radius * radius;\n}\n")
	_, err := refract.Translate(context.Background(), "area.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
	var found *diag.Diagnostics
	if errors.As(err, &found) {
		found.WriteHuman(os.Stdout, diag.HumanOptions{})
	}
	// Output:
	// error: unresolved identifier "pi" [unresolved-identifier]
	//   --> area.wgsl:2:12
	//    |
	//  2 |     return pi * radius * radius;
	//    |            ^^
}

// Options of a back end go by language; what it called things, Mapping tells.
func ExampleLanguageOptions() {
	m, err := refract.Parse(context.Background(), "light.wgsl", []byte(`
@group(1) @binding(2) var<uniform> light: vec4f;
@fragment fn main() -> @location(0) vec4f { return light; }
`), refract.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	valid, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	options := hlsl.NewOptions()
	options.ShaderModel = hlsl.ShaderModel66
	out, err := refract.Write(context.Background(), valid, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range out.Mapping().Resources {
		fmt.Printf("%s: register(%s%d, space%d)\n", r.Name, r.Class, r.Slot.Value(), r.Space)
	}
	// Output: light: register(b2, space1)
}
