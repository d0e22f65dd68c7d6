package conformance

import (
	"context"
	"testing"

	"refract"
)

// TestDeadScalars: a type that nothing uses needs nothing that a language lacks.
func TestDeadScalars(t *testing.T) {
	const src = "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(local_size_x = 1) in;\n" +
		"layout(binding = 0) buffer B { float o[]; };\nstruct Block { uint8_t q[4]; double d; };\nvoid main() { o[0] = 1.0; }\n"
	for level := range 3 {
		for _, l := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL, refract.GLSL, refract.SPIRV} {
			if _, err := refract.Translate(context.Background(), "a.comp", []byte(src), refract.TranslateOptions{To: l, Optimize: refract.OptimizeOptions{Level: level}}); err != nil {
				t.Errorf("%v -O%d: %v", l, level, err)
			}
		}
	}
}
