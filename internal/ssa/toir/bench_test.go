package toir_test

import (
	"testing"
	"unsafe"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ssa"
)

// modules are the corpus's shaders of at least a thousand bytes without comments.
func modules(b *testing.B) (list []*ir.Module) {
	for _, s := range harness.Shaders(b) {
		src := harness.StripComments(s.Source)
		if len(src) < 1000 {
			continue
		}
		if m := front.Parse(src, 1, front.Options{Allowed: front.AllExtensions}, new(diag.List)); m != nil {
			list = append(list, m)
		}
	}
	return list
}

func instructions(s *ssa.Shader) (n int) {
	for _, f := range s.Funcs[1:] {
		n += f.InstrCount() - 1
	}
	return n
}

// BenchmarkThereAndBack converts modules into SSA form and back. It reports SSA
// instructions a second.
func BenchmarkThereAndBack(b *testing.B) {
	list := modules(b)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, m := range list {
			s := fromir.Module(m, fromir.Options{})
			n += instructions(s)
			if _, err := toir.Module(s); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "instrs/s")
}

// BenchmarkFrom converts modules into SSA form. It reports instructions a second
// and the bytes that the shaders keep for each.
func BenchmarkFrom(b *testing.B) {
	list := modules(b)
	n, bytes := 0, 0
	for b.Loop() {
		for _, m := range list {
			s := fromir.Module(m, fromir.Options{})
			n += instructions(s)
			for _, f := range s.Funcs[1:] {
				bytes += f.MemorySize()
			}
			bytes += int(unsafe.Sizeof(*s))
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "instrs/s")
	b.ReportMetric(float64(bytes)/float64(n), "kept-B/instr")
}
