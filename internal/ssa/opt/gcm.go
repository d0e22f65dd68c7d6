package opt

// This file moves code wherever in the function it costs least.
//
//	before                              after
//	loop {                              %2 = imul %a, %b
//	  if %c {                           loop {
//	    %1 = fmul %x, %y                  if %c {
//	    %2 = imul %a, %b                    %1 = fmul %x, %y
//	    store %p, %1                        store %p, %1
//	  } else {                            } else {
//	    %3 = imul %a, %b                  }
//	    ...                               ... %2
//
// Equal values become one first, wherever they stand, as a value that depends on its
// sources alone can be computed wherever they are known. Then all are placed: see
// placement.go.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// GCM is global code motion with value numbering.
var GCM = &pass.Pass{
	Name:      "gcm",
	Doc:       "equal values become one, and values go to the outermost loop and the latest block that they can be computed in",
	Replaces:  []string{"opt_gcm"},
	Destroys:  pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		numbered := numberValues(f)
		return placeValues(f) || numbered
	},
}

// numberValues makes equal values one if they can be computed at all times. The one that
// stays may not dominate the users of the others: it is to be placed anew.
func numberValues(f *ssa.Function) (changed bool) {
	dom := analysis.Dominance(f)
	t := newInstrSet(f)
	defer t.release()
	t.anywhere = true
	for b := range f.Blocks() {
		if !dom.Reachable(b) {
			continue
		}
		for i := range f.Instrs(b) {
			if f.Op(i).Class() == op.ClassConst || !isMovable(f, i) || !isHarmless(f, i) || !canShare(f, i) {
				continue
			}
			by := t.find(i)
			if by == i {
				continue
			}
			f.SetFlags(by, shared(f.Flags(by), f.Flags(i)))
			f.SetFP(by, f.FP(by)&f.FP(i))
			if name := f.NameOf(i); name != "" && f.NameOf(by) == "" {
				f.SetName(by, name)
			}
			f.ReplaceUses(i, by)
			f.Remove(i)
			changed = true
		}
	}
	return changed
}
