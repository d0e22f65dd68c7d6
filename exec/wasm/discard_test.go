package wasm_test

// What is left of a quad when a fragment of it is discarded.

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
)

// TestDerivativesAfterDiscard: a fragment that GLSL's discard or demote makes a helper has a
// part in derivatives behind it. A discard in a loop that isn't known to end ends the
// invocation, and differences from it are zero. The fragment at (1, 1) is the one that goes.
func TestDerivativesAfterDiscard(t *testing.T) {
	for _, c := range []struct {
		statement, axis string
		want            [3]float32 // at (0, 0), (1, 0) and (0, 1)
	}{
		{"discard", "dFdxFine", [3]float32{3, 3, 3}},
		{"discard", "dFdyFine", [3]float32{5, 5, 5}},
		{"for (float v = 1.0; v > 0.0;) discard", "dFdxFine", [3]float32{3, 3, 0}},
		{"for (float v = 1.0; v > 0.0;) discard", "dFdyFine", [3]float32{5, 0, 5}},
		{"demote", "dFdxFine", [3]float32{3, 3, 3}},
		{"demote", "dFdyFine", [3]float32{5, 5, 5}},
	} {
		source := `#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) out vec4 color;
void main() {
  if (gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0) ` + c.statement + `;
  color = vec4(` + c.axis + `(3.0 * gl_FragCoord.x + 5.0 * gl_FragCoord.y));
}`
		m, err := refract.Parse(context.Background(), "a.frag", []byte(source), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			p, err := e.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got, gone := map[[2]int]float32{}, map[[2]int]bool{}
			_, err = p.Fragments(context.Background(), "main", exec.FragmentGrid{Width: 2, Height: 2,
				Output: func(x, y int, _ ir.Binding, v exec.View) error {
					got[[2]int{x, y}] = math.Float32frombits(binary.LittleEndian.Uint32(v.Data))
					return nil
				},
				Discarded: func(x, y int) { gone[[2]int{x, y}] = true }}, &exec.Resources{}, exec.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for k, at := range [][2]int{{0, 0}, {1, 0}, {0, 1}} {
				if got[at] != c.want[k] {
					t.Errorf("%s, %s, %s at %v: %v, not %v", e.Name(), c.statement, c.axis, at, got[at], c.want[k])
				}
			}
			if len(gone) != 1 || !gone[[2]int{1, 1}] {
				t.Errorf("%s, %s: gone are %v", e.Name(), c.statement, gone)
			}
		}
	}
}
