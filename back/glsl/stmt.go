package glsl

// This file writes statements: the lines of a plan.

import (
	"refract/back/text"
	"refract/ir"
)

// lines writes the lines of a block, each on a new line of text. end says that
// nothing comes behind them in the function, so that a last return needn't be
// written.
func (w *Writer) lines(first text.LineID, end bool) {
	for id := first; id != 0; {
		l := w.plan.Line(id)
		id = l.Next
		if w.isSilent(l) {
			continue
		}
		if end && id == 0 && l.Kind == text.LineReturn && l.Expr == 0 {
			return
		}
		w.out.Line()
		w.line(l, end && id == 0)
	}
}

// isSilent reports whether a line isn't written: one that names what main
// returns, which is written part by part.
func (w *Writer) isSilent(l *text.Line) bool {
	return l.Kind == text.LineLet && w.f == w.main && w.use.outputs[l.Expr]
}

// block writes a block in braces, a scope of its own.
func (w *Writer) block(first text.LineID) {
	w.out.Begin()
	w.lines(first, false)
	w.out.Finished(first == 0)
}

// scope is block inside of parentheses whose declarations share its scope.
func (w *Writer) scope(first text.LineID) {
	o := &w.out
	o.Byte('{')
	o.Indent()
	w.lines(first, false)
	o.Outdent()
	if first != 0 {
		o.Line()
	}
	o.Byte('}')
}

// line writes a line. last says that nothing comes behind it in the function.
func (w *Writer) line(l *text.Line, last bool) {
	o := &w.out
	if l.Stmt != 0 {
		w.span = w.f.StmtSpan(l.Stmt)
	}
	switch l.Kind {
	case text.LineBlock:
		w.block(l.First)
	case text.LineIf:
		w.ifLine(l)
	case text.LineSwitch:
		w.switchLine(l)
	case text.LineLoop:
		w.loopLine(l)
	case text.LineWhile:
		o.Str("while")
		o.Space()
		o.Byte('(')
		o.Open()
		w.expr(l.Expr, anyForm)
		o.Byte(')')
		o.Space()
		w.scope(l.First)
		o.Close()
	case text.LineFor:
		w.forLine(l)
	case text.LineReturn:
		w.returnLine(l, last)
	default:
		w.simple(l)
		o.Byte(';')
	}
}

func (w *Writer) returnLine(l *text.Line, last bool) {
	o := &w.out
	if l.Expr != 0 && w.f == w.main {
		w.writeOutputs(l.Expr)
		if last {
			return
		}
		o.Line()
		o.Str("return;")
		return
	}
	o.Str("return")
	if l.Expr != 0 {
		o.Byte(' ')
		w.expr(l.Expr, anyForm)
	}
	o.Byte(';')
}

// simple writes a statement that ends with a semicolon, without it.
func (w *Writer) simple(l *text.Line) {
	o, f := &w.out, w.f
	switch l.Kind {
	case text.LineLet:
		name := o.LocalName(wanted(w.plan.AuthorsName(l.Expr)), "t")
		t := f.TypeOf(l.Expr)
		w.elementName(t)
		o.Byte(' ')
		o.Declare(name)
		w.dimensions(t)
		o.Infix("=")
		w.spell(l.Expr)
		o.Bind(name)
		w.values[l.Expr] = name
	case text.LineUnused:
		w.expr(l.Expr, anyForm)
	case text.LineVar:
		w.variable(l)
	case text.LineStore:
		v := f.Store(l.Stmt)
		w.place(v.Pointer)
		o.Infix("=")
		w.expr(v.Value, anyForm)
	case text.LineCompound:
		v := f.Store(l.Stmt)
		w.place(v.Pointer)
		o.Space()
		o.Str(operators.Binary[l.Op].Text)
		o.Byte('=')
		o.Space()
		_, right := w.withoutSplat(f.Binary(v.Value))
		w.expr(right, anyForm)
	case text.LineStep:
		w.place(f.Store(l.Stmt).Pointer)
		if l.Op == ir.Add {
			o.Str("++")
		} else {
			o.Str("--")
		}
	case text.LineEffect:
		w.operation(l.Stmt)
	case text.LineSimple:
		w.jump(l.Stmt)
	default:
		panic("glsl: a line that is no simple statement")
	}
}

func (w *Writer) variable(l *text.Line) {
	o := &w.out
	local := &w.f.Locals[l.Local]
	w.span = local.Span
	name := o.LocalName(wanted(local.Name), "v")
	w.elementName(local.Type)
	o.Byte(' ')
	o.Declare(name)
	w.dimensions(local.Type)
	if l.Expr != 0 {
		o.Infix("=")
		w.expr(l.Expr, anyForm)
	}
	o.Bind(name)
	w.locals[l.Local] = name
}

