package opt

// This file removes calls that do nothing.
//
//	before                 after
//	%1 = call @length %v   store %p, %a
//	store %p, %a
//
// A call goes if nothing uses its result and the function has no effect: it writes to
// its own variables alone, and calls only functions of that kind.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DeadCalls removes calls whose result nothing uses of functions without effect.
var DeadCalls = &pass.Pass{
	Name:      "dead-calls",
	Doc:       "calls of functions without effects are removed if the result is unused",
	Preserves: ssa.ControlFlow,
	Shader:    deadCalls,
}

// An effect is the influence of a call on other invocations and memory.
type effect uint8

const (
	unknown effect = iota
	hasEffect
	hasNone
)

func deadCalls(s *ssa.Shader) bool {
	effects := make([]effect, len(s.Funcs))
	var work []ssa.FuncID
	changed := false
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := f.First(b); i != 0; {
				next := f.Next(i)
				if f.Op(i) == op.Call && !f.HasUses(i) && effectOf(s, effects, &work, ssa.FuncID(f.IndexOf(i))) == hasNone {
					f.Remove(i)
					changed = true
				}
				i = next
			}
		}
	}
	return changed
}

// effectOf finds out whether a function has an effect, callees first. There is no
// recursion among them.
func effectOf(s *ssa.Shader, effects []effect, work *[]ssa.FuncID, id ssa.FuncID) effect {
	*work = append((*work)[:0], id)
	for len(*work) > 0 {
		g := (*work)[len(*work)-1]
		if effects[g] == unknown {
			var missing ssa.FuncID
			if effects[g], missing = effectIn(s.Funcs[g], effects); missing != 0 {
				*work = append(*work, missing)
				continue
			}
		}
		*work = (*work)[:len(*work)-1]
	}
	return effects[id]
}

// effectIn looks through a function. It returns a callee whose effect is still unknown, or
// 0.
func effectIn(f *ssa.Function, effects []effect) (effect, ssa.FuncID) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o.Has(op.Eliminable), o == op.Return, o == op.Break, o == op.Continue, o == op.Declare, o == op.StoreReg, o == op.ParallelCopy:
			case (o == op.Store || o == op.Copy) && isLocal(f, f.Arg(i, 0)):
			case o == op.Call:
				switch callee := ssa.FuncID(f.IndexOf(i)); effects[callee] {
				case unknown:
					return unknown, callee
				case hasEffect:
					return hasEffect, 0
				}
			default:
				return hasEffect, 0
			}
		}
	}
	return hasNone, 0
}

// isLocal reports whether an address lies in a variable of the function.
func isLocal(f *ssa.Function, p ssa.Value) bool {
	p = rootOf(f, p)
	return f.Op(p) == op.DerefVar && f.VarOf(p).IsLocal()
}
