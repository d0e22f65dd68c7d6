package wgsl

import (
	"testing"

	"refract/internal/harness"
	"refract/ir"
)

func BenchmarkWrite(b *testing.B) {
	var modules []*ir.Module
	for _, s := range harness.Shaders(b) {
		if m, _ := parse(s.Source); m != nil {
			modules = append(modules, m)
		}
	}
	for name, opts := range map[string]Options{"plain": {}, "minified": {Minify: true}} {
		b.Run(name, func(b *testing.B) {
			var w Writer
			size := 0
			for _, m := range modules {
				out, _, err := w.Write(m, nil, opts)
				if err != nil {
					b.Fatal(err)
				}
				size += len(out)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, m := range modules {
					w.Write(m, nil, opts)
				}
			}
		})
	}
}
