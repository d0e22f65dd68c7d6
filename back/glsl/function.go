package glsl

// This file writes functions.

import (
	"refract/back/text"
	"refract/ir"
)

const anyForm = text.AnyForm

// planOptions are what GLSL can do. The order in which operands are evaluated is
// not defined (section "Expressions").
var planOptions = text.PlanOptions{LazySelect: true, CopyParams: true, MaxDepth: 60}

func (w *Writer) functionDecl(id ir.FuncID) {
	o, f := &w.out, w.m.Func(id)
	options := planOptions
	options.Calls = &w.calls
	if err := w.plan.Make(w.m, f, options); err != nil {
		w.unsupported("a function whose statements nest so deeply", w.plan.Span())
		return
	}
	w.f, w.ex = f, &f.Exprs
	w.values = text.Cleared(w.values, f.ExprCount())
	w.args = text.Cleared(w.args, len(f.Args))
	w.locals = text.Cleared(w.locals, len(f.Locals))
	o.Blank()
	w.doc(f.Doc)
	if f == w.main {
		o.Str("void ")
		o.Declare(w.functions[id])
		o.Open()
		o.Str("()")
	} else {
		w.signature(id)
	}
	o.Space()
	// Parameters and the outermost declarations share a scope.
	o.Byte('{')
	o.Indent()
	length := o.Len()
	if f == w.main {
		w.lateZeros()
	}
	w.lines(w.plan.First(), f.Result == 0 || f == w.main)
	o.Outdent()
	if o.Len() != length {
		o.Line()
	}
	o.Byte('}')
	o.Close()
	o.End()
	w.f, w.ex = nil, &w.m.Consts
}

// signature writes the result, name and parameters of a function.
func (w *Writer) signature(id ir.FuncID) {
	o, f := &w.out, w.f
	w.span = f.Span
	if f.Result != 0 {
		w.typeName(f.Result)
	} else {
		o.Str("void")
	}
	o.Byte(' ')
	o.Declare(w.functions[id])
	o.Open()
	o.Byte('(')
	for i := range f.Args {
		a := &f.Args[i]
		if i > 0 {
			o.Comma()
		}
		t := a.Type
		if w.m.Types.At(t).Kind == ir.TypePointer {
			o.Str("inout ")
			t = w.m.Types.Pointee(t)
		}
		w.elementName(t)
		o.Byte(' ')
		w.args[i] = o.LocalName(wanted(a.Name), "arg")
		o.Declare(w.args[i])
		o.Bind(w.args[i])
		w.dimensions(t)
	}
	o.Byte(')')
}

// lateZeros clears the private variables that begin zero and are too long for an
// initial value.
func (w *Writer) lateZeros() {
	o := &w.out
	for i := 1; i < len(w.m.Globals); i++ {
		if g := &w.m.Globals[i]; w.use.globals[i] && w.isLateZero(g) {
			o.Line()
			o.Name(w.globals[i])
			o.Infix("=")
			w.zero(g.Type)
			o.Byte(';')
		}
	}
}
