package wgsl

// This file writes statements: the lines of a plan.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// filters writes the diagnostic filters of a line before it. Statements of wgpu have none.
func (w *Writer) filters(l *text.Line) {
	if w.opts.WGPU {
		return
	}
	list := w.M.Filters[l.Filters]
	for i := range list {
		w.filter(&list[i])
		if i < len(list)-1 || l.Kind == text.LineBlock {
			w.Out.Space()
		} else {
			w.Out.Line()
		}
	}
}

// isKnownRule reports whether a diagnostic filter names a rule of the implementation: wgpu
// knows derivative_uniformity alone.
func (w *Writer) isKnownRule(d *ir.DiagnosticFilter) bool {
	return !w.opts.WGPU || d.Rule == "derivative_uniformity"
}

// filter writes an attribute that sets a diagnostic filter.
func (w *Writer) filter(d *ir.DiagnosticFilter) {
	o := &w.Out
	o.Str("@diagnostic(")
	o.Str(d.Severity.String())
	o.Comma()
	o.Str(d.Rule)
	o.Byte(')')
}

func (w *Writer) unused(l *text.Line) {
	w.Out.Byte('_')
	w.Equals()
	w.Expr(l.Expr, anyForm)
}

func (w *Writer) store(l *text.Line) {
	v := w.F.Store(l.Stmt)
	if w.IsAtomic(v.Pointer) {
		w.Out.Word(atomicStoreWord)
		w.Arguments(0, v.Pointer, v.Value)
		return
	}
	w.target(v.Pointer)
	w.Equals()
	if w.opts.Terse && w.F.Kind(v.Value) == ir.KindLiteral && !w.IsNamed(v.Value) && w.bare(v.Value) {
		return
	}
	w.Expr(v.Value, anyForm)
}

// target spells the memory behind a pointer that is assigned to.
func (w *Writer) target(ptr ir.ExprID) { w.place(ptr, unary) }

// effect writes a call or another operation; a result that must be used is assigned to
// nothing.
func (w *Writer) effect(l *text.Line) {
	if w.mustUse(l.Stmt) {
		w.Out.Byte('_')
		w.Equals()
	}
	w.Operation(l.Stmt)
}

// let writes a let-declaration.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	o := &w.Out
	o.Str("let ")
	o.Declare(name)
	if t := w.F.TypeOf(e); w.opts.ExplicitTypes && w.hasName(t) {
		w.colon(t)
	}
	w.Equals()
	w.splatZeros = len(w.M.Overrides) > 1
	w.Spell(e)
	w.splatZeros = false
	o.Bind(name)
}

func (w *Writer) variable(l *text.Line) {
	o := &w.Out
	local := &w.F.Locals[l.Local]
	name := o.LocalName(local.Name, "v")
	o.Str("var ")
	o.Declare(name)
	// A variable without an initializer begins as zero, in each iteration of a loop;
	// Dawn and wgpu forget that in all iterations but the first.
	named, again := w.hasName(local.Type), w.Loops > 0
	zero := l.Expr == 0 && again && !w.M.HoldsRayObject(local.Type)
	initial := zero || l.Expr != 0 && (w.F.Kind(l.Expr) != ir.KindZeroValue || !named || again)
	if !initial || w.opts.ExplicitTypes && named {
		w.colon(local.Type)
	}
	if initial {
		w.Equals()
		if zero {
			w.zero(local.Type)
		} else {
			w.Expr(l.Expr, anyForm)
		}
	}
	o.Bind(name)
	w.Locals[l.Local] = name
}

func (w *Writer) loopLine(l *text.Line) {
	o := &w.Out
	o.Str("loop")
	o.Space()
	o.Begin()
	w.Loops++
	w.Lines(l.First)
	if l.Second != 0 || l.Expr != 0 {
		o.Line()
		o.Str("continuing")
		o.Space()
		o.BeginPart()
		w.Lines(l.Second)
		if l.Expr != 0 {
			o.Line()
			w.Less = false
			o.Str("break if ")
			w.Expr(l.Expr, anyForm)
			o.Byte(';')
		}
		o.Finished(false)
	}
	w.Loops--
	o.Finished(l.First|l.Second == 0 && l.Expr == 0)
}
