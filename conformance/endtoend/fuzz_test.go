package endtoend

// Fuzz targets for the front door: every reader, every writer, every option, and what
// is reflected. Each input gives a result or diagnostics; a fault is neither. The seeds
// run with every test; .ci/fuzz runs the targets themselves.

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"refract"
	"refract/diag"
	"refract/ir"
	"refract/reflection"
)

// fuzzBudget keeps one input from taking the fuzzer's time.
var fuzzBudget = &refract.Budget{Source: 1 << 16, Constants: 1 << 14, Leaves: 1 << 10, Instructions: 1 << 17, Output: 4 << 20}

// noFault fails where an error is a fault, or has no diagnostics though it is about
// the input.
func noFault(t *testing.T, err error) {
	t.Helper()
	var fault *refract.FaultError
	if errors.As(err, &fault) {
		t.Fatalf("%v\n%s", fault, fault.Stack)
	}
	var optimize *refract.OptimizeError
	var found *diag.Diagnostics
	if errors.As(err, &optimize) && errors.As(err, &found) && found.Items[0].Code == "optimizer-fault" {
		t.Fatalf("%v", err)
	}
}

// languageOf returns the language of a number in a seed; 0 is Auto.
func languageOf(n uint8) refract.Language {
	if all := refract.Languages(); n > 0 && int(n) <= len(all) {
		return all[n-1]
	} else if n > 0 {
		return "none"
	}
	return refract.Auto
}

func numberOf(l refract.Language) uint8 { return uint8(slices.Index(refract.Languages(), l) + 1) }

