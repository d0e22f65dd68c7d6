package glsl_test

// This file reads the shaders of the corpus: what another compiler accepts is
// accepted, but for what is refused by name, and valid.

import (
	"fmt"
	"os"
	"sort"
	"testing"

	"refract/diag"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

type shaderRow struct {
	Name, Stage, Source string
	Vulkan, OpenGL      bool
}

func TestCorpus(t *testing.T) {
	reasons := map[string]int{}
	accepted, expected := 0, 0
	only := os.Getenv("ONLY")
	harness.Corpus(t, "glsl.jsonl.gz", func(row shaderRow) {
		if only != "" && row.Name != only {
			return
		}
		if !row.Vulkan && !row.OpenGL {
			return
		}
		expected++
		m, diags, sources := read(row.Name, row.Source, row.Stage, row.Vulkan)
		if m == nil || diags.HasErrors() {
			err := diags.Err(sources)
			line := fmt.Sprint(diags.Sorted()[0].Message)
			reasons[line+"   "+row.Name]++
			if only != "" {
				t.Log(err)
			}
			return
		}
		accepted++
		if only != "" {
			t.Log(ir.Print(m))
		}
	})
	t.Logf("%d of %d accepted", accepted, expected)
	if only == "" && (expected == 514 && accepted < 412 || expected < 100 && accepted < expected) {
		t.Errorf("only %d are accepted", accepted)
	}
	var list []string
	for r := range reasons {
		list = append(list, r)
	}
	sort.Strings(list)
	for _, r := range list {
		t.Logf("%3d %s", reasons[r], r)
	}
}

func read(name, src, stage string, vulkan bool) (*ir.Module, *diag.List, *diag.Sources) {
	var diags diag.List
	sources := new(diag.Sources)
	base := sources.Add(name, src)
	o := glsl.Options{Stage: ir.StageByName(stage)}
	o.Preprocessor = pp.Options{Vulkan: vulkan}
	m := new(glsl.Reader).Read(ir.NewModule(), src, base, o, sources, &diags)
	if m == nil {
		return nil, &diags, sources
	}
	m.Sources = sources
	new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &diags)
	return m, &diags, sources
}

// TestCorpusRejected counts the rows that no compiler accepts and that are.
func TestCorpusRejected(t *testing.T) {
	accepted, total := 0, 0
	harness.Corpus(t, "glsl.jsonl.gz", func(row shaderRow) {
		if row.Vulkan || row.OpenGL {
			return
		}
		total++
		m, diags, _ := read(row.Name, row.Source, row.Stage, false)
		if m != nil && !diags.HasErrors() {
			accepted++
			t.Logf("accepted: %s", row.Name)
		}
	})
	t.Logf("%d of %d accepted", accepted, total)
}

func BenchmarkRead(b *testing.B) {
	var rows []shaderRow
	size := 0
	harness.Corpus(b, "glsl.jsonl.gz", func(row shaderRow) {
		if m, diags, _ := read(row.Name, row.Source, row.Stage, row.Vulkan); m != nil && !diags.HasErrors() {
			rows = append(rows, row)
			size += len(row.Source)
		}
	})
	r, v, m := new(glsl.Reader), new(validate.Validator), ir.NewModule()
	b.SetBytes(int64(size))
	b.ResetTimer()
	for range b.N {
		for _, row := range rows {
			var diags diag.List
			sources := new(diag.Sources)
			base := sources.Add(row.Name, row.Source)
			o := glsl.Options{Stage: map[string]ir.Stage{"vertex": ir.StageVertex, "fragment": ir.StageFragment, "compute": ir.StageCompute}[row.Stage]}
			o.Preprocessor = pp.Options{Vulkan: row.Vulkan}
			r.Read(m, row.Source, base, o, sources, &diags)
			v.Validate(m, validate.Options{Capabilities: validate.All}, &diags)
		}
	}
}
