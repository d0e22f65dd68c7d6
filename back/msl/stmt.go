package msl

// This file writes the statements that Metal spells otherwise than other languages.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// declarator writes a type and the name that is declared with it.
func (w *Writer) declarator(t ir.TypeID, name text.Name) {
	w.typeName(t)
	w.Out.Byte(' ')
	w.Out.Declare(name)
}

func (w *Writer) unused(l *text.Line) {
	w.Out.Str("(void)")
	w.Expr(l.Expr, text.Forms(text.Primary|text.Prefix))
}

func (w *Writer) store(l *text.Line) {
	v := w.F.Store(l.Stmt)
	if w.IsAtomic(v.Pointer) {
		w.atomicCall(atomicStoreWord, v.Pointer, v.Value)
		return
	}
	w.target(v.Pointer)
	w.Out.Infix("=")
	w.Expr(v.Value, anyForm)
}

// compound writes a compound assignment; packed vectors have none, and floats no %=.
func (w *Writer) compound(l *text.Line) {
	v := w.F.Store(l.Stmt)
	if l.Op == ir.Rem && w.M.Types.ScalarOf(w.F.TypeOf(v.Value)).IsFloat() || w.keepsPadding(v.Pointer) {
		w.target(v.Pointer)
		w.Out.Infix("=")
		w.Spell(v.Value)
		return
	}
	w.Compound(l)
}

func (w *Writer) returnLine(l *text.Line) {
	if l.Expr == 0 || w.outputs == 0 {
		w.Return(l.Expr)
		return
	}
	w.Out.Str("return ")
	w.Out.Name(w.outputs)
	w.Out.Str(" { ")
	w.Expr(l.Expr, anyForm)
	w.Out.Str(" }")
}

// initial writes the value of a declaration.
func (w *Writer) initial(e ir.ExprID, t ir.TypeID) {
	if k := w.M.Types.At(t).Kind; w.Ex.Kind(e) == ir.KindZeroValue && (k == ir.TypeArray || k == ir.TypeStruct) {
		w.Out.Str("{}")
		return
	}
	w.Expr(e, anyForm)
}

// jump writes a statement that ends an invocation, or makes it a helper.
func (w *Writer) jump(s ir.StmtID) {
	o := &w.Out
	o.Word(discardWord)
	o.Str("()")
	if w.F.StmtKind(s) == ir.StmtDemote {
		return
	}
	o.Byte(';')
	o.Line()
	o.Str("return")
	if w.F.Result == 0 {
		return
	}
	o.Byte(' ')
	if w.outputs != 0 {
		o.Name(w.outputs)
		o.Str(" {}")
		return
	}
	w.zero(w.F.Result)
}
