package spirv_test

import (
	"fmt"
	"strings"
	"testing"

	backspirv "refract/back/spirv"
	"refract/spirv"
)

// TestInterfaceKinds writes inputs of every interpolation and sampling: each has the decorations
// of its interpolation and of its sampling.
func TestInterfaceKinds(t *testing.T) {
	for _, c := range []struct{ attributes, typ, want string }{
		{"", "f32", ""},
		{"@interpolate(perspective)", "f32", ""},
		{"@interpolate(perspective, center)", "f32", ""},
		{"@interpolate(perspective, centroid)", "f32", "Centroid"},
		{"@interpolate(perspective, sample)", "f32", "Sample"},
		{"@interpolate(linear)", "f32", "NoPerspective"},
		{"@interpolate(linear, centroid)", "f32", "NoPerspective Centroid"},
		{"@interpolate(linear, sample)", "f32", "NoPerspective Sample"},
		{"@interpolate(flat)", "f32", "Flat"},
		{"@interpolate(flat, first)", "u32", "Flat"},
		{"@interpolate(flat, either)", "u32", "Flat"},
	} {
		m := parse(t, "a.wgsl", fmt.Sprintf("@fragment fn f(@location(3) %s x: %s) -> @location(0) %s { return x; }", c.attributes, c.typ, c.typ))
		words, err := new(backspirv.Writer).Write(nil, m, backspirv.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := spirv.Disassemble(words, spirv.DisassembleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if len(words) == 3 && words[0] == "OpDecorate" {
				switch words[2] {
				case "Centroid", "Sample", "NoPerspective", "Flat", "PerVertexKHR":
					got = append(got, words[2])
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s x: %s has %v, not %q", c.attributes, c.typ, got, c.want)
		}
	}
}
