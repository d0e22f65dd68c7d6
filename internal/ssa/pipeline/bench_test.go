package pipeline_test

// This file measures passes and levels over the corpus, and over a long function.

import (
	"fmt"
	"testing"
	"time"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// shaders are those of the corpus that have at least a thousand bytes without comments.
func shaders(b *testing.B) (list []*ssa.Shader) {
	for _, s := range harness.Shaders(b) {
		src := harness.StripComments(s.Source)
		if len(src) < 1000 {
			continue
		}
		if m := front.Parse(src, 1, front.Options{Allowed: front.AllExtensions}, new(diag.List)); m != nil {
			list = append(list, fromir.Module(m, fromir.Options{}))
		}
	}
	return list
}

// straight is a function of so many instructions in a row.
func straight(n int) *ssa.Shader {
	return grown(func(g *grower, n int) {
		x := g.x
		for i := range n {
			x = g.Op(op.IAdd, ir.TypeU32, g.Op(op.IMul, ir.TypeU32, x, g.x), g.U32(uint32(i)))
		}
		g.add(g.vars[0], x)
	}, n/3)
}

func size(list []*ssa.Shader) (n int) {
	for _, s := range list {
		for _, f := range s.Funcs[1:] {
			n += f.InstrCount() - 1
		}
	}
	return n
}

// rate runs something on clones of shaders and reports instructions of theirs a second
// of processor time.
func rate(b *testing.B, list []*ssa.Shader, run func(s *ssa.Shader)) {
	n := size(list)
	clones := make([]*ssa.Shader, len(list))
	b.ReportAllocs()
	var spent time.Duration
	for b.Loop() {
		b.StopTimer()
		for i, s := range list {
			clones[i] = s.Clone()
		}
		b.StartTimer()
		spent += harness.CPUTime(func() {
			for _, s := range clones {
				run(s)
			}
		})
	}
	b.ReportMetric(float64(n)*float64(b.N)/spent.Seconds(), "instrs/s")
}

// BenchmarkPass runs each pass once, on variables that are values.
func BenchmarkPass(b *testing.B) {
	corpus := shaders(b)
	for _, s := range corpus {
		for _, p := range forms[2].passes {
			p.Run(s)
		}
	}
	for _, p := range pipeline.All() {
		if p == lower.LeaveSSA {
			continue
		}
		list := corpus
		if p.Requires&pass.OneReturn != 0 {
			list = make([]*ssa.Shader, len(corpus))
			for i, s := range corpus {
				list[i] = s.Clone()
				lower.Returns.Run(list[i])
			}
		}
		b.Run(p.Name, func(b *testing.B) { rate(b, list, func(s *ssa.Shader) { p.Run(s) }) })
	}
}

// BenchmarkLevel runs the levels.
func BenchmarkLevel(b *testing.B) {
	for _, x := range []struct {
		name string
		list []*ssa.Shader
	}{{"corpus", shaders(b)}, {"straight", []*ssa.Shader{straight(100_000)}}} {
		for level := 1; level <= 2; level++ {
			p, err := pipeline.Level(level)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/O%d", x.name, level), func(b *testing.B) {
				rate(b, x.list, func(s *ssa.Shader) {
					if _, err := pipeline.Run(s, p, pipeline.Options{Establish: true}); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}
