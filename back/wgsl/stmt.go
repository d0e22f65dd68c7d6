package wgsl

// This file writes statements: the lines of a plan.

import (
	"refract/back/text"
	"refract/ir"
)

// lines writes the lines of a block, each on a new line of text.
func (w *Writer) lines(first text.LineID) {
	for id := first; id != 0; {
		l := w.plan.Line(id)
		w.out.Line()
		w.less = false
		w.line(l)
		id = l.Next
	}
}

// block writes a block in braces, a scope of its own.
func (w *Writer) block(first text.LineID) {
	if first != 0 {
		if l := w.plan.Line(first); l.Kind == text.LineBlock && l.Filters != 0 && l.Next == 0 {
			w.filters(l)
			first = l.First
		}
	}
	w.out.Begin()
	w.lines(first)
	w.out.Finished(first == 0)
}

// filters writes the diagnostic filters of a line before it.
func (w *Writer) filters(l *text.Line) {
	list := w.m.Filters[l.Filters]
	for i := range list {
		w.filter(&list[i])
		if i < len(list)-1 || l.Kind == text.LineBlock {
			w.out.Space()
		} else {
			w.out.Line()
		}
	}
}

// filter writes an attribute that sets a diagnostic filter.
func (w *Writer) filter(d *ir.DiagnosticFilter) {
	o := &w.out
	o.Str("@diagnostic(")
	o.Str(d.Severity.String())
	o.Comma()
	o.Str(d.Rule)
	o.Byte(')')
}

func (w *Writer) line(l *text.Line) {
	o := &w.out
	if l.Filters != 0 {
		w.filters(l)
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
		o.Str("while ")
		w.expr(l.Expr, anyForm)
		o.Space()
		w.loops++
		w.block(l.First)
		w.loops--
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
		w.let(name, l.Expr)
		w.values[l.Expr] = name
	case text.LineGuard:
		name := o.LocalName("", "t")
		w.let(name, l.Expr)
		w.guards[l.Guarded] = name
	case text.LineUnused:
		o.Byte('_')
		w.equals()
		w.expr(l.Expr, anyForm)
	case text.LineVar:
		w.variable(l)
	case text.LineStore:
		v := f.Store(l.Stmt)
		if w.isAtomic(v.Pointer) {
			o.Word(atomicStoreWord)
			w.arguments(0, v.Pointer, v.Value)
			return
		}
		w.place(v.Pointer, unary)
		w.equals()
		w.expr(v.Value, anyForm)
	case text.LineCompound:
		v := f.Store(l.Stmt)
		w.place(v.Pointer, unary)
		o.Space()
		o.Str(operators.Binary[l.Op].Text)
		o.Byte('=')
		o.Space()
		_, right := w.withoutSplat(f.Binary(v.Value))
		w.operand(v.Value, right, anyForm)
	case text.LineStep:
		w.place(f.Store(l.Stmt).Pointer, unary)
		if l.Op == ir.Add {
			o.Str("++")
		} else {
			o.Str("--")
		}
	case text.LineEffect:
		if w.mustUse(l.Stmt) {
			o.Byte('_')
			w.equals()
		}
		w.operation(l.Stmt)
	case text.LineReturn:
		o.Str("return")
		if l.Expr != 0 {
			o.Byte(' ')
			w.expr(l.Expr, anyForm)
		}
	case text.LineSimple:
		w.jump(l.Stmt)
	default:
		panic("wgsl: a line that is no simple statement")
	}
}

// let writes a let-declaration.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	o := &w.out
	o.Str("let ")
	o.Declare(name)
	if t := w.f.TypeOf(e); w.opts.ExplicitTypes && w.hasName(t) {
		w.colon(t)
	}
	w.equals()
	w.spell(e)
	o.Bind(name)
}

func (w *Writer) variable(l *text.Line) {
	o := &w.out
	local := &w.f.Locals[l.Local]
	name := o.LocalName(local.Name, "v")
	o.Str("var ")
	o.Declare(name)
	// A variable without an initializer begins as zero, in each iteration of a loop;
	// Dawn and wgpu forget that in all iterations but the first.
	named, again := w.hasName(local.Type), w.loops > 0
	zero := l.Expr == 0 && again && w.m.Types.At(local.Type).Kind != ir.TypeRayQuery
	initial := zero || l.Expr != 0 && (w.f.Kind(l.Expr) != ir.KindZeroValue || !named || again)
	if !initial || w.opts.ExplicitTypes && named {
		w.colon(local.Type)
	}
	if initial {
		w.equals()
		if zero {
			w.zero(local.Type)
		} else {
			w.expr(l.Expr, anyForm)
		}
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
		o.Str("discard")
	case ir.StmtTerminate:
		o.Str("discard;")
		o.Line()
		o.Str("return")
		if w.f.Result != 0 {
			o.Byte(' ')
			w.zero(w.f.Result)
		}
	default:
		panic("wgsl: jump of kind " + k.String())
	}
}

func (w *Writer) ifLine(l *text.Line) {
	o := &w.out
	for {
		o.Str("if ")
		w.expr(l.Expr, anyForm)
		o.Space()
		w.block(l.First)
		if l.Second == 0 {
			return
		}
		o.Space()
		o.Str("else")
		if !l.ElseIf {
			o.Space()
			w.block(l.Second)
			return
		}
		o.Byte(' ')
		l = w.plan.Line(l.Second)
		w.less = false
	}
}

func (w *Writer) switchLine(l *text.Line) {
	o, f := &w.out, w.f
	sw := f.Switch(l.Stmt)
	o.Str("switch ")
	w.expr(l.Expr, anyForm)
	o.Space()
	o.Byte('{')
	o.Indent()
	signed := f.TypeOf(sw.Selector) == ir.TypeI32
	for id := l.First; id != 0; {
		cl := w.plan.Line(id)
		id = cl.Next
		c := &sw.Cases[cl.Index]
		values := f.CaseValues(c)
		o.Line()
		if len(values) > 0 {
			o.Str("case ")
		}
		for i, v := range values {
			if i > 0 {
				o.Comma()
			}
			if signed {
				w.out.Int(int64(int32(v)))
			} else {
				o.Uint(uint64(v))
			}
		}
		if c.Default {
			if len(values) > 0 {
				o.Comma()
			}
			o.Str("default")
		}
		o.Byte(':')
		o.Space()
		w.block(cl.First)
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
}

func (w *Writer) loopLine(l *text.Line) {
	o := &w.out
	o.Str("loop")
	o.Space()
	o.Begin()
	w.loops++
	w.lines(l.First)
	if l.Second != 0 || l.Expr != 0 {
		o.Line()
		o.Str("continuing")
		o.Space()
		o.Begin()
		w.lines(l.Second)
		if l.Expr != 0 {
			o.Line()
			w.less = false
			o.Str("break if ")
			w.expr(l.Expr, anyForm)
			o.Byte(';')
		}
		o.Finished(false)
	}
	w.loops--
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
	w.less = false
	if l.Expr != 0 {
		o.Space()
		w.expr(l.Expr, anyForm)
	}
	o.Byte(';')
	if l.Update != 0 {
		o.Space()
		w.less = false
		w.simple(w.plan.Line(l.Update))
	}
	o.Byte(')')
	o.Space()
	w.loops++
	w.block(l.First)
	w.loops--
	o.Close()
}
