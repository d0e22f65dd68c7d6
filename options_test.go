package refract_test

import (
	"slices"
	"strings"
	"testing"

	"refract"
	spirvback "refract/back/spirv"
)

func TestSet(t *testing.T) {
	var o refract.WriteOptions
	for _, c := range []struct{ name, value, problem string }{
		{"spv.version", "1.5", ""},
		{"spv.names", "false", ""},
		{"spv.debug", "lines", ""},
		{"spv.debug", `"lines"`, ""},
		{"spv.entry_point", "true", ""},
		{"spv.allowed_capabilities", `["Shader"]`, ""},
		{"spv.version", "9.9", `"9.9" is no version`},
		{"spv.version", "", `is no version`},
		{"spv.names", "maybe", "spv.names=maybe: a value of type bool is expected"},
		{"spv.debug", "loud", `no kind of debug`},
		{"spv.nope", "1", `there is no option "spv.nope"`},
		{"spv", "1", `there is no option "spv"`},
		{"nope.version", "1", `there is no option "nope.version"; there are wgsl.explicit_types, `},
		{"spv.version\": 1, \"x", "1", "there is no option"},
	} {
		err := o.Set(c.name, c.value)
		if (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s=%s: got %v, want %q", c.name, c.value, err, c.problem)
		}
	}
	got := *o.SPIRV
	if got.Version != 5 || got.Names || got.Debug != spirvback.DebugLines || got.EntryPoint != "true" || !slices.Equal(got.AllowedCapabilities, []string{"Shader"}) {
		t.Errorf("the options are %+v", got)
	}
	if !got.LabelVaryings {
		t.Error("other options lost their defaults")
	}
}

func TestOptionNames(t *testing.T) {
	names := refract.OptionNames()
	if !slices.Contains(names, "spv.version") {
		t.Errorf("got %v", names)
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".") || strings.HasSuffix(name, "-") {
			t.Errorf("%s has no name in JSON", name)
		}
	}
}
