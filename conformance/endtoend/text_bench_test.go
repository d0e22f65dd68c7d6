package endtoend

// This file measures the writers of text: how fast they are over the corpus, and
// that twice the shader takes about twice the time.

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	wgslback "refract/back/wgsl"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// textWriters returns the writers of text languages, each with its own memory;
// write returns the size of the output in bytes.
func textWriters() []struct {
	name  string
	write func(m *ir.Module) (int, error)
} {
	var (
		w wgslback.Writer
		g glslback.Writer
		h hlslback.Writer
		s mslback.Writer
	)
	return []struct {
		name  string
		write func(m *ir.Module) (int, error)
	}{
		{"wgsl", func(m *ir.Module) (int, error) {
			text, _, err := w.Write(m, nil, wgslback.Options{})
			return len(text), err
		}},
		{"glsl", func(m *ir.Module) (int, error) {
			text, _, err := g.Write(m, nil, glslback.NewOptions())
			return len(text), err
		}},
		{"hlsl", func(m *ir.Module) (int, error) {
			text, _, err := h.Write(m, nil, hlslback.NewOptions())
			return len(text), err
		}},
		{"msl", func(m *ir.Module) (int, error) {
			out, err := s.Write(m, nil, mslback.NewOptions())
			if err != nil {
				return 0, err
			}
			return len(out.Text), nil
		}},
	}
}

// goSources are the files of net/http.
var goSources = sync.OnceValue(func() (sources [][]byte) {
	files, _ := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", "net", "http", "*.go"))
	for _, f := range files {
		if src, err := os.ReadFile(f); err == nil {
			sources = append(sources, src)
		}
	}
	return sources
})

// goParser is the speed of go/parser over net/http on this machine at this time
// in bytes per second, the best of some runs: what to compare speeds with across
// machines.
func goParser() (best float64) {
	for range 4 {
		size, start := 0, time.Now()
		for _, src := range goSources() {
			parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
			size += len(src)
		}
		best = max(best, float64(size)/time.Since(start).Seconds())
	}
	return best
}

// reportRatio reports the speed of a benchmark that went over size bytes per
// iteration as a multiple of go/parser's.
func reportRatio(b *testing.B, size int) {
	b.Helper()
	if p := goParser(); p > 0 && b.Elapsed() > 0 {
		b.ReportMetric(float64(size)*float64(b.N)/b.Elapsed().Seconds()/p, "x-goparser")
	}
}

// BenchmarkText writes the corpus's core shaders in each text language, checked
// modules at hand: bytes of output over time, and allocations per KB of output.
func BenchmarkText(b *testing.B) {
	var modules []*ir.Module
	var r wgsl.Reader
	for _, s := range harness.Shaders(b) {
		var diags diag.List
		if src := harness.StripComments(s.Source); len(src) >= 1000 {
			if m := r.Read(ir.NewModule(), src, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &diags); m != nil {
				modules = append(modules, m)
			}
		}
	}
	for _, w := range textWriters() {
		b.Run(w.name, func(b *testing.B) {
			var written []*ir.Module // what the language can express
			size := 0
			for _, m := range modules {
				if n, err := w.write(m); err == nil {
					written = append(written, m)
					size += n
				}
			}
			if len(written)*2 < len(modules) {
				b.Fatalf("only %d of %d modules are written", len(written), len(modules))
			}
			b.SetBytes(int64(size))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				for _, m := range written {
					w.write(m)
				}
			}
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(b.N)/(float64(size)/1000), "allocs/KB")
			reportRatio(b, size)
		})
	}
}

// TestScalingText writes the generated shaders as text: twice the size takes
// about twice the time, whichever the language.
func TestScalingText(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	writers := textWriters()
	var r wgsl.Reader
	var v validate.Validator
	for _, g := range generated {
		module := func(n int) *ir.Module {
			var diags diag.List
			src := g.make(n)
			if !strings.Contains(src, "@compute") {
				src += "\n@compute @workgroup_size(1) fn entry() {}\n"
			}
			m := r.Read(ir.NewModule(), src, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &diags)
			if m == nil {
				t.Fatal(g.name, diags.Err(nil))
			}
			if v.Validate(m, validate.Options{Capabilities: validate.All}, &diags); diags.HasErrors() {
				t.Fatal(g.name, diags.Err(nil))
			}
			return m
		}
		small, large := module(g.size/2), module(g.size)
		for _, w := range writers {
			var size int
			measure := func(m *ir.Module) (best time.Duration) {
				for range 2 {
					d := harness.CPUTime(func() {
						var err error
						if size, err = w.write(m); err != nil {
							t.Fatalf("%s as %s: %v", g.name, w.name, err)
						}
					})
					if best == 0 || d < best {
						best = d
					}
				}
				return best
			}
			// Whatever else the machine does can spoil a measurement: try again.
			var half, full time.Duration
			for range 5 {
				half, full = measure(small), measure(large)
				if full < 4*half || full < 50*time.Millisecond {
					break
				}
			}
			t.Logf("%-18s %s: %8d bytes in %8v, %5.1f MB/s, %.1f times the time of half the size", g.name, w.name, size, full.Round(time.Microsecond), float64(size)/full.Seconds()/1e6, full.Seconds()/half.Seconds())
			if full > 4*half && full > 50*time.Millisecond {
				t.Errorf("%s as %s: not linear: %v for half the size, %v for the whole", g.name, w.name, half, full)
			}
		}
	}
}
