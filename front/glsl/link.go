package glsl

// This file links the stages of a program: declarations with one name in several of them
// are one thing (section "Shader Interface Matching").

import (
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/parts"
	"refract/ir"
)

// Linked is another stage of a program.
type Linked struct {
	Name  string // of the file
	Text  string
	Stage ir.Stage // NoStage: by the name, else found as that of the first is

	within   bool        // it is of the same file
	includer pp.Includer // of such a stage
}

// stageRecord has the facts about a stage that linking needs.
type stageRecord struct {
	m         *ir.Module
	stage     ir.Stage
	ins, outs []linkVar
	bound     []boundResource
	uniforms  ir.GlobalID // those outside of blocks; 0: none
	vulkan    bool
	clip      clipMarks
	arrays    map[string]uint32 // lengths of arrays outside of blocks that are uniforms, inputs or outputs
	implicit  []string          // those without a size
	sizes     map[string]uint32 // at least these the arrays have
}

// recordStage notes the declarations that the stage shares with others.
func (c *checker) recordStage() {
	r := c.record
	r.m, r.stage = c.m, c.stage
	r.ins, r.outs = c.recordVars(c.io.ins), c.recordVars(c.io.outs)
	c.recordVariables(r)
	r.bound, r.vulkan = slices.Clone(c.blocks.bound), c.vulkan()
	r.uniforms, r.clip = c.uniforms.global, c.clipMarks()
}

// warnOfOrder warns of inputs or outputs between stages whose locations follow the order
// of their declarations, which the other stage may not keep.
func (c *checker) warnOfOrder() {
	list, other := c.io.outs, "fragment"
	if c.stage.Info().Inputs == ir.Varyings {
		list, other = c.io.ins, "vertex"
	}
	if c.stage == ir.StageCompute || c.opts.Standalone {
		return
	}
	var open []*ioVar
	for i := range list {
		if list[i].open && len(list[i].leaves) > 0 {
			open = append(open, &list[i])
		}
	}
	if len(open) < 2 {
		return
	}
	names := make([]string, len(open))
	for i, x := range open {
		names[i] = x.name
	}
	c.diags.Warnf(codeOrder, open[0].span, "%s have no locations: they get them in this order, which has to be that of the %s shader; link it, or give locations",
		strings.Join(names, ", "), other)
}

// readProgram reads a stage and those that are linked with it.
func (r *Reader) readProgram(m *ir.Module, src string, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	if !parts.Linker {
		diags.Errorf(codeUnsupported, diag.Span{}, "not supported: programs of several stages, which this build of the library doesn't link")
		return nil
	}
	stages := make([]stageRecord, 1+len(opts.Link))
	texts := []stageText{{src, base, opts}}
	own := new(diag.List)
	ok := r.read(m, src, base, opts, sources, own, &stages[0]) != nil
	diags.Join(inFile(own, base))
	for i := range opts.Link {
		x := &opts.Link[i]
		o, found := opts, new(diag.List)
		o.Stage = x.Stage
		if o.Stage == ir.NoStage {
			o.Stage = stageOfFile(x.Name)
		}
		at := base
		if x.within {
			o.Preprocessor.Includer = x.includer
		} else {
			at = sources.Add(x.Name, x.Text)
		}
		texts = append(texts, stageText{x.Text, at, o})
		ok = r.read(ir.NewModule(), x.Text, at, o, sources, found, &stages[i+1]) != nil && ok
		diags.Join(inFile(found, at)) // what is common to stages of one file is said once
	}
	if !ok {
		return nil
	}
	for i := range stages {
		sizes := stages[i].longer(stages)
		if sizes == nil {
			continue
		}
		again, x := stageRecord{sizes: sizes}, &texts[i]
		var said diag.List // what it says of the source is said already
		if r.read(ir.NewModule(), x.src, x.base, x.opts, sources, &said, &again) == nil {
			diags.Errorf(codeLink, diag.Span{}, "an array without a size can't be as long as in the other stage")
			return nil
		}
		if stages[i].m == m {
			*m, *again.m = *again.m, *m
			again.m = m
		}
		stages[i] = again
	}
	slices.SortStableFunc(stages, func(a, b stageRecord) int { return int(pipelineOrder[a.stage]) - int(pipelineOrder[b.stage]) })
	if !makeProgram(stages, diags) {
		return nil
	}
	if first := stages[0].m; first != m { // m is to be the whole
		k := slices.IndexFunc(stages, func(s stageRecord) bool { return s.m == m })
		*m, *first = *first, *m
		stages[0].m, stages[k].m = m, first
	}
	l := linker{stages: stages, diags: diags}
	if l.link(); diags.HasErrors() {
		return nil
	}
	return m
}

