package msl

import (
	"testing"

	"refract/internal/harness"
	"refract/ir"
)

func BenchmarkWrite(b *testing.B) {
	var modules []*ir.Module
	var opts []Options
	for _, s := range harness.Shaders(b) {
		if m, _ := parse(s.Source); m != nil {
			o := NewOptions()
			o.Version = 301
			o.Overrides = harness.OverrideValues(m)
			modules = append(modules, m)
			opts = append(opts, o)
		}
	}
	var w Writer
	size := 0
	for i, m := range modules {
		if out, err := w.Write(m, nil, opts[i]); err == nil {
			size += len(out.Text)
		}
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for i, m := range modules {
			w.Write(m, nil, opts[i])
		}
	}
	b.ReportMetric(float64(size)/1024, "KB/op")
}
