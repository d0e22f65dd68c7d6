package lower_test

import (
	"testing"

	"refract/diag"
	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// shaped is a function in flat form whose blocks lead where a function says, by a
// branch on its parameter.
func shaped(n int, targets func(k int) [2]int, merge func(k int) int) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFlatFunction("f")
	f.Params = []ir.Argument{{Name: "c", Type: ir.TypeBool}}
	f.ReserveBlocks(n)
	blocks := make([]ssa.NodeID, n)
	for k := range blocks {
		blocks[k] = f.AddBlock()
	}
	b := f.Build(f.EndOf(blocks[0]))
	c := b.Instr(op.Param, ir.TypeBool)
	for k := range blocks {
		to := targets(k)
		if to[0] >= n || to[1] >= n {
			f.SetReturn(blocks[k], 0, diag.Span{})
			continue
		}
		if m := merge(k); m > 0 && m < n {
			f.SetMerge(blocks[k], blocks[m])
		}
		f.SetBranch(blocks[k], c, blocks[to[0]], blocks[to[1]], diag.Span{})
	}
	return s
}

// TestLarge structures functions of 100,000 blocks, of shapes that are hard on
// something: depth, joins, loops in loops, cycles everywhere. Time and size stay in
// proportion.
func TestLarge(t *testing.T) {
	n := 20_000
	if sweep.On() {
		n = 100_000
	}
	none := func(int) int { return 0 }
	shapes := map[string]*ssa.Shader{
		"chain":    shaped(n, func(k int) [2]int { return [2]int{k + 1, k + 1} }, none),
		"ladder":   shaped(n, func(k int) [2]int { return [2]int{k + 1, k + 2} }, none),
		"to end":   shaped(n, func(k int) [2]int { return [2]int{k + 1, n - 1} }, none),
		"far":      shaped(n, func(k int) [2]int { return [2]int{k + 1, k + 1 + k%97} }, none),
		"diamonds": shaped(n, func(k int) [2]int { return [2]int{k + 1 + k%3/2, k + 2 - k%3/2} }, func(k int) int { return k + 2 }),
		// Ifs in ifs: the first half goes down, the second comes back.
		"nested": shaped(n, func(k int) [2]int {
			if k < n/2 {
				return [2]int{k + 1, n - 1 - k}
			}
			return [2]int{k + 1, k + 1}
		}, func(k int) int {
			if k < n/2 {
				return n - 1 - k
			}
			return 0
		}),
		// Loops in loops: the second half leads back.
		"loops": shaped(n, func(k int) [2]int {
			if k < n/2 || k == n-1 {
				return [2]int{k + 1, k + 1}
			}
			return [2]int{n - 1 - k, k + 1}
		}, none),
		"back": shaped(n, func(k int) [2]int { return [2]int{k + 1, max(k-k%50-3, 1)} }, none),
		"knot": shaped(n, func(k int) [2]int { return [2]int{k + 1, 1 + k*7919%(n-1)} }, none),
	}
	for kind := range ssatest.FlowKinds {
		shapes[kind.String()] = ssatest.RandomFlat(7, kind, n)
	}
	for name, s := range shapes {
		before := s.Funcs[1].InstrCount()
		lower.GotoIfs.Run(s)
		if err := ssa.Verify(s); err != nil {
			t.Errorf("%s: %.300s", name, err.Error())
		}
		f := s.Funcs[1]
		depth := 0
		for b := range f.Blocks() {
			d := 0
			for p := f.Parent(b); p != 0; p = f.Parent(p) {
				d++
			}
			depth = max(depth, d)
		}
		t.Logf("%-10s %d instructions became %d, %d nodes, depth %d", name, before, f.InstrCount(), f.NodeCount(), depth)
		if depth > 1000 || f.InstrCount() > 40*n || f.NodeCount() > 40*n {
			t.Errorf("%s: %d instructions, %d nodes, depth %d", name, f.InstrCount(), f.NodeCount(), depth)
		}
	}
}

// BenchmarkGotoIfs structures functions of 1,000 blocks, as compilers make them.
func BenchmarkGotoIfs(b *testing.B) {
	var list []*ssa.Shader
	instrs := 0
	for seed := uint64(0); instrs < 200_000; seed++ {
		s := ssatest.RandomFlat(seed, ssatest.FlowConstructs, 1000)
		list = append(list, s)
		instrs += s.Funcs[1].InstrCount()
	}
	for b.Loop() {
		b.StopTimer()
		var copies []*ssa.Shader
		for _, s := range list {
			copies = append(copies, s.Clone())
		}
		b.StartTimer()
		for _, s := range copies {
			lower.GotoIfs.Run(s)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(instrs), "ns/instr")
}
