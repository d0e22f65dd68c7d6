package opt

// This file moves cheap values to their first use in the block.
//
//	before                         after
//	%1 = const 3 : u32             %2 = imul %a, %b
//	%2 = imul %a, %b               store %p, %2
//	store %p, %2                   %1 = const 3 : u32
//	%3 = iadd %1, %2               %3 = iadd %1, %2
//
// Constants, comparisons, moves and uniforms are then live for as short as can be.

import (
	"refract/ssa"
	"refract/ssa/pass"
)

// Move moves cheap values to their first use.
var Move = &pass.Pass{
	Name:      "move",
	Doc:       "constants, comparisons, moves and uniforms go to their first use in the block",
	Replaces:  []string{"opt_move"},
	Preserves: ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		changed := false
		m := mover{f: f, placed: make([]bool, f.InstrCount())}
		for b := range f.Blocks() {
			changed = m.block(b) || changed
		}
		return changed
	},
}

type mover struct {
	f      *ssa.Function
	placed []bool
	order  []ssa.InstrID
}

func (m *mover) block(b ssa.NodeID) bool {
	f := m.f
	list := movables(f, b, nil)
	m.order = m.order[:0]
	for _, i := range list {
		if !isCheapToKeep(f, i) {
			m.place(b, i)
		}
	}
	for _, i := range list { // what only others need
		m.place(b, i)
	}
	return reorder(f, b, m.order)
}

// place puts an instruction behind the cheap ones that it needs.
func (m *mover) place(b ssa.NodeID, i ssa.InstrID) {
	f := m.f
	if m.placed[i] {
		return
	}
	m.placed[i] = true
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v != 0 && f.Block(v) == b && !m.placed[v] && isCheapToKeep(f, v) {
			m.place(b, v)
		}
	}
	m.order = append(m.order, i)
}
