package opt

// This file moves values out of loops that are the same in every iteration.
//
//	before                              after
//	loop {                              %1 = array_length %p
//	  ...                               %2 = isub %1, 1
//	  %1 = array_length %p              %4 = fmul %a, %b
//	  %2 = isub %1, 1                   loop {
//	  %3 = umin %i, %2                    ...
//	  %4 = fmul %a, %b                    %3 = umin %i, %2
//	}                                   }
//
// One walk in program order: a value whose sources are computed outside of a loop goes
// ahead of it, and on ahead of the loops around that. Instructions in a loop's header are
// computed whenever the loop is met; elsewhere a condition may keep a value from being
// computed, so that it takes no promise along that may hold under that condition only, and
// divisions, shifts, indexed addresses and loads stay. Convergent operations stay in any
// case.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LICM takes values out of loops.
var LICM = &pass.Pass{
	Name:      "licm",
	Doc:       "loop-invariant values are computed before the loop",
	Replaces:  []string{"opt_gcm"},
	Preserves: ssa.ControlFlow,
	Function:  licm,
}

// maxHoisted bounds how many values go ahead of one loop: they are all alive in it.
const maxHoisted = 96

// loopExtent is a loop and the blocks of it, by their place in program order.
type loopExtent struct {
	loop        ssa.NodeID
	up          int32 // the loop around it, plus one
	first, last int32
	hoisted     int
}

func licm(f *ssa.Function) bool {
	var loops []loopExtent
	order := make([]int32, f.NodeCount()) // by block
	in := make([]int32, f.NodeCount())    // by block: the innermost loop around it, plus one
	n := int32(0)
	for b := range f.Blocks() {
		n++
		order[b] = n
		if up := f.InnermostLoop(b); up != 0 {
			if f.LoopHeader(up) == b {
				around := in[f.Before(up)]
				loops = append(loops, loopExtent{loop: up, up: around, first: n})
				in[up] = int32(len(loops)) // of a loop: itself
			}
			in[b] = in[up]
			for k := in[b]; k != 0 && loops[k-1].last < n; k = loops[k-1].up {
				loops[k-1].last = n
			}
		}
	}
	if len(loops) == 0 {
		return false
	}
	changed := false
	for b := range f.Blocks() {
		if in[b] == 0 {
			continue
		}
		for i := range f.Instrs(b) {
			if !isMovable(f, i) {
				continue
			}
			to, always := b, true
			for k := in[b]; k != 0; k = in[to] {
				l := &loops[k-1]
				always = always && f.LoopHeader(l.loop) == to
				if l.hoisted == maxHoisted || !comesFromOutside(f, i, order, l) || !always && !isHarmless(f, i) {
					break
				}
				l.hoisted++
				to = f.Before(l.loop)
			}
			if to == b {
				continue
			}
			if !always {
				f.SetFlags(i, f.Flags(i)&^promises)
			}
			f.Move(i, f.EndOf(to))
			changed = true
		}
	}
	return changed
}

// comesFromOutside reports whether all sources of an instruction are computed outside of
// a loop.
func comesFromOutside(f *ssa.Function, i ssa.InstrID, order []int32, l *loopExtent) bool {
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v != 0 {
			if at := order[f.Block(v)]; at >= l.first && at <= l.last {
				return false
			}
		}
	}
	return true
}

// isMovable reports whether an instruction computes a value that depends on its sources
// alone.
func isMovable(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	switch o.Class() {
	case op.ClassALU:
		return o.Has(op.Pure) && !o.Has(op.Convergent)
	case op.ClassDeref: // of variables of the module: others begin where they are declared
		r := rootOf(f, i)
		return f.Op(r) == op.DerefVar && f.VarOf(r)&ssa.LocalVar == 0
	}
	return o == op.ArrayLength || isConstantLoad(f, i)
}

// isHarmless reports whether an instruction can be computed in places in which the program
// doesn't.
func isHarmless(f *ssa.Function, i ssa.InstrID) bool {
	switch o := f.Op(i); o {
	case op.IDiv, op.UDiv, op.IRem, op.URem, op.IShl, op.IShr, op.UShr, op.DerefArray:
		return false
	default:
		return o != op.Load
	}
}
