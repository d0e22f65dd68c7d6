package syntax

import (
	"testing"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
)

// This file measures preprocessing and parsing of what glslang accepts.

func accepted(b testing.TB) (sources []string, bytes int64) {
	harness.Corpus(b, "glsl.jsonl.gz", func(row shaderRow) {
		if row.Vulkan || row.OpenGL {
			sources = append(sources, row.Source)
			bytes += int64(len(row.Source))
		}
	})
	return sources, bytes
}

// cpu runs f as a benchmark and reports the rate by processor time, which other
// load on the machine doesn't change.
func cpu(b *testing.B, bytes int64, f func()) {
	n := 0
	used := harness.CPUTime(func() {
		for b.Loop() {
			f()
			n++
		}
	})
	b.ReportMetric(float64(bytes)*float64(n)/1e6/used.Seconds(), "cpu-MB/s")
}

func BenchmarkParseCorpus(b *testing.B) {
	list, bytes := accepted(b)
	p := NewParser(nil)
	b.SetBytes(bytes)
	b.ReportAllocs()
	cpu(b, bytes, func() {
		for _, src := range list {
			var sources diag.Sources
			var diags diag.List
			p.Parse(src, sources.Add("a", src), pp.Options{Vulkan: true}, &sources, &diags)
		}
	})
}

func BenchmarkPreprocessCorpus(b *testing.B) {
	list, bytes := accepted(b)
	p := pp.New(nil)
	b.SetBytes(bytes)
	b.ReportAllocs()
	cpu(b, bytes, func() {
		for _, src := range list {
			var sources diag.Sources
			var diags diag.List
			p.Run(src, sources.Add("a", src), &pp.Options{Vulkan: true}, &sources, &diags)
		}
	})
}

func BenchmarkParseSmall(b *testing.B) {
	const src = "#version 450\nlayout(location = 0) in vec2 uv;\nlayout(location = 0) out vec4 color;\n" +
		"void main() {\n\tcolor = vec4(uv, 0.5 * uv.x, 1.0);\n}\n"
	p := NewParser(nil)
	b.ReportAllocs()
	for b.Loop() {
		var sources diag.Sources
		var diags diag.List
		p.Parse(src, sources.Add("a", src), pp.Options{}, &sources, &diags)
	}
}
