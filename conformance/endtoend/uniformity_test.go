package endtoend

// Barriers stay where control flow is uniform for every compiler that looks: what is read
// in a loop which invocations leave at different times is not taken for what is read
// behind it, though both are equal.

import (
	"context"
	"strings"
	"testing"

	"refract"
)

func TestOptimizedUniformity(t *testing.T) {
	const globals = `
struct S { a: i32, b: array<i32, 8> }
@group(0) @binding(0) var<uniform> uni: S;
@group(0) @binding(1) var<storage, read> ro: S;
@group(0) @binding(2) var tex: texture_2d<f32>;
@group(0) @binding(3) var<storage, read_write> o: array<i32>;
@group(0) @binding(4) var<storage, read> dyn: array<i32>;
var<workgroup> w: array<i32, 4>;
`
	values := []string{"uni.a", "uni.b[uni.a & 7]", "ro.a", "ro.b[ro.a & 3]", "uni.a * 3 + ro.a", "i32(textureDimensions(tex).x)",
		"i32(arrayLength(&dyn))", "i32(textureLoad(tex, vec2i(uni.a, 1), 0).x)", "dyn[2]", "dyn[uni.a]"}
	loops := []string{
		"var n = 0u; loop { o[n] = VALUE; n++; continuing { break if n > lid; } }",
		"for (var n = 0u; n < lid; n++) { o[n] += VALUE; }",
		"var n = 0u; while true { if VALUE > 5 { o[n] = 3; } n++; if n > lid { break; } o[n] = VALUE; }",
		"var n = 0u; loop { let q = VALUE; if n > lid { break; } o[n] = q; n += 1; }",
		"for (var k = 0u; k < 3; k++) { var n = 0u; loop { o[n + k] = VALUE; n++; if n > lid { break; } } if VALUE == 3 { workgroupBarrier(); } }",
		"switch i32(lid) { case 1: { o[1] = VALUE; } default: { loop { o[2] = VALUE; if lid > 2 { break; } } } }",
		"switch i32(lid) { default: { o[2] = VALUE; } }",
		"switch lid & 3 { case 1, default: { if VALUE == 7 { break; } o[2] = VALUE; } case 2, 3: { o[3] = VALUE; } }",
		"switch lid { case 1, default: { let q = VALUE; if lid == 7 { break; } o[2] = q; } }",
		"for (var k = 0; k < 2; k++) { switch lid { default: { o[2] = VALUE; if lid > 2 { continue; } o[k] = 1; } } if VALUE == 3 { o[4] = 2; } }",
		"if lid > 2 { o[1] = VALUE; } else { o[2] = VALUE; }",
		"switch lid { default: { switch o[3] { default: { o[2] = VALUE; } } } }",
		"var n = 0u; var m = VALUE; loop { o[n] = m; m = VALUE; n++; if n > lid { break; } }",
	}
	for _, value := range values {
		for _, loop := range loops {
			src := strings.ReplaceAll(globals+"@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) lid: u32) {\n"+loop+`
	if VALUE > 2 { w[lid] = 1; workgroupBarrier(); o[9] = w[lid ^ 1]; }
}
`, "VALUE", value)
			for _, level := range []int{1, 2, refract.SmallestOptimization} {
				o := refract.TranslateOptions{To: refract.WGSL}
				o.Optimize.Level = level
				out, err := refract.Translate(context.Background(), "x.wgsl", []byte(src), o)
				if err == nil {
					_, err = refract.Check(context.Background(), "again.wgsl", []byte(out.Text), refract.CheckOptions{})
				}
				if err != nil {
					t.Errorf("%s: %s at level %d: %v", value, loop, level, err)
				}
			}
		}
	}
}
