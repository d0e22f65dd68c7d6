package refract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	dxilback "refract/back/dxil"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/internal/back"
	dotback "refract/internal/back/dot"
	"refract/internal/ir/transform"
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
		{"spv.names", "maybe", "spv.names=maybe: true or false is expected"},
		{"spv.debug", "loud", `no kind of debug`},
		{"spv.nope", "1", "spv.nope: there is no such option; there are spv.version, "},
		{"msl.verson", "1", "msl.verson: there is no such option; is msl.version meant?"},
		{"hlsl.bounds.indx", "1", "hlsl.bounds.indx: there is no such option; is hlsl.bounds.index meant?"},
		{"spv", "1", "spv: there is no such option; there are spv.version, "},
		{"nope.version", "1", "nope.version: there is no such option; names begin with a language: wgsl, glsl, essl"},
		{"spv.version\": 1, \"x", "1", "there is no such option"},
	} {
		err := o.Set(c.name, c.value)
		if (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s=%s: got %v, want %q", c.name, c.value, err, c.problem)
		}
	}
	got := *o.Options[refract.SPIRV].(*spirvback.Options)
	if got.Version != 5 || got.Names || got.Debug != spirvback.DebugLines || got.EntryPoint != "true" || !slices.Equal(got.AllowedCapabilities, []string{"Shader"}) {
		t.Errorf("the options are %+v", got)
	}
	if !got.LabelVaryings {
		t.Error("other options lost their defaults")
	}
}

// TestOptions walks the structs of options: every field has a name, is listed
// with what it means, and can be set.
func TestOptions(t *testing.T) {
	listed := map[string]refract.Option{}
	for _, o := range refract.Options() {
		listed[o.Name] = o
	}
	seen := 0
	var walk func(prefix string, s reflect.Type)
	walk = func(prefix string, s reflect.Type) {
		for i := range s.NumField() {
			f := s.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				t.Errorf("%s.%s has no name in JSON", prefix, f.Name)
				continue
			}
			name = prefix + "." + name
			if o, is := listed[name]; is {
				seen++
				if o.Doc == "" {
					t.Errorf("option_docs.go says nothing of %s", name)
				}
				checkSet(t, o)
				continue
			}
			if f.Type.Kind() != reflect.Struct {
				t.Errorf("%s isn't listed", name)
				continue
			}
			walk(name, f.Type)
		}
	}
	for language, options := range map[string]any{"spv": spirvback.Options{}, "glsl": glslback.Options{}, "essl": glslback.Options{},
		"hlsl": hlslback.Options{}, "dxbc": dxbcback.Options{}, "dxil": dxilback.Options{}, "msl": mslback.Options{}, "wgsl": wgslback.Options{}, "dot": dotback.Options{},
		"ir": back.FormOptions{}, "ssa": back.FormOptions{}} {
		walk(language, reflect.TypeOf(options))
	}
	if seen != len(listed) {
		t.Errorf("%d options are listed, %d are fields", len(listed), seen)
	}
	for _, name := range refract.UnusedOptionDocs() {
		t.Errorf("option_docs.go speaks of %s, which doesn't exist", name)
	}
}

// checkSet sets an option to its default and to another value, and demands that
// only that one changes.
func checkSet(t *testing.T, option refract.Option) {
	t.Helper()
	var o refract.WriteOptions
	defaults, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	if option.Default != "" || option.Type == "text" {
		if err := o.Set(option.Name, option.Default); err != nil {
			t.Errorf("%s can't be set to its default: %v", option.Name, err)
		}
		names := strings.HasSuffix(option.Name, "version") || strings.HasSuffix(option.Name, "shader_model") || option.Name == "dxil.profile" // which isn't raised then
		if text, _ := json.Marshal(o); string(text) != string(defaults) && !names {
			t.Errorf("%s set to its default is %s", option.Name, text)
		}
	}
	other := map[string]string{"number": "3", "text": "x", "list": "[]", "object": "{}"}[option.Type]
	switch {
	case option.Type == "bool":
		other = fmt.Sprint(option.Default == "false")
	case strings.HasSuffix(option.Name, "version"):
		other = map[string]string{"glsl": "460", "essl": "320 es", "spv": "1.6", "msl": "2.4"}[strings.Split(option.Name, ".")[0]]
	case strings.Contains(option.Name, ".bounds."):
		other = "read_zero_skip_write"
	case option.Type == "word":
		last := option.Name[strings.LastIndex(option.Name, ".")+1:]
		other = map[string]string{"stage": "compute", "shader_model": "6.6", "debug": "lines", "profile": "4_1", "source_language": "wgsl",
			"zero_initialize_workgroup": "native", "external_form": "single",
			"domain": "quads", "spacing": "equal", "order": "cw", "doubles": "basic"}[last]
		if option.Name == "dxil.profile" {
			other = "6_6"
		}
	}
	if err := o.Set(option.Name, other); err != nil {
		t.Errorf("%s can't be set to %s: %v", option.Name, other, err)
	}
	if text, _ := json.Marshal(o); string(text) == string(defaults) && other != "[]" && other != "{}" {
		t.Errorf("%s=%s changes nothing", option.Name, other)
	}
	if err := o.Set(option.Name, "[nonsense"); err == nil && option.Type != "text" {
		t.Errorf("%s takes nonsense", option.Name)
	}
}