// FuzzEveryTarget takes a source in any language through to any other, at any level.
func FuzzEveryTarget(f *testing.F) {
	for _, src := range shaders(f) {
		f.Add(src, numberOf(refract.WGSL), numberOf(refract.HLSL), true)
	}
	f.Add([]byte("#version 450\nvoid main() {}"), numberOf(refract.GLSL), numberOf(refract.MSL), false)
	f.Add([]byte("OpCapability Shader\n%1 = OpTypeVoid"), numberOf(refract.SPIRVAssembly), numberOf(refract.WGSL), false)
	for _, form := range []refract.Language{refract.IR, refract.SSA} {
		for _, src := range shaders(f) {
			if out, err := refract.Translate(context.Background(), "x.wgsl", src, refract.TranslateOptions{To: form}); err == nil {
				f.Add(out.Bytes(), numberOf(form), numberOf(refract.SPIRV), false)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, from, to uint8, optimize bool) {
		o := refract.TranslateOptions{From: languageOf(from), To: languageOf(to), Budget: fuzzBudget}
		if optimize {
			o.Optimize.Level = 1
		}
		out, err := refract.Translate(context.Background(), "x", src, o)
		noFault(t, err)
		if (err == nil) != (out != nil) {
			t.Fatalf("output %v, error %v", out != nil, err)
		}
	})
}

// FuzzOverrides gives pipelines values.
func FuzzOverrides(f *testing.F) {
	f.Add("override a: u32; override b = a * 2; var<workgroup> w: array<f32, b>; @compute @workgroup_size(a) fn main() { w[a] = f32(b); }", "a", 4.0, "b", -1.0, numberOf(refract.HLSL))
	f.Fuzz(func(t *testing.T, src, a string, x float64, b string, y float64, to uint8) {
		_, err := refract.Translate(context.Background(), "x.wgsl", []byte(src), refract.TranslateOptions{To: languageOf(to), Budget: fuzzBudget,
			Overrides: map[string]float64{a: x, b: y}})
		noFault(t, err)
	})
}

// FuzzOption sets an option and writes with it.
func FuzzOption(f *testing.F) {
	for _, o := range refract.Options() {
		f.Add(o.Name, o.Default, uint8(0))
	}
	f.Add("spv.binding_map", `[{"group": 0, "binding": 0}]`, uint8(1))
	f.Add("msl.version", "2.1", uint8(3))
	const src = `struct S { a: mat2x2f, b: array<u32> }
override n = 2u;
@group(0) @binding(0) var<storage, read_write> s: S;
@group(0) @binding(1) var t: texture_2d<f32>;
@group(1) @binding(2) var u: sampler;
@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i)); }
@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureSample(t, u, p.xy); }
@compute @workgroup_size(4, 2) fn c(@builtin(global_invocation_id) id: vec3u) { s.b[id.x] /= n; }
`
	v, err := refract.Check(context.Background(), "s.wgsl", []byte(src), refract.CheckOptions{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name, value string, to uint8) {
		var o refract.WriteOptions
		if err := o.Set(name, value); err != nil {
			var option *refract.OptionError
			if !errors.As(err, &option) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var again refract.WriteOptions
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		languages := refract.Languages()
		o.Language = languages[int(to)%len(languages)]
		o.Budget = *fuzzBudget
		_, err = refract.WriteEach(context.Background(), v, o)
		noFault(t, err)
	})
}

// FuzzOptions reads options from JSON.
func FuzzOptions(f *testing.F) {
	text, err := json.Marshal(refract.WriteOptions{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"spv": {"version": "1.5"}, "overrides": {"a": 1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var o refract.WriteOptions
		if json.Unmarshal(text, &o) != nil {
			return
		}
		if _, err := json.Marshal(o); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzReflect describes shaders, whole and by entry point, as JSON and as a table.
func FuzzReflect(f *testing.F) {
	for _, src := range shaders(f) {
		f.Add(src, "main")
	}
	f.Fuzz(func(t *testing.T, src []byte, entry string) {
		v, err := refract.Check(context.Background(), "x.wgsl", src, refract.CheckOptions{Parse: refract.ParseOptions{Budget: *fuzzBudget}})
		noFault(t, err)
		if err != nil {
			return
		}
		for _, o := range []reflection.Options{{}, {EntryPoint: entry}} {
			r, err := refract.Reflect(context.Background(), v, o)
			noFault(t, err)
			if err != nil {
				continue
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			var again reflection.Reflection
			if err := json.Unmarshal(text, &again); err != nil {
				t.Fatal(err)
			}
			if a, b := string(r.AppendTable(nil)), string(again.AppendTable(nil)); a != b {
				t.Fatalf("the table of\n%s\nisn't that of\n%s", a, b)
			}
		}
	})
}

// FuzzTable prints reflections that were read from anywhere.
func FuzzTable(f *testing.F) {
	f.Add([]byte(`{"entry_points": [{"name": "a", "workgroup": {"size": [1]}, "inputs": [{}]}], "bindings": [{}], "structs": [{"members": [{}]}]}`))
	f.Add([]byte(`{"entry_points": [{"workgroup": {"size": [1, 2, 3], "size_overrides": [["a"], ["b"], [], ["c"]]}}], "overrides": [{}], "limits": [{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r reflection.Reflection
		if json.Unmarshal(text, &r) == nil {
			r.AppendTable(nil)
		}
	})
}

// FuzzModule takes modules in text form through validation and every writer.
func FuzzModule(f *testing.F) {
	for _, src := range shaders(f) {
		if m, err := refract.Parse(context.Background(), "x.wgsl", src, refract.ParseOptions{}); err == nil {
			f.Add(ir.Print(m), numberOf(refract.WGSL))
		}
	}
	f.Fuzz(func(t *testing.T, text string, to uint8) {
		if len(text) > 1<<15 {
			return
		}
		m, err := ir.ParseString("x.ir", text)
		if err != nil {
			return
		}
		v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{Budget: *fuzzBudget})
		noFault(t, err)
		if err != nil {
			return
		}
		_, err = refract.WriteEach(context.Background(), v, refract.WriteOptions{Language: languageOf(to), Budget: *fuzzBudget})
		noFault(t, err)
	})
}
