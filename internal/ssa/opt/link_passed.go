package opt

// This file links geometry stages that pass primitives through: an input that is passed is an output at the
// same place, too, and one that the next stage doesn't read is passed no longer.
//
//	before                              after
//	@in : array<f32, 3> input           pipeline pass_primitive @gl_in
//	    location(1) passthrough
//	pipeline pass_primitive @gl_in, @in

import (
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// isPassPrimitive reports whether an instruction passes a primitive through.
func isPassPrimitive(f *ssa.Function, i ssa.InstrID) bool {
	return i != 0 && f.Op(i) == op.Pipeline && ir.PipelineOp(f.Field(i, "op")) == ir.PassPrimitive
}

// collectPassed finds the outputs that an input with values of this type is.
func (x *linkStage) collectPassed(s *ssa.Shader, v ssa.VarID, t ir.TypeID) {
	at := s.Vars[v].IO
	st := s.Module.StructOf(t)
	if st == nil || at.Kind != ir.NoBinding {
		if at.Kind == ir.BindLocation && at.Passthrough {
			x.outs = append(x.outs, linkPart{at: at, t: t, index: -1, v: v, member: -1, passed: true})
		}
		return
	}
	for k := range st.Members {
		if m := &st.Members[k]; m.Binding.Kind == ir.BindLocation && m.Binding.Passthrough {
			x.outs = append(x.outs, linkPart{at: m.Binding, t: m.Type, index: -1, v: v, member: k, passed: true})
		}
	}
}

// isPassed reports whether a variable is an operand of an operation that passes primitives through.
func (x *linkStage) isPassed(v ssa.VarID) bool {
	return x.passes && slices.ContainsFunc(x.fns, func(f *ssa.Function) bool {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if !isPassPrimitive(f, i) {
					continue
				}
				for k := range f.NumSrcs(i) {
					if f.VarOf(f.Arg(i, k)) == v {
						return true
					}
				}
			}
		}
		return false
	})
}

// dropPassed makes an input that is passed through a plain one. The operation needs one operand at least.
func (x *linkStage) dropPassed(s *ssa.Shader, p *linkPart) bool {
	v := &s.Vars[p.v]
	if p.member >= 0 {
		t := v.Type
		if ty := s.Module.Types.At(t); ty.Kind == ir.TypeArray {
			t = ty.Base
		}
		if !x.isAlone(s, p.v, t) {
			return false
		}
		members := s.Module.StructOf(t).Members
		others := func(k int) bool { return k != p.member && members[k].Binding.Passthrough }
		for k := range members {
			if others(k) {
				members[p.member].Binding.Passthrough = false
				return true
			}
		}
		if !x.dropOperand(p.v) {
			return false
		}
		members[p.member].Binding.Passthrough = false
		return true
	}
	if !x.dropOperand(p.v) {
		return false
	}
	v.IO.Passthrough = false
	return true
}

// isAlone reports whether a variable is the only one with a block of a type, or arrays of it.
func (x *linkStage) isAlone(s *ssa.Shader, v ssa.VarID, block ir.TypeID) bool {
	for k := range s.Vars {
		t := s.Vars[k].Type
		if ty := s.Module.Types.At(t); ty.Kind == ir.TypeArray {
			t = ty.Base
		}
		if t == block && ssa.VarID(k) != v {
			return false
		}
	}
	return true
}

// dropOperand takes a variable from the operations that pass primitives through; false: one has no other.
func (x *linkStage) dropOperand(v ssa.VarID) bool {
	type operation struct {
		f *ssa.Function
		i ssa.InstrID
	}
	var list []operation
	for _, f := range x.fns {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if !isPassPrimitive(f, i) {
					continue
				}
				if f.NumSrcs(i) < 2 {
					return false
				}
				list = append(list, operation{f, i})
			}
		}
	}
	for _, o := range list {
		var kept []ssa.Src
		for k := range o.f.NumSrcs(o.i) {
			if o.f.VarOf(o.f.Arg(o.i, k)) != v {
				kept = append(kept, o.f.Src(o.i, k))
			}
		}
		b := o.f.BuildBefore(o.i)
		b.Span = o.f.SpanOf(o.i)
		words := o.f.Words(o.i)
		o.f.SetWords(b.Instr(op.Pipeline, 0, kept...), words)
		o.f.Remove(o.i)
	}
	return true
}
