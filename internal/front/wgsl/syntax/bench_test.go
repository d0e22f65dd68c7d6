package syntax

import (
	"os"
	"path/filepath"
	"testing"

	"refract/diag"
)

// This file measures reading. Throughput is in bytes of source.

// benchmarkParse parses sources over and over with one Parser.
func benchmarkParse(b *testing.B, sources []string, opts Options) {
	size := 0
	for _, s := range sources {
		size += len(s)
	}
	p := NewParser(nil)
	var diags diag.List
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range sources {
			p.Parse(s, 1, opts, &diags)
		}
	}
	if diags.HasErrors() {
		b.Fatal(messages(&diags))
	}
}

// ownShaders are the project's test shaders.
func ownShaders(t testing.TB) []string {
	files, err := filepath.Glob("../../../../testdata/shaders/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders: ", err)
	}
	var sources []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(text))
	}
	return sources
}

// TestOwnShaders parses the project's test shaders.
func TestOwnShaders(t *testing.T) {
	p := NewParser(nil)
	for _, src := range ownShaders(t) {
		var diags diag.List
		checkTree(t, p.Parse(src, 1, Options{}, &diags))
		if diags.HasErrors() {
			t.Error(messages(&diags))
		}
	}
}

func BenchmarkParseShaders(b *testing.B) { benchmarkParse(b, ownShaders(b), Options{}) }

func BenchmarkParseShadersNoComments(b *testing.B) {
	sources := ownShaders(b)
	for i, s := range sources {
		sources[i] = withoutComments(s)
	}
	benchmarkParse(b, sources, Options{})
}

func corpusSources(b *testing.B) []string {
	var sources []string
	corpusRows(b, "wgsl.jsonl.gz", func(r shaderRow) {
		if r.Core && r.Tint {
			sources = append(sources, r.Source)
		}
	})
	return sources
}

// withoutComments replaces comments by a space.
func withoutComments(src string) string {
	var diags diag.List
	t := Parse(src, 1, Options{Comments: true}, &diags)
	out, at := "", uint32(0)
	for _, c := range t.Comments() {
		out += src[at:c.Start] + " "
		at = c.End
	}
	return out + src[at:]
}

func BenchmarkParseCorpus(b *testing.B) { benchmarkParse(b, corpusSources(b), Options{}) }

func BenchmarkParseCorpusNoComments(b *testing.B) {
	sources := corpusSources(b)
	for i, s := range sources {
		sources[i] = withoutComments(s)
	}
	benchmarkParse(b, sources, Options{})
}

func BenchmarkParseCorpusLossless(b *testing.B) {
	benchmarkParse(b, corpusSources(b), Options{Lossless: true})
}

func BenchmarkLexCorpus(b *testing.B) {
	sources := corpusSources(b)
	size := 0
	for _, s := range sources {
		size += len(s)
	}
	p := NewParser(nil)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range sources {
			p.start(s, 1, Options{}, nil)
			p.lex(0)
		}
	}
}
