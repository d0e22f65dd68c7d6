package analysis_test

import (
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/ssa"
	"refract/ssa/op"
)

// paths answers questions about liveness by walking from place to place.
type paths struct {
	f    *ssa.Function
	seen map[ssa.NodeID]bool
}

// used reports whether a value is used after a place of a block before it is
// computed anew; before is the next instruction, or 0.
func (p *paths) used(v ssa.Value, b ssa.NodeID, before ssa.InstrID) bool {
	f := p.f
	for i := before; i != 0; i = f.Next(i) {
		if f.Op(i) != op.Phi {
			for k := range f.NumSrcs(i) {
				if f.Arg(i, k) == v {
					return true
				}
			}
		}
		if i == v {
			return false
		}
	}
	if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop && f.Cond(n).Value == v {
		return true
	}
	return p.usedBehind(v, b)
}

// usedBehind reports whether a value is used behind a block, and the condition that
// it decides, before it is computed anew.
func (p *paths) usedBehind(v ssa.Value, b ssa.NodeID) bool {
	f := p.f
	for _, s := range f.Succs(b, nil) {
		for i := f.First(s); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			if f.Arg(i, f.PredIndex(s, b)) == v {
				return true
			}
		}
		if !p.seen[s] {
			p.seen[s] = true
			if p.used(v, s, f.First(s)) {
				return true
			}
		}
	}
	return false
}

func usedAfter(f *ssa.Function, v ssa.Value, b ssa.NodeID, before ssa.InstrID) bool {
	p := paths{f, map[ssa.NodeID]bool{}}
	return p.used(v, b, before)
}

// TestLivenessByPaths compares liveness and interference with their definitions, on
// made-up functions.
func TestLivenessByPaths(t *testing.T) {
	pairs, interfering := 0, 0
	for seed := range uint64(60) {
		s := ssatest.Random(seed)
		lower.VarsToSSA.Run(s)
		f := s.Funcs[1]
		dom, live, order := analysis.Dominance(f), analysis.Liveness(f), analysis.InstrOrder(f)
		var values []ssa.Value
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Type(i) != 0 && dom.Reachable(b) {
					values = append(values, i)
				}
			}
		}
		for _, v := range values {
			for b := range f.Blocks() {
				p := paths{f, map[ssa.NodeID]bool{}}
				if want := p.usedBehind(v, b); live.Out(b, v) != want {
					t.Fatalf("seed %d: %%%d live out of block %d: want %v\n%s", seed, v, b, want, ssa.PrintFunction(f))
				}
				if b == f.Block(v) {
					continue
				}
				if want := usedAfter(f, v, b, f.First(b)); live.In(b, v) != want {
					t.Fatalf("seed %d: %%%d live into block %d: want %v\n%s", seed, v, b, want, ssa.PrintFunction(f))
				}
			}
		}
		for k, a := range values {
			for _, b := range values[max(0, k-12):k] {
				want := usedAfter(f, a, f.Block(b), f.Next(b)) && analysis.InstrDominates(f, dom, order, a, b) ||
					usedAfter(f, b, f.Block(a), f.Next(a)) && analysis.InstrDominates(f, dom, order, b, a)
				pairs++
				if want {
					interfering++
				}
				for _, x := range [2][2]ssa.Value{{a, b}, {b, a}} {
					if analysis.Interfere(f, dom, live, order, x[0], x[1]) != want {
						t.Fatalf("seed %d: %%%d and %%%d interfere: want %v\n%s", seed, x[0], x[1], want, ssa.PrintFunction(f))
					}
				}
			}
		}
	}
	if interfering < 1000 || pairs-interfering < 1000 {
		t.Errorf("%d of %d pairs interfere", interfering, pairs)
	}
}
