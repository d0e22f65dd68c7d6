package msl

// This file writes entry points: their inputs, outputs and resources.

import (
	"refract/internal/back"
	"refract/internal/ir/consteval"
	"refract/ir"
)

var stageWords = [...]string{ir.StageVertex: "vertex", ir.StageFragment: "fragment", ir.StageCompute: "kernel", ir.StageTask: "[[object]]", ir.StageMesh: "[[mesh]]"}

// entryPoint writes the function under way as entry point i.
func (w *Writer) entryPoint(i int, output *Output) {
	o, f := &w.Out, w.F
	e := &w.M.EntryPoints[i]
	if int(e.Stage) >= len(stageWords) || stageWords[e.Stage] == "" {
		w.Unsupported(back.StageFeature(e.Stage), e.Span)
		return
	}
	if back.GroupDerivatives(w.M, e, w.Unsupported) {
		return
	}
	w.start()
	input := w.inputDecl(e)
	w.outputDecl(e)
	w.meshDecls(i)
	places := w.assign(e)

	o.Blank()
	w.Doc(f.Doc)
	w.HeadDirective(f.Span)
	if e.EarlyDepth == ir.EarlyDepthForce {
		w.since(102, "early fragment tests", e.Span)
		o.Str("[[early_fragment_tests]]")
		if o.Compact() {
			o.Byte(' ')
		}
		o.Line()
	}
	w.patchAttribute(i)
	o.Str(stageWords[e.Stage])
	o.Byte(' ')
	switch {
	case w.outputs != 0:
		o.Name(w.outputs)
	case f.Result != 0:
		w.typeName(f.Result)
	default:
		o.Str("void")
	}
	o.Byte(' ')
	o.Declare(w.entries[i])
	o.Open()
	o.Byte('(')
	o.Indent()
	count := 0
	next := func() {
		if count > 0 {
			o.Byte(',')
		}
		count++
		o.Line()
	}
	if e.Stage == ir.StageTask || e.Stage == ir.StageMesh {
		next()
		w.meshParameter(i)
	}
	if input != 0 {
		next()
		o.Name(input)
		o.Byte(' ')
		w.input = w.declareLocal("in", "in")
		o.Str(" [[stage_in]]")
	}
	for j := range f.Args {
		a := &f.Args[j]
		switch a.Binding.Kind {
		case ir.BindLocation: // a member of input
			continue
		case ir.BindBuiltIn:
			if a.Binding.BuiltIn == ir.BuiltInHelperInvocation {
				continue // see helperThread
			}
			next()
			w.builtInParameter(i, e, j)
		case ir.NoBinding:
			next()
			w.typeName(a.Type)
			o.Byte(' ')
			w.Args[j] = w.declareLocal(a.Name, "in")
			o.Str(" [[stage_in]]")
		}
	}
	u := &w.uses[e.Function]
	for _, p := range places {
		if p.table == InlineTable || p.table == ArgumentTable {
			continue
		}
		next()
		switch p.table {
		case SizesTable:
			w.sizesParameter()
		case GroupTable:
			w.groupParameter(int(p.index2))
		default:
			w.parameter(p.global)
		}
		o.Str(" [[")
		o.Str(p.attribute())
		o.Byte('(')
		o.Uint(uint64(p.index))
		o.Str(")]]")
	}
	w.payloads(e, next)
	o.Outdent()
	if count > 0 {
		o.Line()
	}
	o.Byte(')')
	o.Space()
	w.functionBody(func() { w.prologue(u, places) }, func() {
		if w.meshOf(i) != 0 {
			w.meshEpilogue(i)
		}
	})

	reflected := EntryPoint{Name: e.Name, Stage: e.Stage, WorkgroupSize: w.defaultSize(e)}
	if len(places) > 0 {
		reflected.Resources = make([]Place, 0, len(places))
	}
	for _, p := range places {
		r := Place{Table: p.table, Index: p.index}
		if p.global != 0 {
			g := &w.M.Globals[p.global]
			r.Name, r.Binding = g.Name, g.Binding
			if table, location := w.tessTable(p.global); table != "" {
				r.Table, r.Binding.Group = table, location
			}
			r.Writable = g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0 ||
				w.M.Types.At(g.Type).Kind == ir.TypeImage && w.M.Types.At(g.Type).Access&ir.AccessWrite != 0
		}
		if p.table == GroupTable {
			r.Binding.Group = w.groups[p.index2].number
		}
		reflected.Resources = append(reflected.Resources, r)
	}
	output.EntryPoints = append(output.EntryPoints, reflected)
}

// defaultSize is the size of a workgroup if no override is set.
func (w *Writer) defaultSize(e *ir.EntryPoint) [3]uint32 {
	size := e.WorkgroupSize
	var eval consteval.Evaluator
	for i, c := range e.WorkgroupSizeExpr {
		if c == 0 {
			continue
		}
		eval.Start(w.M)
		if v, err := eval.Evaluate(c, nil); err == nil {
			n, _ := v.Integer()
			size[i] = uint32(n)
		}
	}
	return size
}

// prologue declares the memory that belongs to the entry point, and the values that it
// finds elsewhere than among its parameters.
func (w *Writer) prologue(u *uses, places []place) {
	o, m := &w.Out, w.M
	w.helperThread()
	w.perVertexValues()
	w.interpolants()
	for _, p := range places {
		switch p.table {
		case InlineTable:
			o.Line()
			w.inlineSampler(p)
			o.Byte(';')
		case ArgumentTable:
			o.Line()
			w.fromGroup(p)
			o.Byte(';')
		}
	}
	w.eachGlobal(u, func(id ir.GlobalID) {
		g := &m.Globals[id]
		switch g.Space {
		case ir.SpacePrivate:
			if w.interpolantOf(id) != nil {
				break
			}
			o.Line()
			w.typeName(g.Type)
			o.Byte(' ')
			w.Globals[id] = w.declareLocal(g.Name, "global")
			if g.Init != 0 {
				ex, body := w.Ex, w.Body
				w.Ex, w.Body = &m.Consts, false
				w.Out.Infix("=")
				w.initial(ir.ExprID(g.Init), g.Type)
				w.Ex, w.Body = ex, body
			}
			o.Byte(';')
		case ir.SpaceWorkgroup:
			o.Line()
			o.Str("threadgroup ")
			w.typeName(g.Type)
			o.Byte(' ')
			w.Globals[id] = w.declareLocal(g.Name, "global")
			o.Byte(';')
		}
	})
}

// helperThread declares the entry point's flag for being a helper: the function reads the
// present state, which a discard changes.
func (w *Writer) helperThread() {
	o := &w.Out
	for i := range w.F.Args {
		a := &w.F.Args[i]
		if a.Binding.Kind != ir.BindBuiltIn || a.Binding.BuiltIn != ir.BuiltInHelperInvocation {
			continue
		}
		w.since(203, "the built-in input helper_invocation", a.Span)
		o.Line()
		o.Str("bool ")
		w.Args[i] = w.declareLocal(a.Name, "helper")
		o.Str(" = simd_is_helper_thread();")
	}
}
