package endtoend

import (
	"testing"

	spvback "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// BenchmarkBackbone measures WGSL to validated SPIR-V over the corpus's core
// shaders that have at least 1,000 bytes without comments: bytes of source
// without comments over time, in total and by stage.
func BenchmarkBackbone(b *testing.B) {
	var sources []string
	size := 0
	for _, s := range harness.Shaders(b) {
		if src := harness.StripComments(s.Source); len(src) >= 1000 {
			sources = append(sources, src)
			size += len(src)
		}
	}
	options := wgsl.Options{Allowed: wgsl.AllExtensions}
	caps := validate.Options{Capabilities: validate.All}
	read := func(b *testing.B, r *wgsl.Reader, m *ir.Module, src string) {
		var diags diag.List
		if r.Read(m, src, 1, options, &diags) == nil {
			b.Fatal(diags.Err(nil))
		}
	}
	check := func(b *testing.B, v *validate.Validator, m *ir.Module) {
		var diags diag.List
		if v.Validate(m, caps, &diags); diags.HasErrors() {
			b.Fatal(diags.Err(nil))
		}
	}
	b.Run("All", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		var r wgsl.Reader
		var v validate.Validator
		var w spvback.Writer
		var words []uint32
		m := ir.NewModule()
		for b.Loop() {
			for _, src := range sources {
				read(b, &r, m, src)
				check(b, &v, m)
				words, _ = w.Write(words[:0], m, spvback.NewOptions())
			}
		}
		reportRatio(b, size)
	})
	b.Run("Read", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		var r wgsl.Reader
		m := ir.NewModule()
		for b.Loop() {
			for _, src := range sources {
				read(b, &r, m, src)
			}
		}
	})
	modules := make([]*ir.Module, len(sources))
	for i, src := range sources {
		modules[i] = ir.NewModule()
		read(b, new(wgsl.Reader), modules[i], src)
	}
	b.Run("Validate", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		var v validate.Validator
		for b.Loop() {
			for _, m := range modules {
				check(b, &v, m)
			}
		}
	})
	b.Run("Write", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		var w spvback.Writer
		var words []uint32
		for b.Loop() {
			for _, m := range modules {
				words, _ = w.Write(words[:0], m, spvback.NewOptions())
			}
		}
	})
}
