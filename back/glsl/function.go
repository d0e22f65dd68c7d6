package glsl

// This file writes functions.

import (
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

const anyForm = text.AnyForm

// planOptions are GLSL's abilities. The order of evaluation of operands is not defined
// (section "Expressions").
var planOptions = text.PlanOptions{LazySelect: true, CopyParams: true, MaxDepth: 60}

// Function writes a function.
func (w *Writer) Function(id ir.FuncID) {
	o, f := &w.Out, w.M.Func(id)
	options := planOptions
	options.Calls = &w.Calls
	if transform.HasCooperative(w.M) {
		options.OutResults = 1 << ir.StmtCooperative
	}
	if f.MayHaveStmt(ir.StmtPipeline) { // arrays that are read of hits
		options.OutResults |= 1 << ir.StmtPipeline
	}
	options.Initializers = w.isOld()
	w.indices = w.indices[:0]
	w.findPrecisions(f)
	options.Apart = w.precision.apart
	if !w.Enter(f, options) {
		return
	}
	w.Args = reuse.Zeroed(w.Args, len(f.Args))
	w.Locals = reuse.Zeroed(w.Locals, len(f.Locals))
	o.Blank()
	w.Doc(f.Doc)
	w.HeadDirective(f.Span)
	if f == w.main {
		o.Str("void ")
		o.Declare(w.Functions[id])
		o.Open()
		o.Str("()")
	} else {
		w.signature(id)
	}
	o.Space()
	w.CloseFunction(func() {
		if f == w.main {
			w.lateZeros()
		}
		w.body(w.Plan.First(), f.Result == 0 || f == w.main)
		if f.Result != 0 && f != w.main && !returns(f, f.Body) {
			o.Line()
			o.Str("return ")
			w.zero(f.Result)
			o.Byte(';')
		}
	})
	w.Leave()
}

// signature writes the result, name and parameters of a function.
func (w *Writer) signature(id ir.FuncID) {
	o, f := &w.Out, w.F
	w.Span = f.Span
	if f.Result != 0 && w.holdsArray(f.Result) {
		w.require(arrayValues, f.Span)
	}
	w.relaxed(f.Result != 0 && f.ResultBinding.Relaxed, f.Result)
	w.OpenFunction(id)
	for i := range f.Args {
		a := &f.Args[i]
		if i > 0 {
			o.Comma()
		}
		t := a.Type
		if w.M.Types.At(t).Kind == ir.TypePointer {
			t = w.M.Types.Pointee(t)
			if !w.M.HoldsRayObject(t) { // parameters of these are references
				o.Str("inout ")
			}
		}
		w.relaxed(a.Binding.Relaxed, t)
		w.elementName(t)
		o.Byte(' ')
		w.Args[i] = o.LocalName(wanted(a.Name), "arg")
		o.Declare(w.Args[i])
		o.Bind(w.Args[i])
		w.dimensions(t)
	}
	o.Byte(')')
}

// lateZeros clears the private variables that begin zero and are too long for an
// initial value.
func (w *Writer) lateZeros() {
	if w.isOld() {
		w.oldInitials()
		return
	}
	o := &w.Out
	for i := 1; i < len(w.M.Globals); i++ {
		if g := &w.M.Globals[i]; w.use.globals[i] && g.Space == ir.SpacePrivate && w.isSpecialized(g.Type) {
			w.assignZero(g.Type, func() { o.Name(w.Globals[i]) })
		} else if w.use.globals[i] && w.isLateZero(g) && !w.M.HoldsRayObject(g.Type) {
			o.Line()
			o.Name(w.Globals[i])
			o.Infix("=")
			w.zero(g.Type)
			o.Byte(';')
		}
	}
}
