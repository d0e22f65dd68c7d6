package dxil_test

import (
	"os"
	"path/filepath"
	"testing"

	back "refract/back/dxil"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// BenchmarkWrite writes the entry points of testdata/shaders.
func BenchmarkWrite(b *testing.B) {
	type unit struct {
		m    *ir.Module
		info *validate.Info
		o    back.Options
	}
	var list []unit
	files, err := filepath.Glob(filepath.Join(harness.Root(b), "testdata", "shaders", "*.wgsl"))
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		m, info := parse(string(src))
		for _, e := range m.EntryPoints {
			o := back.NewOptions()
			o.EntryPoint, o.Stage, o.Overrides = e.Name, e.Stage, harness.OverrideValues(m)
			list = append(list, unit{m, info, o})
		}
	}
	var w back.Writer
	b.ReportAllocs()
	for b.Loop() {
		for i := range list {
			if _, _, err := w.Write(list[i].m, list[i].info, list[i].o, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
}