// inFile gives diagnostics without a position one in the file at base.
func inFile(list *diag.List, base uint32) *diag.List {
	for _, d := range list.Sorted() {
		if d.Span.IsZero() {
			d.Span = diag.Span{Start: base, End: base}
		}
	}
	return list
}

// pipelineOrder are the places of stages in a program; 0: in none.
var pipelineOrder = [...]uint8{
	ir.StageVertex: 1, ir.StageTessellationControl: 2, ir.StageTessellationEvaluation: 3, ir.StageGeometry: 4,
	ir.StageTask: 5, ir.StageMesh: 6, ir.StageFragment: 7, ir.StageCallable: 0,
}

// title is a stage's name in messages.
func title(s ir.Stage) string { return strings.ReplaceAll(s.String(), "_", " ") }

// makeProgram checks that stages, in order, make a program.
func makeProgram(stages []stageRecord, diags *diag.List) bool {
	has := func(list ...ir.Stage) bool {
		return slices.ContainsFunc(stages, func(s stageRecord) bool { return slices.Contains(list, s.stage) })
	}
	for i := range stages {
		if stages[i].m == nil || len(stages[i].m.EntryPoints) == 0 {
			diags.Errorf(codeEntryPoint, diag.Span{}, "a stage of a program needs a function main")
			return false
		}
	}
	for i := range stages {
		s := stages[i].stage
		span := stages[i].m.EntryPoints[0].Span
		switch {
		case pipelineOrder[s] == 0:
			diags.Errorf(codeLink, span, "a %s shader is not linked with others", title(s))
		case i > 0 && s == stages[i-1].stage:
			diags.Errorf(codeLink, span, "the program has two %s shaders", title(s))
		case (s == ir.StageMesh || s == ir.StageTask) && has(ir.StageVertex, ir.StageTessellationControl, ir.StageTessellationEvaluation, ir.StageGeometry):
			diags.Errorf(codeLink, span, "a program with a %s shader has no %s shader", title(s), title(stages[0].stage))
		case s == ir.StageTessellationControl && !has(ir.StageTessellationEvaluation):
			diags.Errorf(codeLink, span, "the program needs a tessellation evaluation shader, too")
		case s == ir.StageTask && !has(ir.StageMesh):
			diags.Errorf(codeLink, span, "the program needs a mesh shader, too")
		default:
			continue
		}
		return false
	}
	return true
}

// stageText is the source of a stage, and how it is read.
type stageText struct {
	src  string
	base uint32
	opts Options
}

// longer returns the sizes that other stages give to arrays that have none here and would
// be shorter: a program's array is as long as the longest index of all stages asks
// (section "Arrays").
func (r *stageRecord) longer(stages []stageRecord) (sizes map[string]uint32) {
	for _, name := range r.implicit {
		own := r.arrays[name]
		for i := range stages {
			if n := stages[i].arrays[name]; n > own {
				if sizes == nil {
					sizes = make(map[string]uint32)
				}
				sizes[name] = max(n, sizes[name])
			}
		}
	}
	return sizes
}
