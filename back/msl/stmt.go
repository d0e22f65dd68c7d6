package msl

// This file writes statements: the lines of a plan.

import (
	"refract/back/text"
	"refract/ir"
)

const anyForm = text.AnyForm

// lines writes the lines of a block, each on a new line of text.
func (w *Writer) lines(first text.LineID) {
	for id := first; id != 0; {
		l := w.plan.Line(id)
		w.out.Line()
		w.line(l)
		id = l.Next
	}
}

// block writes a block in braces, a scope of its own.
func (w *Writer) block(first text.LineID) {
	w.out.Begin()
	w.lines(first)
	w.out.Finished(first == 0)
}

func (w *Writer) line(l *text.Line) {
	o := &w.out
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
		o.Head(printer{w}, "while", l.Expr)
		w.block(l.First)
	case text.LineFor:
		w.forLine(l)
	default:
		w.simple(l)
		o.Byte(';')
	}
}

// simple writes a statement that ends with a semicolon, without it.
func (w *Writer) simple(l *text.Line) {
	o, f := &w.out, w.f
	switch l.Kind {
	case text.LineLet:
		name := o.LocalName(w.plan.AuthorsName(l.Expr), "t")
		w.typeName(f.TypeOf(l.Expr))
		o.Byte(' ')
		o.Declare(name)
		o.Bind(name) // in C++ a name is visible in its own initializer
		o.Infix("=")
		w.spell(l.Expr)
		w.values[l.Expr] = name
	case text.LineUnused:
		o.Str("(void)")
		w.expr(l.Expr, text.Forms(text.Primary|text.Prefix))
	case text.LineVar:
		w.variable(l)
	case text.LineStore:
		v := f.Store(l.Stmt)
		if w.isAtomic(v.Pointer) {
			w.atomicCall(atomicStoreWord, v.Pointer, v.Value)
			return
		}
		w.target(v.Pointer)
		o.Infix("=")
		w.expr(v.Value, anyForm)
	case text.LineCompound:
		v := f.Store(l.Stmt)
		if l.Op == ir.Rem && w.m.Types.ScalarOf(f.TypeOf(v.Value)).IsFloat() || w.keepsPadding(v.Pointer) {
			w.target(v.Pointer)
			o.Infix("=")
			w.spell(v.Value)
			return
		}
		w.target(v.Pointer)
		o.Space()
		o.Str(operators.Binary[l.Op].Text)
		o.Byte('=')
		o.Space()
		_, right := w.withoutSplat(f.Binary(v.Value))
		w.expr(right, anyForm)
	case text.LineStep:
		w.target(f.Store(l.Stmt).Pointer)
		if l.Op == ir.Add {
			o.Str("++")
		} else {
			o.Str("--")
		}
	case text.LineEffect:
		w.operation(l.Stmt)
	case text.LineReturn:
		w.returnLine(l.Expr)
	case text.LineSimple:
		w.jump(l.Stmt)
	default:
		panic("msl: a line that is no simple statement")
	}
}

func (w *Writer) returnLine(e ir.ExprID) {
	o := &w.out
	o.Str("return")
	if e == 0 {
		return
	}
	o.Byte(' ')
	if w.outputs != 0 {
		o.Name(w.outputs)
		o.Str(" { ")
		w.expr(e, anyForm)
		o.Str(" }")
		return
	}
	w.expr(e, anyForm)
}

func (w *Writer) variable(l *text.Line) {
	o := &w.out
	local := &w.f.Locals[l.Local]
	name := o.LocalName(local.Name, "v")
	w.typeName(local.Type)
	o.Byte(' ')
	o.Declare(name)
	o.Bind(name)
	w.locals[l.Local] = name
	if l.Expr != 0 {
		w.initial(l.Expr, local.Type)
	}
}

// initial writes an initializer.
func (w *Writer) initial(e ir.ExprID, t ir.TypeID) {
	w.out.Infix("=")
	if k := w.m.Types.At(t).Kind; w.ex.Kind(e) == ir.KindZeroValue && (k == ir.TypeArray || k == ir.TypeStruct) {
		w.out.Str("{}")
		return
	}
	w.expr(e, anyForm)
}

func (w *Writer) jump(s ir.StmtID) {
	o := &w.out
	switch k := w.f.StmtKind(s); k {
	case ir.StmtBreak:
		o.Str("break")
	case ir.StmtContinue:
		o.Str("continue")
	case ir.StmtDemote, ir.StmtTerminate:
		o.Word(discardWord)
		o.Str("()")
		if k == ir.StmtDemote {
			return
		}
		o.Byte(';')
		o.Line()
		o.Str("return")
		if w.f.Result != 0 {
			o.Byte(' ')
			if w.outputs != 0 {
				o.Name(w.outputs)
				o.Str(" {}")
				return
			}
			w.zero(w.f.Result)
		}
	default:
		panic("msl: jump of kind " + k.String())
	}
}

// printer is the writer as a text.Printer.
type printer struct{ *Writer }

func (p printer) Expr(e ir.ExprID, accept text.Forms)        { p.expr(e, accept) }
func (p printer) Operand(of, e ir.ExprID, accept text.Forms) { p.expr(e, accept) }
func (p printer) Block(first text.LineID)                    { p.block(first) }

func (p printer) Simple(l *text.Line) {
	p.head = true
	p.simple(l)
	p.head = false
}

func (w *Writer) switchLine(l *text.Line) {
	o, f := &w.out, w.f
	sw := f.Switch(l.Stmt)
	o.Head(printer{w}, "switch", sw.Selector)
	o.Byte('{')
	o.Indent()
	signed := f.TypeOf(sw.Selector) == ir.TypeI32
	for id := l.First; id != 0; {
		cl := w.plan.Line(id)
		id = cl.Next
		c := &sw.Cases[cl.Index]
		for _, v := range f.CaseValues(c) {
			o.Line()
			o.Str("case ")
			if signed {
				w.literal(ir.TypeI32, uint64(v), f.StmtSpan(l.Stmt))
			} else {
				w.literal(ir.TypeU32, uint64(v), f.StmtSpan(l.Stmt))
			}
			o.Byte(':')
		}
		if c.Default {
			o.Line()
			o.Str("default:")
		}
		o.Space()
		o.Begin()
		w.lines(cl.First)
		if !c.FallThrough && !w.plan.Leaves(cl.First) {
			o.Line()
			o.Str("break;")
		}
		o.Finished(false)
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
}

// loopLine writes a loop whose continuing block, if it has one, is reached by the
// end of the body only.
func (w *Writer) loopLine(l *text.Line) {
	o := &w.out
	o.Str("while")
	o.Space()
	o.Str("(true)")
	o.Space()
	o.Begin()
	w.lines(l.First)
	w.lines(l.Second)
	if l.Expr != 0 {
		o.Line()
		o.BreakIf(printer{w}, l.Expr)
	}
	o.Finished(l.First|l.Second == 0 && l.Expr == 0)
}

func (w *Writer) forLine(l *text.Line) {
	o := &w.out
	o.OpenHead(false)
	o.ForHead(printer{w}, &w.plan, l)
	w.block(l.First)
	o.Close()
}
