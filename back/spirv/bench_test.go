package spirv_test

import (
	"sort"
	"testing"

	back "refract/back/spirv"
	"refract/internal/harness"
	"refract/ir"
)

// corpusModules reads the corpus; bytes is the size of its source without
// comments.
func corpusModules(b *testing.B) (modules []*ir.Module, bytes int64) {
	for _, s := range harness.Shaders(b) {
		if m := parse(b, s.Name, s.Source); m != nil {
			modules = append(modules, m)
			bytes += int64(len(harness.StripComments(s.Source)))
		}
	}
	return modules, bytes
}

func benchmark(b *testing.B, o back.Options) {
	modules, bytes := corpusModules(b)
	var w back.Writer
	var words []uint32
	b.SetBytes(bytes)
	b.ReportAllocs()
	for b.Loop() {
		for _, m := range modules {
			words, _ = w.Write(words[:0], m, o)
		}
	}
}

// BenchmarkWrite writes the corpus with all checks, with and without names.
func BenchmarkWrite(b *testing.B) {
	o := back.NewOptions()
	o.Names = false
	b.Run("checked", func(b *testing.B) { benchmark(b, o) })
	o.Names = true
	b.Run("names", func(b *testing.B) { benchmark(b, o) })
	o.Debug = back.DebugLines
	b.Run("lines", func(b *testing.B) { benchmark(b, o) })
}

// BenchmarkLarge writes the largest shaders of the corpus, one by one.
func BenchmarkLarge(b *testing.B) {
	list := harness.Shaders(b)
	sort.Slice(list, func(i, j int) bool { return len(list[i].Source) > len(list[j].Source) })
	for _, s := range list[:8] {
		m := parse(b, s.Name, s.Source)
		if m == nil {
			continue
		}
		o := back.NewOptions()
		o.Names = false
		b.Run(s.Name[max(0, len(s.Name)-30):], func(b *testing.B) {
			var w back.Writer
			var words []uint32
			b.SetBytes(int64(len(harness.StripComments(s.Source))))
			b.ReportAllocs()
			for b.Loop() {
				words, _ = w.Write(words[:0], m, o)
			}
		})
	}
}
