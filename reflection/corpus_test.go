package reflection_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
)

// valid reads a shader; nil: it has errors.
func valid(name, text string) (*ir.Module, *validate.Info) {
	var list diag.List
	sources := new(diag.Sources)
	m := ir.NewModule()
	new(wgsl.Reader).Read(m, text, sources.Add(name, text), wgsl.Options{Allowed: wgsl.AllExtensions}, &list)
	m.Sources = sources
	if list.HasErrors() {
		return nil, nil
	}
	info := new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	if list.HasErrors() {
		return nil, nil
	}
	return m, info
}

// TestCorpus describes every valid shader of the corpus, twice with the same
// outcome, and demands that members and padding fill the structs. With REFLECT_DUMP
// set, what is told is left in that file, a line for each shader.
func TestCorpus(t *testing.T) {
	var dump *json.Encoder
	if name := os.Getenv("REFLECT_DUMP"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		dump = json.NewEncoder(f)
	}
	shaders, entryPoints := 0, 0
	for _, s := range harness.Shaders(t) {
		m, info := valid(s.Name, s.Source)
		if m == nil {
			continue
		}
		first, err := reflection.Module(m, info, reflection.Options{})
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		second, err := reflection.Module(m, info, reflection.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if b, _ := json.Marshal(second); !bytes.Equal(a, b) || !bytes.Equal(first.AppendTable(nil), second.AppendTable(nil)) {
			t.Errorf("%s: told twice it differs", s.Name)
		}
		gapless(t, first)
		if t.Failed() {
			t.Fatal(s.Name)
		}
		shaders++
		entryPoints += len(first.EntryPoints)
		if dump != nil {
			if err := dump.Encode(map[string]any{"name": s.Name, "source": s.Source, "reflection": first}); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d shaders with %d entry points", shaders, entryPoints)
}
