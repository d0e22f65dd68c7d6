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
// part in derivatives behind it, also if it would stay in a loop for ever. The fragment at
// (1, 1) is the one that goes.
func TestDerivativesAfterDiscard(t *testing.T) {
	for _, statement := range []string{
		"if (gone) discard;",
		"if (gone) demote;",
		"if (gone) for (float v = 1.0; v > 0.0;) discard;",
		"for (;;) { if (gone) { discard; } else { break; } }",
		"for (;;) { for (;;) { if (gone) { discard; } else { break; } } if (!gone) break; }",
		"while (never(gone));",
		"if (gone) discard; while (gone);",
		"if (gone) discard; for (float v = 0.0; v < 1.0; v += gone ? 0.0 : 0.5);",
	} {
		for _, c := range []struct {
			axis string
			want float32
		}{{"dFdxFine", 3}, {"dFdyFine", 5}} {
			got := drawnQuad(t, statement, c.axis+"(3.0 * gl_FragCoord.x + 5.0 * gl_FragCoord.y)")
			for engine, got := range got {
				if want := [3]float32{c.want, c.want, c.want}; got != want {
					t.Errorf("%s, %s, %s: %v, not %v", engine, statement, c.axis, got, want)
				}
			}
		}
	}
}

// TestHelpersOfSubgroups: fragments that are discarded contribute nothing to operations on the
// subgroup, which is the quad here, except to those within quads.
func TestHelpersOfSubgroups(t *testing.T) {
	for _, statement := range []string{"if (gone) discard;", "if (gone) demote;", "while (never(gone));"} {
		for _, c := range []struct {
			value string
			want  [3]float32 // at (0, 0), (1, 0) and (0, 1)
		}{
			{"subgroupAdd(n)", [3]float32{7, 7, 7}},
			{"subgroupMax(n)", [3]float32{4, 4, 4}},
			{"subgroupClusteredAdd(n, 4u)", [3]float32{7, 7, 7}},
			{"subgroupInclusiveAdd(n)", [3]float32{1, 3, 7}},
			{"subgroupExclusiveAdd(n)", [3]float32{0, 1, 3}},
			{"float(subgroupAll(!gone))", [3]float32{1, 1, 1}},
			{"float(subgroupAny(gone))", [3]float32{}},
			{"float(subgroupElect())", [3]float32{1, 0, 0}},
			{"subgroupBroadcastFirst(n)", [3]float32{1, 1, 1}},
			{"float(subgroupBallot(true).x)", [3]float32{7, 7, 7}},
			{"subgroupShuffle(n, 2u)", [3]float32{4, 4, 4}},
			{"subgroupQuadSwapDiagonal(n)", [3]float32{8, 4, 2}},
			{"subgroupQuadBroadcast(n, 3u)", [3]float32{8, 8, 8}},
		} {
			for engine, got := range drawnQuad(t, statement, c.value) {
				if got != c.want {
					t.Errorf("%s, %s, %s: %v, not %v", engine, statement, c.value, got, c.want)
				}
			}
		}
	}
	for engine, got := range drawnQuad(t, "if (n == 1.0) demote;", "float(subgroupElect()) + subgroupBroadcastFirst(n)") {
		if got[1] != 3 || got[2] != 2 {
			t.Errorf("%s: without the first fragment %v", engine, got)
		}
	}
}

// drawnQuad draws a quad with each engine and returns the first component of the color at
// (0, 0), (1, 0) and (0, 1). The variable gone is true at (1, 1); n is 1, 2, 4 and 8.
func drawnQuad(t *testing.T, statement, value string) map[string][3]float32 {
	t.Helper()
	source := `#version 460
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
layout(location = 0) out vec4 color;
bool never(bool gone) { if (gone) discard; return gone; }
void main() {
  bool gone = gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0;
  float n = (gl_FragCoord.x > 1.0 ? 2.0 : 1.0) * (gl_FragCoord.y > 1.0 ? 4.0 : 1.0);
  ` + statement + `
  color = vec4(` + value + `);
}`
	m, err := refract.Parse(context.Background(), "a.frag", []byte(source), refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][3]float32{}
	for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		p, err := e.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got [4]float32
		gone := 0
		_, err = p.Fragments(context.Background(), "main", exec.FragmentGrid{Width: 2, Height: 2,
			Output: func(x, y int, _ ir.Binding, v exec.View) error {
				got[2*y+x] = math.Float32frombits(binary.LittleEndian.Uint32(v.Data))
				return nil
			},
			Discarded: func(x, y int) { gone++ }}, &exec.Resources{}, exec.RunOptions{SubgroupSize: 4})
		if err != nil {
			t.Fatalf("%s, %s: %v", e.Name(), statement, err)
		}
		if gone != 1 {
			t.Errorf("%s, %s: %d fragments are gone", e.Name(), statement, gone)
		}
		out[e.Name()] = [3]float32(got[:3])
	}
	return out
}
