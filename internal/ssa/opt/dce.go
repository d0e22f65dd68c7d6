package opt

// This file removes instructions whose results nothing needs.
//
//	before                 after
//	%1 = fadd %a, %b       store %p, %a
//	%2 = phi %1, %2
//	store %p, %a
//
// Effects, conditions and selectors are needed, and their operands. So a circle of phis
// that feeds only itself goes too.

import (
	"sync"

	"refract/internal/reuse"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DCE removes instructions whose results nothing needs.
var DCE = &pass.Pass{
	Name:      "dce",
	Doc:       "instructions without effects and without uses are removed",
	Replaces:  []string{"opt_dce"},
	Preserves: ssa.ControlFlow,
	Settles:   true,
	Function:  dce,
}

// sweeper is memory for removing dead instructions.
type sweeper struct {
	live []bool // by instruction
	work []ssa.InstrID
}

var sweepers = sync.Pool{New: func() any { return new(sweeper) }}

func dce(f *ssa.Function) bool {
	if f.Swept() {
		return false
	}
	m := sweepers.Get().(*sweeper)
	defer sweepers.Put(m)
	m.live = reuse.Zeroed(m.live, f.InstrCount())
	live, work := m.live, m.work[:0]
	n := 0 // instructions that aren't known to be needed
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; i = f.Next(i) {
			n++
			if !f.Op(i).Has(op.Eliminable) && !live[i] {
				live[i] = true
				work = append(work, i)
			}
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
			if v := f.Cond(n).Value; v != 0 && !live[v] {
				live[v] = true
				work = append(work, v)
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		n--
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 && !live[v] {
				live[v] = true
				work = append(work, v)
			}
		}
	}
	if n == 0 {
		m.work = work
		f.SetSwept()
		return false
	}
	// The dead may use each other: first they let go.
	dead := work
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; i = f.Next(i) {
			if !live[i] {
				dead = append(dead, i)
				for k := range f.NumSrcs(i) {
					f.SetSrc(i, k, ssa.Src{})
				}
			}
		}
	}
	for _, i := range dead {
		f.Remove(i)
	}
	m.work = dead[:0]
	f.SetSwept()
	return len(dead) > 0
}
