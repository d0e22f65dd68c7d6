package reflection_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// read returns a valid module and what its validation learned.
func read(t *testing.T, name, text string) (*ir.Module, *validate.Info) {
	t.Helper()
	var list diag.List
	sources := new(diag.Sources)
	m := ir.NewModule()
	new(wgsl.Reader).Read(m, text, sources.Add(name, text), wgsl.Options{Allowed: wgsl.AllExtensions}, &list)
	m.Sources = sources
	if err := list.Err(sources); err != nil {
		t.Fatal(err)
	}
	info := new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	if err := list.Err(sources); err != nil {
		t.Fatal(err)
	}
	return m, info
}

func describe(t *testing.T, text string, o reflection.Options) *reflection.Reflection {
	t.Helper()
	m, info := read(t, "test.wgsl", text)
	r, err := reflection.Module(m, info, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

// TestGolden compares tables and JSON with the files beside each shader; every
// such file belongs to a shader.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	shaders := 0
	for _, file := range files {
		base, is := strings.CutSuffix(file, ".wgsl")
		if !is {
			if _, err := os.Stat(strings.TrimSuffix(file, filepath.Ext(file)) + ".wgsl"); err != nil {
				t.Errorf("%s belongs to no shader", file)
			}
			continue
		}
		shaders++
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, info := read(t, filepath.Base(file), string(text))
		before := ir.AppendText(nil, m, ir.PrintOptions{})
		r, err := reflection.Module(m, info, reflection.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if after := ir.AppendText(nil, m, ir.PrintOptions{}); string(before) != string(after) {
			t.Errorf("%s: the module has changed", file)
		}
		golden(t, base+".txt", r.AppendTable(nil))
		text, err = json.MarshalIndent(r, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, base+".json", append(text, '\n'))

		var back reflection.Reflection
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(*r, back); d != "" {
			t.Errorf("%s: JSON loses something (-was +is):\n%s", file, d)
		}
		gapless(t, r)
	}
	if shaders == 0 {
		t.Error("there are no shaders")
	}
}

// gapless demands that members and padding fill each struct.
func gapless(t *testing.T, r *reflection.Reflection) {
	t.Helper()
	for _, s := range r.Structs {
		at := uint64(0)
		for _, m := range s.Members {
			if uint64(m.Offset) != at || m.Offset%m.Align != 0 {
				t.Errorf("%s.%s is at %d, aligned to %d; what precedes it ends at %d", s.Name, m.Name, m.Offset, m.Align, at)
			}
			at += m.Size + m.Padding
		}
		if at != s.Size || s.Size%uint64(s.Align) != 0 {
			t.Errorf("%s has %d bytes, aligned to %d; its members end at %d", s.Name, s.Size, s.Align, at)
		}
	}
}

// TestSpecificationExample checks the structs that the WGSL specification works
// out in section "Structure Layout".
func TestSpecificationExample(t *testing.T) {
	r := describe(t, `
struct A { u: f32, v: f32, w: vec2<f32>, @size(16) x: f32 }
struct B { a: vec2<f32>, b: vec3<f32>, c: f32, d: f32, e: A, f: vec3<f32>, g: array<A, 3>, h: i32 }
@group(0) @binding(0) var<storage, read_write> b: B;`, reflection.Options{})
	type place struct {
		name         string
		offset       uint32
		size, paddin uint64
	}
	want := map[string][]place{
		"A": {{"u", 0, 4, 0}, {"v", 4, 4, 0}, {"w", 8, 8, 0}, {"x", 16, 4, 12}},
		"B": {{"a", 0, 8, 8}, {"b", 16, 12, 0}, {"c", 28, 4, 0}, {"d", 32, 4, 4}, {"e", 40, 32, 8}, {"f", 80, 12, 4},
			{"g", 96, 96, 0}, {"h", 192, 4, 12}},
	}
	if len(r.Structs) != 2 || r.Structs[0].Name != "A" || r.Structs[0].Size != 32 || r.Structs[1].Size != 208 {
		t.Fatalf("the structs are %+v", r.Structs)
	}
	for _, s := range r.Structs {
		var got []place
		for _, m := range s.Members {
			got = append(got, place{m.Name, m.Offset, m.Size, m.Padding})
		}
		if !slices.Equal(got, want[s.Name]) {
			t.Errorf("%s is %v, want %v", s.Name, got, want[s.Name])
		}
	}
}

const sized = `
override n: u32;
@id(3) override m: u32 = 4;
var<workgroup> w: array<u32, n>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> other: array<u32>;
@compute @workgroup_size(n, m) fn a() { out[0] = w[0]; }
@compute @workgroup_size(m) fn b() { other[0] = 1; }`

func TestOverrides(t *testing.T) {
	r := describe(t, sized, reflection.Options{})
	a, b := r.EntryPoints[0], r.EntryPoints[1]
	if a.Workgroup.Size != nil || a.Workgroup.Memory != nil || !slices.Equal(b.Workgroup.Size, []uint32{4, 1, 1}) {
		t.Errorf("without values: %+v, %+v", a.Workgroup, b.Workgroup)
	}
	if !slices.Equal(a.Overrides, []string{"n", "m"}) || !slices.Equal(b.Overrides, []string{"m"}) {
		t.Errorf("the overrides are %v and %v", a.Overrides, b.Overrides)
	}
	r = describe(t, sized, reflection.Options{Overrides: map[string]float64{"n": 5, "3": 2}})
	a = r.EntryPoints[0]
	if !slices.Equal(a.Workgroup.Size, []uint32{5, 2, 1}) || a.Workgroup.Memory == nil || *a.Workgroup.Memory != 32 {
		t.Errorf("with values: %+v", a.Workgroup)
	}
	if w := a.Workgroup.Variables[0]; *w.Size != 20 || w.Type.Length.Value() != 5 {
		t.Errorf("with values: %+v", w)
	}
	if want := (reflection.Limit{Name: "maxComputeInvocationsPerWorkgroup", Value: 10}); !slices.Contains(r.Limits, want) {
		t.Errorf("the limits are %v", r.Limits)
	}
	m, info := read(t, "test.wgsl", sized)
	for key, value := range map[string]float64{"m": 1, "3": 1e10, "nope": 0} {
		var wrong *transform.OverrideError
		if _, err := reflection.Module(m, info, reflection.Options{Overrides: map[string]float64{key: value}}); !errors.As(err, &wrong) || wrong.Code == "" {
			t.Errorf("%s=%v: got %v", key, value, err)
		}
	}
}

func TestEntryPoint(t *testing.T) {
	r := describe(t, sized, reflection.Options{EntryPoint: "b"})
	if len(r.EntryPoints) != 1 || len(r.Bindings) != 1 || r.Bindings[0].Name != "other" || len(r.Overrides) != 1 || r.Overrides[0].Key != "3" {
		t.Errorf("got %+v", r)
	}
	m, info := read(t, "test.wgsl", sized)
	var wrong *reflection.EntryPointError
	if _, err := reflection.Module(m, info, reflection.Options{EntryPoint: "c"}); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "there are a, b") {
		t.Errorf("got %v", err)
	}
	m, info = read(t, "empty.wgsl", "")
	r, err := reflection.Module(m, info, reflection.Options{})
	if err != nil || len(r.AppendTable(nil)) != 0 {
		t.Errorf("of an empty module: %v, %v", r, err)
	}
}
