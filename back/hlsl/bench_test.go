package hlsl_test

import (
	"os"
	"path/filepath"
	"testing"

	back "refract/back/hlsl"
	"refract/internal/harness"
	"refract/ir"
)

// BenchmarkWrite writes the project's shaders; bytes are those of the output.
func BenchmarkWrite(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(harness.Root(b), "testdata", "shaders", "*.wgsl"))
	if err != nil || len(files) == 0 {
		b.Fatal("no shaders", err)
	}
	var modules []*ir.Module
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		modules = append(modules, parse(string(src)))
	}
	o := options(back.ShaderModel66)
	var w back.Writer
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		size = 0
		for _, m := range modules {
			text, _, err := w.Write(m, nil, o)
			if err != nil {
				b.Fatal(err)
			}
			size += len(text)
		}
	}
	b.SetBytes(int64(size))
}
