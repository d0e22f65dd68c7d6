package opt

// This file removes functions that nothing calls.
//
//	before              after
//	fn unused() { }     fn main() { }
//	fn main() { }
//
// Entry points stay, and what they call.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DeadFunctions removes functions that no entry point reaches; of a shader
// without entry points, none.
var DeadFunctions = &pass.Pass{
	Name:      "dead-functions",
	Doc:       "functions that no entry point reaches are removed",
	Preserves: ssa.AllAnalyses,
	Shader:    deadFunctions,
}

func deadFunctions(s *ssa.Shader) bool {
	if len(s.EntryPoints) == 0 {
		return false
	}
	live := make([]bool, len(s.Funcs))
	var work []ssa.FuncID
	need := func(id ssa.FuncID) {
		if !live[id] {
			live[id] = true
			work = append(work, id)
		}
	}
	for _, e := range s.EntryPoints {
		need(e.Function)
	}
	calls := func(f *ssa.Function, fn func(i ssa.InstrID)) {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Call {
					fn(i)
				}
			}
		}
	}
	for len(work) > 0 {
		f := s.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		calls(f, func(i ssa.InstrID) { need(ssa.FuncID(f.Word(i, 0))) })
	}
	number := make([]ssa.FuncID, len(s.Funcs))
	kept := s.Funcs[:1]
	for id, f := range s.Funcs[1:] {
		if live[id+1] {
			number[id+1] = ssa.FuncID(len(kept))
			kept = append(kept, f)
		}
	}
	if len(kept) == len(live) {
		return false
	}
	s.Funcs = kept
	for _, f := range kept[1:] {
		calls(f, func(i ssa.InstrID) { f.SetWords(i, [2]uint32{uint32(number[f.Word(i, 0)])}) })
	}
	for k := range s.EntryPoints {
		s.EntryPoints[k].Function = number[s.EntryPoints[k].Function]
	}
	return true
}
