package syntax

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
)

// This file parses the corpus, where it is present.

type shaderRow struct {
	Name, Stage, Source string
	Vulkan, OpenGL      bool
}

// messages are the diagnostics of a list, one a line.
func messages(list *diag.List, sources *diag.Sources) string {
	var b strings.Builder
	for _, d := range list.Sorted() {
		at, _ := sources.Position(sources.Visible(d.Span).Start)
		fmt.Fprintf(&b, "%d:%d: %s: %s: %s\n", at.Line, at.Column, d.Severity, d.Code, d.Message)
	}
	return b.String()
}

// TestCorpus parses what glslang accepts.
func TestCorpus(t *testing.T) {
	p := NewParser(nil)
	parsed, unsupported := 0, 0
	harness.Corpus(t, "glsl.jsonl.gz", func(row shaderRow) {
		if !row.Vulkan && !row.OpenGL {
			return
		}
		var sources diag.Sources
		var diags diag.List
		base := sources.Add(row.Name, row.Source)
		tree := p.Parse(row.Source, base, pp.Options{Vulkan: row.Vulkan, Includer: nil}, &sources, &diags)
		checkTree(t, tree)
		parsed++
		if diags.HasErrors() {
			text := messages(&diags, &sources)
			if strings.Contains(text, "unsupported-feature") {
				unsupported++
				return
			}
			t.Errorf("%s:\n%s", row.Name, text)
		}
	})
	t.Logf("%d parsed, %d of them have types with parameters", parsed, unsupported)
}
