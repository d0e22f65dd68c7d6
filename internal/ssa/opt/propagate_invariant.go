package opt

// This file keeps the computation of an invariant output as it is written.
//
//	before                                   after
//	%1 = fmul %a, %b !contract               %1 = fmul %a, %b
//	%2 = fadd %1, %c !contract               %2 = fadd %1, %c
//	store @position, %2                      store @position, %2
//
// Two shaders that compute an output marked invariant by the same expressions must get the
// same number (WGSL 13.3.1, SPIR-V Invariant). So no operation that it depends on has
// freedom: the operations of its value, of values stored in memory that it is loaded from,
// and of the conditions under which it is computed.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PropagateInvariant takes floating-point freedom from the operations that invariant
// outputs depend on.
var PropagateInvariant = &pass.Pass{
	Name:      "propagate-invariant",
	Doc:       "operations that invariant outputs depend on lose their floating-point freedom",
	Replaces:  []string{"propagate_invariant"},
	Preserves: ssa.ControlFlow,
	Shader:    propagateInvariant,
}

// invariance finds the values that an entry point's invariant outputs depend on.
type invariance struct {
	f      *ssa.Function
	needed []bool
	nodes  []bool             // conditions that are needed
	memory map[ssa.VarID]bool // variables that something needed is loaded from; 0: of pointers from elsewhere
	work   []ssa.Value
}

func propagateInvariant(s *ssa.Shader) bool {
	found := false
	for k := range s.Vars {
		found = found || s.Vars[k].Mode == ssa.ModeShaderOut && s.Vars[k].IO.Invariant
	}
	exact := make([]bool, len(s.Funcs)) // functions of which all is needed
	results := make([]bool, len(s.Funcs))
	for k := range s.EntryPoints {
		id := s.EntryPoints[k].Function
		results[id] = hasInvariantResult(s.Funcs[id])
		found = found || results[id]
	}
	if !found {
		return false
	}
	changed := false
	for id, f := range s.Funcs {
		if f == nil {
			continue
		}
		x := invariance{f: f, needed: make([]bool, f.InstrCount()), nodes: make([]bool, f.NodeCount()), memory: map[ssa.VarID]bool{}}
		x.find(results[id])
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if !x.needed[i] {
					continue
				}
				changed = makeExact(f, i) || changed
				if f.Op(i) == op.Call {
					exact[f.Word(i, 0)] = true
				}
			}
		}
	}
	// The result of a call needs all that the function does, and its callees.
	for again := true; again; {
		again = false
		for id, f := range s.Funcs {
			if f == nil || !exact[id] {
				continue
			}
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					changed = makeExact(f, i) || changed
					if c := f.Word(i, 0); f.Op(i) == op.Call && !exact[c] {
						exact[c], again = true, true
					}
				}
			}
		}
	}
	return changed
}

// hasInvariantResult reports whether part of a function's result is invariant.
func hasInvariantResult(f *ssa.Function) bool {
	if f.ResultBinding.Invariant {
		return true
	}
	if f.Result == 0 {
		return false
	}
	if s := f.Shader.Module.StructOf(f.Result); s != nil {
		for k := range s.Members {
			if s.Members[k].Binding.Invariant {
				return true
			}
		}
	}
	return false
}

// makeExact takes an operation's freedom.
func makeExact(f *ssa.Function, i ssa.InstrID) bool {
	if f.FP(i) == 0 {
		return false
	}
	f.SetFP(i, 0)
	return true
}

// find marks the needed values, again as long as memory that is loaded from adds some.
func (x *invariance) find(result bool) {
	f := x.f
	for more := -1; more < len(x.memory); {
		more = len(x.memory)
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.Return:
					if result && f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
						x.result(f.Arg(i, 0))
					}
				case op.Declare:
					if x.memory[f.VarOf(i)] {
						x.effect(i)
					}
				case op.Store, op.Copy, op.Atomic:
					v := x.variable(f.Arg(i, 0))
					if x.memory[v] || v != 0 && f.Var(v).IO.Invariant {
						x.effect(i)
					}
				case op.Call:
					for k := range f.NumSrcs(i) {
						if v := f.Arg(i, k); v != 0 && f.Op(v).Class() == op.ClassDeref && x.memory[x.variable(v)] {
							x.effect(i)
						}
					}
				}
			}
		}
		x.spread()
	}
}

// variable is the variable that an address begins with; 0: a pointer from elsewhere.
func (x *invariance) variable(p ssa.Value) ssa.VarID {
	if r := rootOf(x.f, p); x.f.Op(r) == op.DerefVar {
		return x.f.VarOf(r)
	}
	return 0
}

// result marks the parts of a returned value.
func (x *invariance) result(v ssa.Value) {
	f := x.f
	s := f.Shader.Module.StructOf(f.Result)
	if f.Op(v) != op.Compose || s == nil {
		x.need(v)
		return
	}
	for k := range f.NumSrcs(v) {
		if s.Members[k].Binding.Invariant {
			x.need(f.Arg(v, k))
		}
	}
}

// need marks a value.
func (x *invariance) need(v ssa.Value) {
	if v != 0 && !x.needed[v] {
		x.needed[v] = true
		x.work = append(x.work, v)
	}
}

// effect marks an instruction that writes needed memory, and the conditions of reaching it.
func (x *invariance) effect(i ssa.InstrID) {
	x.need(i)
	x.conditions(x.f.Block(i))
}

// conditions marks the conditions of reaching a block.
func (x *invariance) conditions(b ssa.NodeID) {
	f := x.f
	for n := f.Parent(b); n != 0; n = f.Parent(n) {
		x.condition(n)
	}
}

// condition marks the condition of the way through a node.
func (x *invariance) condition(n ssa.NodeID) {
	f := x.f
	if x.nodes[n] {
		return
	}
	x.nodes[n] = true
	if f.Kind(n) != ssa.NodeLoop {
		x.need(f.Cond(n).Value)
		return
	}
	for _, b := range f.BlocksOf(n) { // what it is left by
		if j := f.Jump(b); j != 0 {
			x.conditions(b)
		}
	}
}

// spread marks the operands of marked values.
func (x *invariance) spread() {
	f := x.f
	for len(x.work) > 0 {
		i := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		for k := range f.NumSrcs(i) {
			x.need(f.Arg(i, k))
		}
		switch o := f.Op(i); {
		case o == op.Load || o == op.Atomic || o == op.Copy:
			x.memory[x.variable(f.Arg(i, f.NumSrcs(i)-1))] = true
			x.memory[x.variable(f.Arg(i, 0))] = true
		case o == op.Call:
			for k := range f.NumSrcs(i) {
				if v := f.Arg(i, k); v != 0 && f.Op(v).Class() == op.ClassDeref {
					x.memory[x.variable(v)] = true
				}
			}
		case o == op.Phi:
			b := f.Block(i)
			if n := f.PrevNode(b); n != 0 {
				x.condition(n)
			}
			if n := f.InnermostLoop(b); n != 0 {
				x.condition(n)
			}
			x.conditions(b)
		}
	}
}
