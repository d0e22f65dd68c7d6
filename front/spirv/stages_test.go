package spirv

// This file measures the way from words to a validated module, stage by stage, over the
// project's own shaders as this project writes them.

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	back "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ir/compact"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
	"refract/ssa"
)

// ownModules are the shaders of testdata/shaders as SPIR-V.
func ownModules(b *testing.B) (list [][]uint32) {
	files, err := filepath.Glob("../../testdata/shaders/*.wgsl")
	if err != nil || len(files) == 0 {
		b.Fatal("no shaders: ", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		m := wgsl.Parse(string(src), 1, wgsl.Options{Allowed: wgsl.AllExtensions}, new(diag.List))
		if m == nil {
			continue
		}
		words, err := back.Write(m, back.NewOptions())
		if err != nil {
			continue
		}
		if Read(words, Options{}, new(diag.Sources), new(diag.List)) != nil {
			list = append(list, words)
		}
	}
	return list
}

// BenchmarkStages reports nanoseconds a word of each stage.
func BenchmarkStages(b *testing.B) {
	list := ownModules(b)
	size := 0
	for _, words := range list {
		size += len(words)
	}
	var spent [8]time.Duration
	names := [8]string{"words", "ssa", "verify", "structure", "clean", "leave", "toir", "compact+validate"}
	stage := func(k int, do func()) { spent[k] += harness.CPUTime(do) }
	readers := make([]*reader, len(list))
	results := make([]*ir.Module, len(list))
	each := func(k int, do func(i int)) {
		stage(k, func() {
			for i := range list {
				do(i)
			}
		})
	}
	for i := range list {
		readers[i], results[i] = new(reader), new(ir.Module)
	}
	for b.Loop() {
		each(0, func(i int) {
			in, err := spirv.NewReader(list[i])
			if err != nil {
				b.Fatal(err)
			}
			for in.Next() {
			}
		})
		each(1, func(i int) {
			r := readers[i]
			r.forget()
			r.list, r.sources, r.m = new(diag.List), new(diag.Sources), results[i]
			r.guard(list[i], r.shaderOf)
		})
		each(2, func(i int) {
			if err := ssa.Verify(readers[i].s); err != nil {
				b.Fatal(err)
			}
		})
		each(3, func(i int) { lower.GotoIfs.Run(readers[i].s) })
		each(4, func(i int) {
			if _, err := pipeline.Run(readers[i].s, cleaning(), cleanly); err != nil {
				b.Fatal(err)
			}
			readers[i].allowNonUniform()
		})
		each(5, func(i int) { lower.LeaveSSA.Run(readers[i].s) })
		each(6, func(i int) {
			if err := toir.Into(results[i], readers[i].s); err != nil {
				b.Fatal(err)
			}
		})
		each(7, func(i int) {
			compact.Module(results[i], compact.Options{Interface: true})
			if _, err := validate.Module(results[i], validate.Options{Capabilities: validate.All}); err != nil {
				b.Fatal(err)
			}
		})
	}
	var all time.Duration
	for k, d := range spent {
		all += d
		b.ReportMetric(float64(d.Nanoseconds())/float64(b.N)/float64(size), names[k]+"-ns/word")
	}
	b.ReportMetric(4*float64(size)*float64(b.N)/1e6/all.Seconds(), "MB/s")
}
