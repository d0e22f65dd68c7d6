package spirv

// This file decides SPIR-V's requirements on uniform control flow. Derivatives, and samples
// with an implicit level, are undefined if control flow isn't uniform, but no error, and
// operations on the subgroup are for the active invocations; WGSL has an error for each
// unless the module turns the rule off. It is turned off if collective operations aren't
// known to stand in uniform control flow.

import (
	"slices"

	"refract/diag"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// together is the operations of a function that WGSL requires in uniform control flow.
type together struct {
	derivatives, groups bool
	returns             bool // from its middle
	halts               bool
	divides             bool
}

// allowNonUniform turns WGSL's rules off for a shader that they might find fault with.
func (r *reader) allowNonUniform() {
	s := r.s
	if !slices.ContainsFunc(s.Funcs[1:], mayBeCollective) {
		return
	}
	does := make([]together, len(s.Funcs))
	var all together
	for k, f := range s.Funcs {
		if f != nil {
			does[k] = doneBy(f)
			all.derivatives = all.derivatives || does[k].derivatives
			all.groups = all.groups || does[k].groups
			all.halts = all.halts || does[k].halts
			all.divides = all.divides || does[k].divides
		}
	}
	if !all.divides || !all.derivatives && !all.groups {
		return
	}
	apart := all
	if !all.halts {
		apart = together{}
		for again := true; again; { // what is called does it, too
			again = false
			for k, f := range s.Funcs {
				if f != nil && callees(f, does, &does[k]) {
					again = true
				}
			}
		}
		for k, f := range s.Funcs {
			switch {
			case f == nil:
			case does[k].returns:
				apart.derivatives, apart.groups = apart.derivatives || does[k].derivatives, apart.groups || does[k].groups
			default:
				apartIn(f, does, &apart)
			}
		}
	}
	for _, rule := range []struct {
		off  bool
		name string
	}{{apart.derivatives, "derivative_uniformity"}, {apart.groups, "subgroup_uniformity"}} {
		if rule.off {
			s.Module.Diagnostics = append(s.Module.Diagnostics, ir.DiagnosticFilter{Severity: diag.Off, Rule: rule.name})
		}
	}
}

// mayBeCollective is a quick no for functions that do nothing with other invocations.
func mayBeCollective(f *ssa.Function) bool {
	return f.MayHave(op.Derivative) || f.MayHave(op.Tex) || f.MayHave(op.Ballot) || f.MayHave(op.SubgroupGather) || f.MayHave(op.SubgroupCollective)
}

// doneBy is the operations of a function itself.
func doneBy(f *ssa.Function) (does together) {
	for b := range f.Blocks() {
		does.divides = does.divides || f.NextNode(b) != 0
		for i := range f.Instrs(b) {
			d, g := collective(f, i)
			does.derivatives, does.groups = does.derivatives || d, does.groups || g
			switch f.Op(i) {
			case op.Halt:
				does.halts = true
			case op.Return:
				does.returns = does.returns || b != f.ListLast(ssa.Body)
			}
		}
	}
	return does
}

// collective classifies the operations of an instruction with other invocations.
func collective(f *ssa.Function, i ssa.InstrID) (derivatives, groups bool) {
	switch f.Op(i) {
	case op.Derivative:
		return true, false
	case op.Tex:
		if ir.SampleLevel(f.Word(i, 0) & 15).IsImplicit() {
			return f.Word(i, 0)>>4&7 == 0, false
		}
	case op.Ballot, op.SubgroupGather, op.SubgroupCollective:
		return false, true
	}
	return false, false
}

// callees merges the effects of f's callees into f's own. It reports whether that is more.
func callees(f *ssa.Function, does []together, own *together) (more bool) {
	before := *own
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Call {
				own.derivatives = own.derivatives || does[f.Word(i, 0)].derivatives
				own.groups = own.groups || does[f.Word(i, 0)].groups
			}
		}
	}
	return *own != before
}

// apartIn notes the operations of a function in control flow that may not be uniform.
// Functions return at their end only.
func apartIn(f *ssa.Function, does []together, apart *together) {
	var d *analysis.DivergenceInfo
	for b := range f.Blocks() {
		if f.Parent(b) == 0 {
			continue
		}
		for i := range f.Instrs(b) {
			derivatives, groups := collective(f, i)
			if f.Op(i) == op.Call {
				derivatives, groups = does[f.Word(i, 0)].derivatives, does[f.Word(i, 0)].groups
			}
			if !derivatives && !groups {
				continue
			}
			if d == nil {
				d = analysis.FindDivergence(f, analysis.Grouping{Size: [3]uint32{64, 1, 1}, Lanes: 4})
			}
			if divided(f, d, b) {
				apart.derivatives, apart.groups = apart.derivatives || derivatives, apart.groups || groups
			}
		}
	}
}

// divided reports whether invocations may come to a block apart.
func divided(f *ssa.Function, d *analysis.DivergenceInfo, b ssa.NodeID) bool {
	for n := f.Parent(b); n != 0; n = f.Parent(n) {
		switch f.Kind(n) {
		case ssa.NodeIf, ssa.NodeSwitch:
			if d.OfCond(n) != analysis.UniformWorkgroup {
				return true
			}
		case ssa.NodeLoop:
			if d.Leave(n) != analysis.UniformWorkgroup || d.Continue(n) != analysis.UniformWorkgroup {
				return true
			}
		}
	}
	return false
}
