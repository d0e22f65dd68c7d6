package clike

// This file writes statements: the lines of a plan.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// Lines writes the lines of a block, each on a new line of text.
func (w *Writer) Lines(first text.LineID) {
	for id := first; id != 0; {
		l := w.Plan.Line(id)
		id = l.Next
		if w.L.Silent != nil && w.L.Silent(l) {
			continue
		}
		w.LineDirective(l)
		w.Out.Line()
		w.Line(l)
	}
}

// Block writes a block in braces, a scope of its own.
func (w *Writer) Block(first text.LineID) {
	if first != 0 {
		if l := w.Plan.Line(first); l.Kind == text.LineBlock && l.Filters != 0 && l.Next == 0 {
			w.L.Filters(l)
			first = l.First
		}
	}
	w.Out.Begin()
	w.Lines(first)
	w.Out.Finished(first == 0)
}

// Line writes a line, which may be several lines of text.
func (w *Writer) Line(l *text.Line) {
	w.M.Meter.Step()
	w.Less = false
	if l.Stmt != 0 {
		w.Span = w.F.StmtSpan(l.Stmt)
	}
	if l.Filters != 0 {
		w.L.Filters(l)
	}
	if f := w.L.Line[l.Kind]; f != nil {
		f(l)
		return
	}
	if w.L.Loop != nil && (l.Kind == text.LineLoop || l.Kind == text.LineWhile || l.Kind == text.LineFor) {
		w.L.Loop(l)
	}
	switch l.Kind {
	case text.LineBlock:
		w.Block(l.First)
	case text.LineIf:
		w.ifLine(l)
	case text.LineSwitch:
		w.switchLine(l)
	case text.LineLoop:
		w.loopLine(l)
	case text.LineWhile:
		w.whileLine(l)
	case text.LineFor:
		w.forLine(l)
	default:
		w.Simple(l)
		w.Out.Byte(';')
	}
}

// Simple writes a statement that ends with a semicolon, without it.
func (w *Writer) Simple(l *text.Line) {
	if f := w.L.Simple[l.Kind]; f != nil {
		f(l)
		return
	}
	o := &w.Out
	switch l.Kind {
	case text.LineLet:
		name := o.LocalName(w.wanted(w.Plan.AuthorsName(l.Expr)), "t")
		w.let(name, l.Expr)
		w.Values[l.Expr] = name
	case text.LineGuard:
		name := o.LocalName("", "t")
		w.let(name, l.Expr)
		w.Guards[l.Guarded] = name
	case text.LineUnused:
		w.Expr(l.Expr, AnyForm)
	case text.LineVar:
		w.variable(l)
	case text.LineStore:
		v := w.F.Store(l.Stmt)
		w.Target(v.Pointer)
		w.Equals()
		w.Expr(v.Value, AnyForm)
	case text.LineCompound:
		w.Compound(l)
	case text.LineStep:
		w.Target(w.F.Store(l.Stmt).Pointer)
		if l.Op == ir.Add {
			o.Str("++")
		} else {
			o.Str("--")
		}
	case text.LineEffect:
		w.Operation(l.Stmt)
	case text.LineReturn:
		w.Return(l.Expr)
	case text.LineSimple:
		w.jump(l.Stmt)
	default:
		panic(w.L.Name + ": a line that is no simple statement")
	}
}

func (w *Writer) wanted(name string) string {
	if w.L.Wanted != nil {
		return w.L.Wanted(name)
	}
	return name
}

// let declares a name for a value.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	if w.L.Let != nil {
		w.L.Let(name, e)
		return
	}
	w.L.Declarator(w.F.TypeOf(e), name)
	if w.L.BindFirst {
		w.Out.Bind(name)
	}
	w.Equals()
	w.Spell(e)
	if !w.L.BindFirst {
		w.Out.Bind(name)
	}
}

func (w *Writer) variable(l *text.Line) {
	o := &w.Out
	local := &w.F.Locals[l.Local]
	w.Span = local.Span
	if w.L.Qualify != nil {
		w.L.Qualify(local)
	}
	name := o.LocalName(w.wanted(local.Name), "v")
	w.L.Declarator(local.Type, name)
	if w.L.BindFirst {
		o.Bind(name)
	}
	if l.Expr != 0 {
		w.Equals()
		if w.L.Initial != nil {
			w.L.Initial(l.Expr, local.Type)
		} else {
			w.Expr(l.Expr, AnyForm)
		}
	}
	if !w.L.BindFirst {
		o.Bind(name)
	}
	w.Locals[l.Local] = name
}

// Equals writes = before a value.
func (w *Writer) Equals() {
	if w.L.Templates && w.Out.Last() == '>' {
		w.Out.Byte(' ') // >= is one token
		w.Out.Byte('=')
		w.Out.Space()
		return
	}
	w.Out.Infix("=")
}

// Target spells the memory behind a pointer that is assigned to.
func (w *Writer) Target(ptr ir.ExprID) {
	if w.L.Target != nil {
		w.L.Target(ptr)
		return
	}
	w.Place(ptr)
}

// Compound writes a compound assignment.
func (w *Writer) Compound(l *text.Line) {
	o := &w.Out
	v := w.F.Store(l.Stmt)
	b := w.F.Binary(v.Value)
	w.Target(v.Pointer)
	o.Space()
	o.Str(w.L.Operators.Binary[l.Op].Text)
	o.Byte('=')
	o.Space()
	w.RightOperand(v.Value, b, w.Implied(v.Value, b), AnyForm)
}

// Return writes the return of a value, or of none.
func (w *Writer) Return(e ir.ExprID) {
	w.Out.Str("return")
	if e != 0 {
		w.Out.Byte(' ')
		w.Expr(e, AnyForm)
	}
}

func (w *Writer) jump(s ir.StmtID) {
	o := &w.Out
	switch k := w.F.StmtKind(s); k {
	case ir.StmtBreak:
		o.Str("break")
	case ir.StmtContinue:
		if w.L.Continue != nil {
			w.L.Continue(s)
			return
		}
		o.Str("continue")
	case ir.StmtDemote, ir.StmtTerminate:
		if w.L.Jump != nil {
			w.L.Jump(s)
			return
		}
		o.Str("discard")
		if k == ir.StmtTerminate {
			o.Byte(';')
			o.Line()
			o.Str("return")
			if w.F.Result != 0 {
				o.Byte(' ')
				w.L.Zero(w.F.Result)
			}
		}
	default:
		panic(w.L.Name + ": jump of kind " + k.String())
	}
}
