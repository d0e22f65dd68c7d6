package endtoend

import (
	"context"
	"testing"

	"refract"
)

// TestOverridesOfOthers: values for overrides that another entry point uses are no error
// where one is written alone; values for what nothing declares are.
func TestOverridesOfOthers(t *testing.T) {
	src := []byte("override size = 64u; override gain = 1f; @compute @workgroup_size(size) fn c() {} @fragment fn f() -> @location(0) vec4f { return vec4f(gain); }")
	for _, l := range []refract.Language{refract.SPIRV, refract.HLSL, refract.MSL, refract.WGSL, refract.GLSL} {
		for level := range 2 {
			o := refract.TranslateOptions{To: l, Overrides: map[string]float64{"size": 32, "gain": 2}, Optimize: refract.OptimizeOptions{Level: level}}
			o.Write.EntryPoint = "f"
			if _, err := refract.Translate(context.Background(), "a.wgsl", src, o); err != nil {
				t.Errorf("%v at -O%d: %v", l, level, err)
			}
			o.Overrides = map[string]float64{"sice": 32}
			if _, err := refract.Translate(context.Background(), "a.wgsl", src, o); err == nil {
				t.Errorf("%v at -O%d takes a value for no override", l, level)
			}
		}
	}
}
