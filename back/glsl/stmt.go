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
		o.If(printer{w}, &w.plan, l)
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

// printer is the writer as a text.Printer.
type printer struct{ *Writer }

func (p printer) Expr(e ir.ExprID, accept text.Forms)        { p.expr(e, accept) }
func (p printer) Operand(of, e ir.ExprID, accept text.Forms) { p.expr(e, accept) }
func (p printer) Block(first text.LineID)                    { p.block(first) }
func (p printer) Simple(l *text.Line)                        { p.simple(l) }

func (w *Writer) switchLine(l *text.Line) {
	o, f := &w.out, w.f
	sw := f.Switch(l.Stmt)
	o.Head(printer{w}, "switch", l.Expr)
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
		if !c.FallThrough && !w.plan.Leaves(cl.First) {
			o.Line()
			o.Str("break;")
		}
		o.Finished(cl.First == 0 && c.FallThrough)
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
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
	if !w.plan.Leaves(l.First) {
		w.lines(l.Second, false)
		if l.Expr != 0 {
			o.Line()
			o.BreakIf(printer{w}, l.Expr)
		}
	}
	o.Finished(l.First|l.Second == 0 && l.Expr == 0)
}

func (w *Writer) forLine(l *text.Line) {
	o := &w.out
	o.Open()
	o.ForHead(printer{w}, &w.plan, l)
	w.scope(l.First)
	o.Close()
}
