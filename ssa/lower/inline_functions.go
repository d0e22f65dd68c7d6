package lower

// This file replaces calls by the bodies of the functions that they call.
//
//	before                      after
//	fn sq(x) {                  %3 = fmul %2, %2
//	  %1 = fmul %x, %x          store %p, %3
//	  return %1
//	}
//	%3 = call sq(%2)
//	store %p, %3
//
// Callees are done first, so that a body is copied once it has no calls. Local
// variables of the callee become the caller's, fresh at each call. Functions must
// return at their end only.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// InlineFunctions replaces all calls by bodies.
var InlineFunctions = &pass.Pass{
	Name:        "inline-functions",
	Doc:         "calls become the bodies of what they call",
	Replaces:    []string{"inline_functions"},
	Requires:    pass.OneReturn,
	Establishes: pass.NoCalls,
	Shader:      func(s *ssa.Shader) bool { return inlineFunctions(s, nil) },
}

// InlineSmall replaces calls where that costs little: of functions that are
// called once, and of small ones. Functions that return early stay as they are,
// so that it asks for nothing of the shader.
var InlineSmall = &pass.Pass{
	Name: "inline-small",
	Doc:  "calls of functions that are small or called once, and return at their end only, become their bodies",
	Shader: func(s *ssa.Shader) bool {
		calls := make([]int, len(s.Funcs))
		for _, f := range s.Funcs[1:] {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.Call {
						calls[f.Word(i, 0)]++
					}
				}
			}
		}
		return inlineFunctions(s, func(callee ssa.FuncID) bool {
			return calls[callee] == 1 || s.Funcs[callee].InstrCount() <= smallFunction
		})
	},
}

// smallFunction is how many instructions a function may have that is copied to
// each place that calls it.
const smallFunction = 48

// maxInlined bounds the instructions of a function that has others in it; calls
// beyond that stay.
const maxInlined = 1 << 18

// inlineFunctions replaces the calls of functions that wanted takes; nil takes
// all.
func inlineFunctions(s *ssa.Shader, wanted func(ssa.FuncID) bool) bool {
	done := make([]bool, len(s.Funcs))
	changed := false
	var visit func(id ssa.FuncID)
	visit = func(id ssa.FuncID) {
		if done[id] {
			return
		}
		done[id] = true
		f := s.Funcs[id]
		var calls []ssa.InstrID
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Call {
					calls = append(calls, i)
				}
			}
		}
		for _, i := range calls {
			callee := ssa.FuncID(f.Word(i, 0))
			visit(callee)
			if wanted != nil && !wanted(callee) {
				continue
			}
			if f.InstrCount()+s.Funcs[callee].InstrCount() < maxInlined && !returnsEarly(s.Funcs[callee]) {
				inlineCall(f, i, s.Funcs[callee])
				changed = true
			}
		}
	}
	for id := range s.Funcs[1:] {
		visit(ssa.FuncID(id + 1))
	}
	return changed
}

// inlineCall replaces one call.
func inlineCall(f *ssa.Function, call ssa.InstrID, g *ssa.Function) {
	c := ssa.NewCopier(g, f)
	c.Vars = make([]ssa.VarID, len(g.Vars))
	declared := make([]bool, len(g.Vars))
	for v := range g.Vars[1:] {
		c.Vars[v+1] = f.AddVar(g.Vars[v+1])
	}
	c.Regs = make([]ssa.RegID, len(g.Regs))
	for r := range g.Regs[1:] {
		c.Regs[r+1] = f.AddReg(g.Regs[r+1])
	}
	f.Relax(g.Diagnostics)
	l := c.List(ssa.Body)
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			switch g.Op(i) {
			case op.Param:
				f.ReplaceUses(c.Values[i], f.Arg(call, g.IndexOf(i)))
				f.Remove(c.Values[i])
			case op.Declare:
				declared[g.VarOf(i)&^ssa.LocalVar] = true
			}
		}
	}
	for v := range g.Vars[1:] {
		if !declared[v+1] {
			b := f.BuildBefore(call)
			i := b.Instr(op.Declare, 0)
			f.SetWords(i, [2]uint32{uint32(c.Vars[v+1])})
		}
	}
	var result ssa.Value
	last := f.ListLast(l)
	if j := f.Jump(last); j != 0 && f.Op(j) == op.Return {
		if f.NumSrcs(j) > 0 {
			result = f.Arg(j, 0)
		}
		f.RemoveJump(last)
	}
	f.Insert(f.BeforeInstr(call), l)
	if f.Op(call) == op.Invalid {
		return // the body never comes back
	}
	if f.HasUses(call) {
		if result == 0 {
			result = f.Undef(f.Type(call))
		}
		if name := f.NameOf(call); name != "" && f.NameOf(result) == "" {
			f.SetName(result, name)
		}
		f.ReplaceUses(call, result)
	}
	f.Remove(call)
}

// returnsEarly reports whether a function returns elsewhere than at its end.
func returnsEarly(f *ssa.Function) bool {
	last := f.ListLast(ssa.Body)
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return && b != last {
			return true
		}
	}
	return false
}