func (w *Writer) jump(s ir.StmtID) {
	o := &w.out
	switch k := w.f.StmtKind(s); k {
	case ir.StmtBreak:
		o.Str("break")
	case ir.StmtContinue:
		o.Str("continue")
	case ir.StmtDemote:
		w.require(demotion, w.f.StmtSpan(s))
		o.Str("demote")
	case ir.StmtTerminate:
		o.Str("discard")
	default:
		panic("glsl: jump of kind " + k.String())
	}
}

func (w *Writer) ifLine(l *text.Line) {
	o := &w.out
	for {
		o.Str("if")
		o.Space()
		o.Byte('(')
		first, second := l.First, l.Second
		if first == 0 && second != 0 && !l.ElseIf {
			w.negated(l.Expr)
			first, second = second, 0
		} else {
			w.expr(l.Expr, anyForm)
		}
		o.Byte(')')
		o.Space()
		w.block(first)
		if second == 0 {
			return
		}
		o.Space()
		o.Str("else")
		if !l.ElseIf {
			o.Space()
			w.block(second)
			return
		}
		o.Byte(' ')
		l = w.plan.Line(l.Second)
	}
}

// negated spells the opposite of a condition.
func (w *Writer) negated(e ir.ExprID) {
	if !w.isNamed(e) && w.logical(e) == nil {
		switch w.f.Kind(e) {
		case ir.KindUnary:
			if v := w.f.Unary(e); v.Op == ir.LogicalNot {
				w.expr(v.Value, anyForm)
				return
			}
		case ir.KindBinary:
			v := w.f.Binary(e)
			if opposite, ok := text.Opposite(v.Op, w.m.Types.ScalarOf(w.f.TypeOf(v.Left))); ok {
				op := &operators.Binary[opposite]
				w.expr(v.Left, op.Left)
				w.out.Infix(op.Text)
				w.expr(v.Right, op.Right)
				return
			}
		}
	}
	w.out.Byte('!')
	w.expr(e, operators.Unary[ir.LogicalNot].Right)
}

func (w *Writer) switchLine(l *text.Line) {
	o, f := &w.out, w.f
	sw := f.Switch(l.Stmt)
	o.Str("switch")
	o.Space()
	o.Byte('(')
	w.expr(l.Expr, anyForm)
	o.Byte(')')
	o.Space()
	o.Byte('{')
	o.Indent()
	signed := f.TypeOf(sw.Selector) == ir.TypeI32
	for id := l.First; id != 0; {
		cl := w.plan.Line(id)
		id = cl.Next
		c := &sw.Cases[cl.Index]
		o.Line()
		values := f.CaseValues(c)
		for i, v := range values {
			if i > 0 {
				o.Line()
			}
			o.Str("case ")
			if signed {
				w.signed(ir.I32, int64(int32(v)))
			} else {
				o.Uint(uint64(v))
				o.Byte('u')
			}
			o.Byte(':')
		}
		if c.Default {
			if len(values) > 0 {
				o.Line()
			}
			o.Str("default:")
		}
		o.Space()
		o.Begin()
		w.lines(cl.First, false)
		jumps := w.jumps(cl.First)
		if !c.FallThrough && !jumps {
			o.Line()
			o.Str("break;")
		}
		o.Finished(cl.First == 0 && c.FallThrough)
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
}

// jumps reports whether control never comes to the end of the lines of a block.
func (w *Writer) jumps(first text.LineID) bool {
	last := first
	for id := first; id != 0; id = w.plan.Line(id).Next {
		last = id
	}
	if last == 0 {
		return false
	}
	switch l := w.plan.Line(last); l.Kind {
	case text.LineReturn:
		return true
	case text.LineSimple:
		return w.f.StmtKind(l.Stmt).IsTerminator()
	}
	return false
}

// loopLine writes a loop without a head. Continuing has seen to it that nothing
// continues one with code at its end.
func (w *Writer) loopLine(l *text.Line) {
	o := &w.out
	o.Str("while")
	o.Space()
	o.Str("(true)")
	o.Space()
	o.Begin()
	w.lines(l.First, false)
	if !w.jumps(l.First) {
		w.lines(l.Second, false)
		if l.Expr != 0 {
			o.Line()
			o.Str("if")
			o.Space()
			o.Byte('(')
			w.expr(l.Expr, anyForm)
			o.Byte(')')
			o.Space()
			o.Byte('{')
			o.Indent()
			o.Line()
			o.Str("break;")
			o.Outdent()
			o.Line()
			o.Byte('}')
		}
	}
	o.Finished(l.First|l.Second == 0 && l.Expr == 0)
}

func (w *Writer) forLine(l *text.Line) {
	o := &w.out
	o.Str("for")
	o.Space()
	o.Byte('(')
	o.Open()
	if l.Init != 0 {
		w.simple(w.plan.Line(l.Init))
	}
	o.Byte(';')
	if l.Expr != 0 {
		o.Space()
		w.expr(l.Expr, anyForm)
	}
	o.Byte(';')
	if l.Update != 0 {
		o.Space()
		w.simple(w.plan.Line(l.Update))
	}
	o.Byte(')')
	o.Space()
	w.scope(l.First)
	o.Close()
}
