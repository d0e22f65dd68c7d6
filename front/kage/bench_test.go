package kage_test

import (
	"testing"

	"refract/diag"
	"refract/front/kage"
	"refract/internal/kagegen"
	"refract/ir"
)

// BenchmarkRead reads a program of some 60 lines.
func BenchmarkRead(b *testing.B) {
	src := kagegen.Program(1)
	r, m := new(kage.Reader), ir.NewModule()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		var list diag.List
		if r.Read(m, src, 1, kage.Options{}, &list) == nil {
			b.Fatal("it is refused")
		}
	}
}
