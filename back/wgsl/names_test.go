package wgsl

// This file holds the words of WGSL against Tint.

import (
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/names"
)

// TestNames writes modules in which a function, variable, struct, ... has each name
// that WGSL knows, some that Tint adds and some of other languages, and gives them to
// Tint. In all others the name is that of a variable beside much of what the
// language has.
func TestNames(t *testing.T) {
	tables.Do(makeTables)
	list := append(words.List(), "_", "__x", "x__", "main", "texel_buffer", "resource_binding", "subgroup_matrix_left", "input_attachment",
		"chromium_experimental", "print", "i8", "u8", "vec2b", "buffer", "buffer_view", "texture_1d_array", "subgroup_size",
		"position", "workgroup_size", "group", "asm_", "float4", "lerp", "read_only", "bgra8unorm", "center", "linear", "NaN", "inf",
		"f16", "pixel_local", "filterable", "unfilterable", "assume_uniform", "align", "builtin", "location", "push_constant")
	step := 5
	var rows []row
	for i := 0; i < len(list); i += step {
		for _, m := range names.Modules(t, list[i], names.Options{Subgroups: true, Levels: true}) {
			out, _, err := Write(m.Module, nil, Options{})
			if err != nil {
				t.Fatalf("%s as %v: %v", list[i], m, err)
			}
			rows = append(rows, row{list[i] + " as " + m.String(), out})
		}
	}
	for i, v := range harness.Oracle(t, "tint", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
	t.Logf("%d texts", len(rows))
}
