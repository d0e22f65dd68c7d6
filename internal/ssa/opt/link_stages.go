package opt

// This file links the entry points of a shader that are the stages of one pipeline.
//
//	before                                           after
//	func @vs() -> { location(0) location(1)          func @vs() -> { location(2) } {
//	    location(2) location(3) } {                    return compose %a
//	  return compose 1, %a, %a, %b                   }
//	}
//	func @fs(%k : f32 location(0),                   func @fs(%y : f32 location(2)) {
//	    %x : f32 location(1),                          %1 = fadd %y, %y
//	    %y : f32 location(2)) {                        %2 = fadd %1, 1
//	  %1 = fadd %x, %y
//	  %2 = fadd %1, %k
//	}
//
// Four things go through, from the last pair of stages to the first: an output and its input have the
// same precision; an input whose output is constant is the constant; of inputs whose outputs are equal
// one is read; outputs that nothing reads aren't written, and then their operands can go in the stage
// before. Outputs that
// transform feedback captures stay, and so do built-in values.
//
// Inputs and outputs are parameters and results of vertex and fragment entry points, and variables
// of other stages. An entry point that isn't part of the pipeline would miss outputs: the pass
// requires a module that is one pipeline.

import (
	"slices"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LinkStages links the stages of a pipeline.
var LinkStages = &pass.Pass{
	Name:      "link-stages",
	Doc:       "the entry points are one pipeline: outputs that the next stage doesn't read go, constants and equal outputs go through",
	Replaces:  []string{"linking_helpers"},
	Preserves: ssa.ControlFlow,
	Shader:    linkStages,
}

// linkOrder is the place of stages in a pipeline; 0: they are in none.
var linkOrder = [...]uint8{ir.StageVertex: 1, ir.StageTessellationControl: 2, ir.StageTessellationEvaluation: 3, ir.StageGeometry: 4,
	ir.StageTask: 5, ir.StageMesh: 6, ir.StageFragment: 7, ir.StageCallable: 0}

// A linkPart is an input or output at a location: a parameter, a result, a variable, or a member.
type linkPart struct {
	at     ir.Binding
	t      ir.TypeID // of one vertex
	index  int       // of the parameter; -1: a variable or the result
	v      ssa.VarID // 0: a parameter or the result
	member int       // -1: the whole
	passed bool      // an output: it is an input that the stage passes through
}

// A linkStage is an entry point with its inputs and outputs.
type linkStage struct {
	stage     ir.Stage
	f         *ssa.Function
	fns       []*ssa.Function // that it reaches
	ins, outs []linkPart
	passes    bool // it passes primitives through
}

func linkStages(s *ssa.Shader) bool {
	stages := pipelineOf(s)
	changed := false
	for k := len(stages) - 2; k >= 0; k-- {
		x := &linkPair{s: s, from: stages[k], to: stages[k+1]}
		changed = x.link() || changed
	}
	return changed
}

// pipelineOf lists the stages of the pipeline, or nothing if the entry points aren't one.
func pipelineOf(s *ssa.Shader) (list []*linkStage) {
	var seen [8]bool
	for k := range s.EntryPoints {
		e := &s.EntryPoints[k]
		n := linkOrder[e.Stage]
		if n == 0 || seen[n] {
			return nil
		}
		seen[n] = true
		list = append(list, &linkStage{stage: e.Stage, f: s.Funcs[e.Function], fns: reachedBy(s, e.Function)})
	}
	if seen[5] || seen[6] {
		for n := 1; n < 5; n++ {
			if seen[n] {
				return nil
			}
		}
	}
	slices.SortFunc(list, func(a, b *linkStage) int { return int(linkOrder[a.stage]) - int(linkOrder[b.stage]) })
	if len(list) > 0 && list[0].stage == ir.StageTask { // what it hands over is its payload
		list = list[1:]
	}
	for _, x := range list {
		x.passes = slices.ContainsFunc(x.fns, analysis.PassesPrimitive)
		x.collect(s)
	}
	return list
}

// reachedBy lists a function and its callees.
func reachedBy(s *ssa.Shader, id ssa.FuncID) (list []*ssa.Function) {
	for k, live := range s.ReachedFrom(id) {
		if live {
			list = append(list, s.Funcs[k])
		}
	}
	return list
}

// collect finds the inputs and outputs of a stage that have locations.
func (x *linkStage) collect(s *ssa.Shader) {
	x.ins, x.outs = nil, nil
	add := func(list *[]linkPart, b ir.Binding, t ir.TypeID, p linkPart) {
		if b.Kind == ir.BindLocation {
			p.at, p.t = b, t
			*list = append(*list, p)
		}
	}
	parts := func(list *[]linkPart, b ir.Binding, t ir.TypeID, p linkPart) {
		p.member = -1
		st := s.Module.StructOf(t)
		if st == nil || b.Kind != ir.NoBinding {
			add(list, b, t, p)
			return
		}
		for k := range st.Members {
			m := st.Members[k].Binding
			m.Patch, m.PerPrimitive = m.Patch || b.Patch, m.PerPrimitive || b.PerPrimitive
			p.member = k
			add(list, m, st.Members[k].Type, p)
		}
	}
	for k := range x.f.Params {
		parts(&x.ins, x.f.Params[k].Binding, x.f.Params[k].Type, linkPart{index: k})
	}
	if x.f.Result != 0 {
		parts(&x.outs, x.f.ResultBinding, x.f.Result, linkPart{index: -1})
	}
	known := make([]bool, len(s.Vars))
	for _, f := range x.fns {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.DerefVar || f.VarOf(i).IsLocal() || known[f.VarOf(i)] {
					continue
				}
				v := &s.Vars[f.VarOf(i)]
				known[f.VarOf(i)] = true
				if v.Mode&(ssa.ModeStageIn|ssa.ModeStageOut) == 0 {
					continue
				}
				list, t := &x.ins, v.Type
				if v.Mode == ssa.ModeStageOut {
					list = &x.outs
				}
				if ty := s.Module.Types.At(t); ty.Kind == ir.TypeArray && x.stage.Arrayed(v.Mode == ssa.ModeStageOut, v.IO.Patch) {
					t = ty.Base
				}
				parts(list, v.IO, t, linkPart{index: -1, v: f.VarOf(i)})
				if x.passes && v.Mode == ssa.ModeStageIn {
					x.collectPassed(s, f.VarOf(i), t)
				}
			}
		}
	}
}