// TestOptionsFile reads options as a file has them.
func TestOptionsFile(t *testing.T) {
	var o refract.WriteOptions
	text := `{"spv": {"version": "1.5", "bounds": {"index": "unchecked"}}, "hlsl": {"special_constants": {"register": 3}}, "overrides": {"n": 2}}`
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	spirv, hlsl := o.Options[refract.SPIRV].(*spirvback.Options), o.Options[refract.HLSL].(*hlslback.Options)
	if spirv.Version != 5 || spirv.Bounds.Index != transform.Unchecked || spirv.Bounds.Buffer != transform.Restrict ||
		!spirv.Names || hlsl.SpecialConstants.Register != 3 || o.Overrides["n"] != 2 {
		t.Errorf("read as %+v, %+v, %v", spirv, hlsl, o.Overrides)
	}
	whole, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var again refract.WriteOptions
	if err := json.Unmarshal(whole, &again); err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(again); string(text) != string(whole) {
		t.Errorf("written as %s, read as %s", whole, text)
	}
	for text, problem := range map[string]string{
		`{"vrml": {}}`:                                "vrml: there are options of wgsl, glsl, essl,",
		`{"spv": {"versoin": "1.5"}}`:                 `spv: unknown field "versoin"`,
		`{"spv": {"version": "9"}}`:                   `spv: "9" is no version`,
		`{"spv": {"names": 1}}`:                       "spv: names: true or false is expected",
		`{"spv": {"bounds": {"index": "sometimes"}}}`: `spv: "sometimes" is no`,
		`{"overrides": {"n": "x"}}`:                   "overrides: ",
		`[]`:                                          "object",
	} {
		var o refract.WriteOptions
		if err := json.Unmarshal([]byte(text), &o); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%s: got %v, want %q", text, err, problem)
		}
	}
}

func TestESSL(t *testing.T) {
	const src = "@fragment fn main() -> @location(0) vec4f { return vec4f(); }"
	out, err := refract.Translate(context.Background(), "a.wgsl", []byte(src), refract.TranslateOptions{To: refract.ESSL})
	if err != nil || out.Language != refract.ESSL || !strings.HasPrefix(out.Text, "#version 310 es\n") {
		t.Errorf("got %v, %v", out, err)
	}
	var o refract.WriteOptions
	if err := o.Set("essl.version", "450"); err != nil {
		t.Fatal(err)
	}
	var wrong *refract.OptionError
	if _, err := refract.Translate(context.Background(), "a.wgsl", []byte(src), refract.TranslateOptions{To: refract.ESSL, Write: o}); !errors.As(err, &wrong) {
		t.Errorf("got %v", err)
	}
}

// TestOptionsThatContradict refuses values that make no sense, by the name of the option.
func TestOptionsThatContradict(t *testing.T) {
	const src = "@group(0) @binding(0) var<uniform> u: vec4f;\n@fragment fn main() -> @location(0) vec4f { return u; }"
	twice := `[{"group": 0, "binding": 0}, {"group": 0, "binding": 0}]`
	for _, c := range []struct {
		to      refract.Language
		options [][2]string
		problem string
	}{
		{refract.HLSL, [][2]string{{"hlsl.semantic", "1 x"}}, `hlsl.semantic: "1 x" is no identifier`},
		{refract.HLSL, [][2]string{{"hlsl.semantic", "SV_Mine"}}, `hlsl.semantic: "SV_Mine" begins as the built-in ones do`},
		{refract.HLSL, [][2]string{{"hlsl.semantic", "TEXCOORD"}}, ""},
		{refract.HLSL, [][2]string{{"hlsl.binding_map", twice}}, "hlsl.binding_map: group 0 binding 0 is there twice"},
		{refract.SPIRV, [][2]string{{"spv.binding_map", twice}}, "spv.binding_map: group 0 binding 0 is there twice"},
		{refract.GLSL, [][2]string{{"glsl.binding_map", twice}}, "glsl.binding_map: group 0 binding 0 is there twice"},
		{refract.GLSL, [][2]string{{"glsl.vulkan", "true"}, {"glsl.version", "330"}}, "glsl.vulkan: GLSL 330 has no form for Vulkan: 420 and later have, and 310 es and later"},
		{refract.ESSL, [][2]string{{"essl.vulkan", "true"}, {"essl.version", "300 es"}}, "essl.vulkan: GLSL 300 es has no form for Vulkan: 420 and later have, and 310 es and later"},
		{refract.ESSL, [][2]string{{"essl.vulkan", "true"}, {"essl.webgl", "true"}}, "essl.webgl: WebGL has no form of Vulkan (essl.vulkan)"},
	} {
		var o refract.WriteOptions
		for _, x := range c.options {
			if err := o.Set(x[0], x[1]); err != nil {
				t.Fatal(err)
			}
		}
		_, err := refract.Translate(context.Background(), "a.wgsl", []byte(src), refract.TranslateOptions{To: c.to, Write: o})
		var wrong *refract.OptionError
		got := ""
		if errors.As(err, &wrong) {
			got = wrong.Error()
		} else if err != nil {
			got = "another error: " + err.Error()
		}
		if got != c.problem {
			t.Errorf("%v: got %q, want %q", c.options, got, c.problem)
		}
	}
}
