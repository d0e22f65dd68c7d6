package conformance

// This file follows the precision of GLSL to SPIR-V.

import (
	"testing"

	"refract"
	"refract/spirv"
)

// TestRelaxedPrecision counts the instructions of SPIR-V that 16 bits are enough for: the sample, the
// two products and the sine of a shader, and none where a highp value takes part.
func TestRelaxedPrecision(t *testing.T) {
	const head = "#version 320 es\nprecision mediump float;\nprecision highp int;\nuniform mediump sampler2D s; uniform highp float h; in vec2 p; out vec4 o;\n"
	for _, c := range []struct {
		body  string
		least int // at each level
		most  int
	}{
		{"o = sin(texture(s, p) * 2.0) * 3.0;", 6, 12},
		{"highp vec4 c = vec4(h); o = sin(c * 2.0) * 3.0;", 0, 4}, // the output, and loads
	} {
		for level := range 3 {
			out, err := refract.Translate(t.Context(), "a.frag", []byte(head+"void main() { "+c.body+" }"),
				refract.TranslateOptions{To: refract.SPIRV, Optimize: refract.OptimizeOptions{Level: level}})
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for at := 5; at < len(out.Words); at += int(out.Words[at] >> 16) {
				if spirv.Op(out.Words[at]&0xffff) == spirv.OpDecorate && spirv.Decoration(out.Words[at+2]) == spirv.DecorationRelaxedPrecision {
					found++
				}
			}
			if found < c.least || found > c.most {
				t.Errorf("%s at -O%d: %d instructions are relaxed, not %d to %d", c.body, level, found, c.least, c.most)
			}
		}
	}
}
