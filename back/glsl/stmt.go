package glsl

// This file writes the statements that GLSL spells otherwise than other languages.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// body writes the lines of a function. end is set if a last return needn't be written.
func (w *Writer) body(first text.LineID, end bool) {
	for id := first; id != 0; {
		l := w.Plan.Line(id)
		id = l.Next
		last := end && id == 0 && l.Kind == text.LineReturn
		if w.isSilent(l) || last && l.Expr == 0 {
			continue
		}
		w.LineDirective(l)
		w.Out.Line()
		w.last = last
		w.Line(l)
		w.last = false
	}
}

// isSilent reports whether a line isn't written: one that names the result of main, which
// is written part by part, or emits the input primitive.
func (w *Writer) isSilent(l *text.Line) bool {
	return l.Kind == text.LineLet && w.F == w.main && w.use.outputs[l.Expr] || w.isPass(l)
}

func (w *Writer) returnLine(l *text.Line) {
	if l.Expr == 0 || w.F != w.main {
		w.Return(l.Expr)
		w.Out.Byte(';')
		return
	}
	last := w.last
	w.writeOutputs(l.Expr)
	if !last {
		w.Out.Line()
		w.Out.Str("return;")
	}
}

// declarator writes a type and the name that is declared with it.
func (w *Writer) declarator(t ir.TypeID, name text.Name) {
	w.elementName(t)
	w.Out.Byte(' ')
	w.Out.Declare(name)
	w.dimensions(t)
}

// jump writes a statement that ends an invocation, or makes it a helper.
func (w *Writer) jump(s ir.StmtID) {
	if w.F.StmtKind(s) == ir.StmtTerminate {
		if !w.entry.Stage.Info().Discards { // an operation before has ended the invocation
			w.Out.Str("return")
			if w.F != w.main && w.F.Result != 0 {
				w.Out.Byte(' ')
				w.zero(w.F.Result)
			}
			return
		}
		w.Out.Str("discard")
		return
	}
	w.require(demotion, w.F.StmtSpan(s))
	w.Out.Str("demote")
}
