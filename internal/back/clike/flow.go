package clike

// This file writes statements that hold others.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// head writes `word (value) `.
func (w *Writer) head(word string, e ir.ExprID) {
	o := &w.Out
	o.Str(word)
	if w.L.Bare {
		o.Byte(' ')
		w.Less = false
		w.Expr(e, AnyForm)
	} else {
		o.Space()
		o.Byte('(')
		w.Expr(e, AnyForm)
		o.Byte(')')
	}
	o.Space()
}

// ifLine writes an if with its else ifs. If only the second branch does something the
// condition is negated.
func (w *Writer) ifLine(l *text.Line) {
	o := &w.Out
	for {
		if l.First == 0 && l.Second != 0 && !l.ElseIf && !w.L.Bare {
			o.Str("if")
			o.Space()
			o.Byte('(')
			w.opposite(l.Expr)
			o.Byte(')')
			o.Space()
			w.Block(l.Second)
			return
		}
		w.head("if", l.Expr)
		w.Block(l.First)
		if l.Second == 0 {
			return
		}
		o.Space()
		o.Str("else")
		if !l.ElseIf {
			o.Space()
			w.Block(l.Second)
			return
		}
		o.Byte(' ')
		l = w.Plan.Line(l.Second)
	}
}

// opposite writes the opposite of a condition.
func (w *Writer) opposite(e ir.ExprID) {
	switch left, op, right, ok := w.Plan.Opposite(e); {
	case !ok:
		w.Out.Byte('!')
		w.Expr(e, w.L.Operators.Unary[ir.LogicalNot].Right)
	case right == 0:
		w.Operand(e, left, AnyForm)
	default:
		o := &w.L.Operators.Binary[op]
		w.Operand(e, left, o.Left)
		w.Out.Infix(o.Text)
		w.Operand(e, right, o.Right)
	}
}

func (w *Writer) switchLine(l *text.Line) {
	o, f := &w.Out, w.F
	sw := f.Switch(l.Stmt)
	w.head("switch", l.Expr)
	o.Byte('{')
	o.Indent()
	t := f.TypeOf(sw.Selector)
	for id := l.First; id != 0; {
		cl := w.Plan.Line(id)
		id = cl.Next
		c := &sw.Cases[cl.Index]
		w.labels(t, c)
		if w.L.Labels && c.FallThrough && cl.First == 0 && id != 0 {
			continue
		}
		o.Space()
		if w.L.Bare {
			w.Block(cl.First) // clauses don't fall through
			continue
		}
		o.Begin()
		w.Lines(cl.First)
		through := c.FallThrough && w.L.FallThrough
		if !through && !w.Plan.Leaves(cl.First) {
			o.Line()
			o.Str("break;")
		}
		o.Finished(cl.First == 0 && through)
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
}

// labels writes the values of a clause: each by a line of its own, or as one list.
func (w *Writer) labels(t ir.TypeID, c *ir.Case) {
	o := &w.Out
	values := w.F.CaseValues(c)
	if !w.L.Bare {
		for _, v := range values {
			o.Line()
			o.Str("case ")
			w.Literal(t, uint64(v))
			o.Byte(':')
		}
		if c.Default {
			o.Line()
			o.Str("default:")
		}
		return
	}
	o.Line()
	if len(values) > 0 {
		o.Str("case ")
	}
	for i, v := range values {
		if i > 0 {
			o.Comma()
		}
		if t == ir.TypeI32 {
			o.Int(int64(int32(v)))
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
	if !w.Terse {
		o.Byte(':')
	}
}

// loopLine writes a loop without a head, with the continuing code at the end of its body.
func (w *Writer) loopLine(l *text.Line) {
	o := &w.Out
	if w.L.Once != nil && w.L.Once(l) {
		o.Str("do")
		o.Space()
		o.Begin()
		w.within(l, l.First, (*Writer).Lines)
		o.Finished(l.First == 0)
		o.Space()
		o.Str("while")
		o.Space()
		o.Str("(false);")
		return
	}
	if w.L.BeforeLoop != nil {
		w.L.BeforeLoop(l.First)
	}
	o.Str("while")
	o.Space()
	o.Str("(true)")
	o.Space()
	o.Begin()
	w.within(l, l.First, (*Writer).Lines)
	if !w.L.DropDead || !w.Plan.Leaves(l.First) {
		w.Continuing(l, false)
	}
	o.Finished(l.First|l.Second == 0 && l.Expr == 0)
}

// within writes the lines of a loop's body by a method; a continue goes through the
// continuing block of loop, if that is not nil.
func (w *Writer) within(loop *text.Line, first text.LineID, write func(*Writer, text.LineID)) {
	outer := w.Loop
	w.Loop = loop
	w.Loops++
	write(w, first)
	w.Loops--
	w.Loop = outer
}

// Continuing writes the code at the end of a loop's body; fresh is set if it begins on a
// new line.
func (w *Writer) Continuing(l *text.Line, fresh bool) {
	o := &w.Out
	outer := w.Loop
	w.Loop = nil
	for id := l.Second; id != 0; {
		line := w.Plan.Line(id)
		id = line.Next
		if w.L.Silent != nil && w.L.Silent(line) {
			continue
		}
		if !fresh {
			o.Line()
		}
		fresh = false
		w.Line(line)
	}
	if l.Expr != 0 {
		if !fresh {
			o.Line()
		}
		w.head("if", l.Expr)
		o.Byte('{')
		o.Indent()
		o.Line()
		o.Str("break;")
		o.Outdent()
		o.Line()
		o.Byte('}')
	}
	w.Loop = outer
}

func (w *Writer) whileLine(l *text.Line) {
	if w.L.BeforeLoop != nil {
		w.L.BeforeLoop(l.First)
	}
	if w.L.OneScope {
		w.Out.Open()
	}
	w.head("while", l.Expr)
	w.loopBody(l.First)
	if w.L.OneScope {
		w.Out.Close()
	}
}

// loopBody writes the body of a loop with a head.
func (w *Writer) loopBody(first text.LineID) {
	o := &w.Out
	if w.L.OneScope {
		o.Byte('{')
		o.Indent()
		w.within(nil, first, (*Writer).Lines)
		o.Outdent()
		if first != 0 {
			o.Line()
		}
		o.Byte('}')
		return
	}
	w.within(nil, first, (*Writer).Block)
}

func (w *Writer) forLine(l *text.Line) {
	o := &w.Out
	switch w.L.For {
	case ForOwn, ForLeaking:
		o.OpenHead(w.L.For == ForLeaking)
	case ForShared:
		o.Open()
	}
	o.Str("for")
	o.Space()
	o.Byte('(')
	if l.Init != 0 {
		w.headLine(l.Init)
	}
	o.Byte(';')
	if l.Expr != 0 {
		o.Space()
		w.Less = false
		w.Expr(l.Expr, AnyForm)
	}
	o.Byte(';')
	if l.Update != 0 {
		o.Space()
		w.headLine(l.Update)
	}
	o.Byte(')')
	o.Space()
	w.loopBody(l.First)
	if w.L.For != ForNone {
		o.Close()
	}
}

// headLine writes a statement in the head of a for loop.
func (w *Writer) headLine(id text.LineID) {
	l := w.Plan.Line(id)
	w.Less = false
	if l.Stmt != 0 {
		w.Span = w.F.StmtSpan(l.Stmt)
	}
	w.InHead = true
	w.Simple(l)
	w.InHead = false
}
