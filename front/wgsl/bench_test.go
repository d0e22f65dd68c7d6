package wgsl

import (
	"testing"

	"refract/diag"
	"refract/internal/harness"
	"refract/ir"
)

// benchShaders are the corpus's shaders of at least 1,000 bytes without comments.
func benchShaders(b *testing.B) (list []string, size int) {
	for _, s := range harness.Shaders(b) {
		if src := harness.StripComments(s.Source); len(src) >= 1000 {
			list = append(list, src)
			size += len(src)
		}
	}
	return list, size
}

// BenchmarkRead measures source to module.
func BenchmarkRead(b *testing.B) {
	list, size := benchShaders(b)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var r Reader
	m := ir.NewModule()
	for b.Loop() {
		for _, src := range list {
			var diags diag.List
			if r.Read(m, src, 1, Options{}, &diags) == nil {
				b.Fatal(messages(&diags))
			}
		}
	}
}
