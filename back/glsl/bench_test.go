package glsl

// This file measures the writer on the corpus: the shaders of a kilobyte and more.

import (
	"testing"

	"refract/internal/harness"
	"refract/ir"
)

// BenchmarkWrite writes every entry point for OpenGL 4.5. MB/s and allocs/KB are
// of output.
func BenchmarkWrite(b *testing.B) {
	var modules []*ir.Module
	for _, s := range harness.Shaders(b) {
		if src := harness.StripComments(s.Source); len(src) >= 1000 {
			if m, _ := parse(src); m != nil {
				modules = append(modules, m)
			}
		}
	}
	var w Writer
	all := func() (size int) {
		for _, m := range modules {
			for i := range m.EntryPoints {
				o := NewOptions()
				o.EntryPoint, o.Stage = m.EntryPoints[i].Name, m.EntryPoints[i].Stage
				out, _, err := w.Write(m, nil, o)
				if err == nil {
					size += len(out)
				}
			}
		}
		return size
	}
	size := all()
	if size == 0 {
		b.Fatal("nothing was written")
	}
	allocs := testing.AllocsPerRun(1, func() { all() })
	b.SetBytes(int64(size))
	for b.Loop() {
		all()
	}
	b.ReportMetric(allocs/(float64(size)/1024), "allocs/KB")
}
