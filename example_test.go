package refract_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"refract"
	"refract/back/hlsl"
	"refract/diag"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
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
// A program's own pass runs as the library's do, and is checked.
func ExampleOptimizeOptions() {
	const source = "@group(0) @binding(0) var<storage, read_write> x: array<f32>;\n@compute @workgroup_size(1) fn main() { x[0] = x[1] * x[2] + x[3]; }"
	ctx := context.Background()
	valid, err := refract.Check(ctx, "a.wgsl", []byte(source), refract.CheckOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	products := 0
	count := &pass.Pass{Name: "count-products", Function: func(f *ssa.Function) bool {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.FMul {
					products++
				}
			}
		}
		return false
	}}
	_, err = refract.Optimize(ctx, valid, refract.OptimizeOptions{Passes: "vars-to-ssa", Own: []*pass.Pass{count}, Verify: true})
	fmt.Println(products, err)
	// Output: 1 <nil>
}

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
