package refract_test

import (
	"errors"
	"fmt"
	"os"

	"refract"
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
	out, err := refract.Translate("double.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%#x\n", out.Words[0])
	// Output: 0x7230203
}

func ExampleTranslate_errors() {
	src := []byte("fn area(radius: f32) -> f32 {\n    return pi * radius * radius;\n}\n")
	_, err := refract.Translate("area.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
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
