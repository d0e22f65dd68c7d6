package msl

// This file writes functions, and the heads of entry points.

import (
	"refract/back/text"
	"refract/diag"
	"refract/ir"
)

// planOptions are what Metal can do. Operands are evaluated in any order, as C++
// leaves it open.
var planOptions = text.PlanOptions{LazySelect: true, MaxDepth: 60}

// functionDecls writes a function: once for each entry point that it is, or once.
func (w *Writer) functionDecls(id ir.FuncID, output *Output) {
	f := w.m.Func(id)
	options := planOptions
	options.Calls = &w.calls
	if err := w.plan.Make(w.m, f, options); err != nil {
		w.unsupported("a function whose statements nest so deeply", w.plan.Span())
		return
	}
	w.f, w.ex, w.body = f, &f.Exprs, true
	w.values = text.Cleared(w.values, f.ExprCount())
	isEntry := false
	for i := range w.m.EntryPoints {
		if ep := &w.m.EntryPoints[i]; ep.Function == id {
			w.entryPoint(i, output)
			isEntry = true
		}
	}
	if !isEntry {
		w.function(id)
	}
	w.f, w.ex, w.body = nil, &w.m.Consts, false
}

// start makes room for the names of a function.
func (w *Writer) start() {
	w.args = text.Cleared(w.args, len(w.f.Args))
	if cap(w.stageIn) < len(w.f.Args) {
		w.stageIn = make([]string, len(w.f.Args))
	}
	w.stageIn = w.stageIn[:len(w.f.Args)]
	clear(w.stageIn)
	w.locals = text.Cleared(w.locals, len(w.f.Locals))
	w.globals = text.Cleared(w.globals, len(w.m.Globals))
	w.sizes, w.input, w.outputs = 0, 0, 0
}

// declareLocal declares a name that is visible to the end of the function.
func (w *Writer) declareLocal(want, otherwise string) text.Name {
	n := w.out.LocalName(want, otherwise)
	w.out.Declare(n)
	w.out.Bind(n)
	return n
}

func (w *Writer) function(id ir.FuncID) {
	o, f := &w.out, w.f
	w.start()
	o.Blank()
	w.doc(f.Doc)
	if f.Result != 0 {
		w.typeName(f.Result)
	} else {
		o.Str("void")
	}
	o.Byte(' ')
	o.Declare(w.functions[id])
	o.Open()
	o.Byte('(')
	some := false
	comma := func() {
		if some {
			o.Comma()
		}
		some = true
	}
	for i := range f.Args {
		comma()
		a := &f.Args[i]
		t := w.m.Types.At(a.Type)
		if t.Kind != ir.TypePointer {
			w.typeName(a.Type)
			o.Byte(' ')
		} else {
			w.reference(t.Base, t.Space, t.Access, a.Span)
		}
		w.args[i] = w.declareLocal(a.Name, "arg")
	}
	u := &w.uses[id]
	w.eachGlobal(u, func(g ir.GlobalID) {
		comma()
		w.parameter(g)
	})
	if u.sizes {
		comma()
		w.sizesParameter()
	}
	o.Byte(')')
	o.Space()
	w.functionBody(nil)
}

// functionBody writes the body, whose declarations share the scope of the
// parameters; ahead writes what comes first.
func (w *Writer) functionBody(ahead func()) {
	o := &w.out
	o.Byte('{')
	o.Indent()
	at := o.Len()
	if ahead != nil {
		ahead()
	}
	w.lines(w.plan.First())
	empty := o.Len() == at
	o.Outdent()
	if !empty {
		o.Line()
	}
	o.Byte('}')
	o.Close()
	o.End()
}

// eachGlobal calls do for the globals that are parameters.
func (w *Writer) eachGlobal(u *uses, do func(ir.GlobalID)) {
	for i := 1; i < len(w.m.Globals); i++ {
		if u.has(ir.GlobalID(i)) {
			do(ir.GlobalID(i))
		}
	}
}

// global spells a global, which is a parameter or variable of the function.
func (w *Writer) global(g ir.GlobalID) { w.out.Name(w.globals[g]) }

// reference writes the beginning of the declaration of a reference.
func (w *Writer) reference(t ir.TypeID, space ir.AddressSpace, access ir.AccessMode, span diag.Span) {
	o := &w.out
	switch space {
	case ir.SpaceFunction, ir.SpacePrivate:
		o.Str("thread ")
	case ir.SpaceWorkgroup:
		o.Str("threadgroup ")
	case ir.SpaceUniform, ir.SpaceImmediate:
		o.Str("constant ")
	case ir.SpaceStorage:
		o.Str("device ")
		if access&ir.AccessWrite == 0 {
			o.Str("const ")
		}
	default:
		w.unsupported(space.String()+" memory", span)
		return
	}
	w.typeName(t)
	if w.m.Types.At(t).IsRuntimeSized() {
		o.Str("* ")
	} else {
		o.Str("& ")
	}
}

// parameter declares a global as a parameter.
func (w *Writer) parameter(id ir.GlobalID) {
	g := &w.m.Globals[id]
	if g.Space == ir.SpaceHandle || w.m.Types.At(g.Type).Kind == ir.TypeBindingArray {
		w.typeName(g.Type)
		w.out.Byte(' ')
	} else {
		w.checkGlobal(g)
		w.reference(g.Type, g.Space, g.Access, g.Span)
	}
	w.globals[id] = w.declareLocal(g.Name, "global")
}

// checkGlobal refuses a buffer whose elements lie otherwise than in Metal; structs
// were looked at when they were declared.
func (w *Writer) checkGlobal(g *ir.Global) {
	switch g.Space {
	case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate:
		if !w.fits(g.Type, g.Layout, 0) {
			w.unsupported("the layout of "+g.Name, g.Span)
		}
	}
}

func (w *Writer) sizesParameter() {
	o := &w.out
	o.Str("constant ")
	o.Name(w.sizesType)
	o.Str("& ")
	w.sizes = w.declareLocal("buffer_sizes", "")
}