// A linkPair is two neighbouring stages.
type linkPair struct {
	s        *ssa.Shader
	from, to *linkStage
}

func (x *linkPair) link() bool {
	changed := x.precisions()
	changed = x.constants() || changed
	changed = x.duplicates() || changed
	changed = x.unread() || changed
	if changed {
		x.from.collect(x.s)
		x.to.collect(x.s)
	}
	return changed
}

// precisions gives an output and its input one precision: reduced, if either has that. It reports
// whether any changed.
func (x *linkPair) precisions() bool {
	changed := false
	for k := range x.from.outs {
		out := &x.from.outs[k]
		in := x.input(out)
		if in == nil || out.at.Relaxed == in.at.Relaxed || x.outputs(in) != 1 {
			continue
		}
		for _, end := range [2]struct {
			stage *linkStage
			part  *linkPart
		}{{x.from, out}, {x.to, in}} {
			b := end.stage.bindingOf(x.s, end.part, end.stage == x.from)
			b.Relaxed, end.part.at.Relaxed = true, true
		}
		changed = true
	}
	return changed
}

// matches reports whether an input is an output, whole.
func (x *linkPair) matches(out, in *linkPart) bool {
	return out.at.Location == in.at.Location && out.at.Component == in.at.Component && out.at.Patch == in.at.Patch && out.at.PerPrimitive == in.at.PerPrimitive &&
		out.t == in.t && x.s.Module.Types.IsScalarOrVector(in.t) && out.at.Stream == 0
}

// overlaps reports whether an input reads an output or a part of it.
func (x *linkPair) overlaps(out, in *linkPart) bool {
	if out.at.Patch != in.at.Patch || out.at.PerPrimitive != in.at.PerPrimitive {
		return false
	}
	m := x.s.Module
	t := in.t
	if in.at.Interpolation == ir.InterpolatePerVertex {
		t = m.Types.At(t).Base
	}
	a, b := out.at.Location, in.at.Location
	if a >= b+m.Locations(t) || b >= a+m.Locations(out.t) {
		return false
	}
	if a != b || !m.Types.IsScalarOrVector(t) || !m.Types.IsScalarOrVector(out.t) || m.Types.ScalarOf(t).Bits() > 32 {
		return true
	}
	return out.at.Component < in.at.Component+uint8(m.Types.ComponentCount(t)) && in.at.Component < out.at.Component+uint8(m.Types.ComponentCount(out.t))
}

// input is the input that matches an output, if there is one alone.
func (x *linkPair) input(out *linkPart) *linkPart {
	var found *linkPart
	for k := range x.to.ins {
		if in := &x.to.ins[k]; x.overlaps(out, in) {
			if found != nil || !x.matches(out, in) {
				return nil
			}
			found = in
		}
	}
	return found
}

// unread removes outputs that the next stage doesn't read, and its inputs that nothing reads.
func (x *linkPair) unread() bool {
	changed := false
	var read []linkPart
	for _, in := range x.to.ins {
		if x.to.reads(&in) {
			read = append(read, in)
		}
	}
	var results []int
	for k := range x.from.outs {
		out := &x.from.outs[k]
		if out.at.Feedback.Captured || slices.ContainsFunc(read, func(in linkPart) bool { return x.overlaps(out, &in) }) {
			continue
		}
		if out.passed {
			changed = x.from.dropPassed(x.s, out) || changed
			continue
		}
		if out.v != 0 {
			changed = x.from.dropStores(out) || changed
			continue
		}
		results = append(results, out.member)
	}
	if len(results) > 0 {
		x.from.dropResults(x.s, results)
		x.from.collect(x.s)
		changed = true
	}
	for k := len(x.to.ins) - 1; k >= 0; k-- {
		in := &x.to.ins[k]
		if in.v != 0 || x.to.reads(in) || slices.ContainsFunc(x.from.outs, func(out linkPart) bool { return x.overlaps(&out, in) }) {
			continue
		}
		x.to.dropInput(x.s, in)
		changed = true
	}
	return changed
}
