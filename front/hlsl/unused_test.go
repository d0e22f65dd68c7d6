package hlsl_test

import (
	"testing"

	"refract"
)

// TestUnusedRayDesc reads a file without entry points, whose module has nothing that the file
// doesn't name.
func TestUnusedRayDesc(t *testing.T) {
	for source, structs := range map[string]int{
		"float f(float x) { return x; }":                             0,
		"float f(float x) { RayDesc r; r.TMin = x; return r.TMin; }": 1,
	} {
		m, err := refract.Parse(t.Context(), "a.hlsl", []byte(source), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(m.Structs) - 1; n != structs {
			t.Errorf("%s: there are %d structs, not %d", source, n, structs)
		}
	}
}
