package text

// This file writes the statements of control flow that languages with the syntax
// of C spell alike: if chains, and the heads of statements.

import "refract/ir"

// A Printer writes the parts of statements in which languages differ.
type Printer interface {
	Expr(e ir.ExprID, accept Forms)        // a value, in parentheses unless it has one of the forms
	Operand(of, e ir.ExprID, accept Forms) // an operand of an expression, likewise
	Block(first LineID)                    // lines in braces, a scope of their own
	Simple(line *Line)                     // a statement in the head of a for loop
}

// Head writes `word (value) `.
func (w *Writer) Head(to Printer, word string, e ir.ExprID) {
	w.Str(word)
	w.Space()
	w.Byte('(')
	to.Expr(e, AnyForm)
	w.Byte(')')
	w.Space()
}

// If writes a LineIf of p, with those that are its else. Where only the second
// branch does something the condition is turned round.
func (w *Writer) If(to Printer, p *Plan, l *Line) {
	for {
		if l.First == 0 && l.Second != 0 && !l.ElseIf {
			w.Str("if")
			w.Space()
			w.Byte('(')
			w.opposite(to, p, l.Expr)
			w.Byte(')')
			w.Space()
			to.Block(l.Second)
			return
		}
		w.Head(to, "if", l.Expr)
		to.Block(l.First)
		if l.Second == 0 {
			return
		}
		w.Space()
		w.Str("else")
		if !l.ElseIf {
			w.Space()
			to.Block(l.Second)
			return
		}
		w.Byte(' ')
		l = p.Line(l.Second)
	}
}

// opposite writes the opposite of a condition.
func (w *Writer) opposite(to Printer, p *Plan, e ir.ExprID) {
	switch left, op, right, ok := p.opposite(e); {
	case !ok:
		w.Byte('!')
		to.Expr(e, COperators.Unary[ir.LogicalNot].Right)
	case right == 0:
		to.Operand(e, left, AnyForm)
	default:
		o := &COperators.Binary[op]
		to.Operand(e, left, o.Left)
		w.Infix(o.Text)
		to.Operand(e, right, o.Right)
	}
}

// BreakIf writes an if that leaves a loop.
func (w *Writer) BreakIf(to Printer, e ir.ExprID) {
	w.Head(to, "if", e)
	w.Byte('{')
	w.indent++
	w.Line()
	w.Str("break;")
	w.indent--
	w.Line()
	w.Byte('}')
}

// ForHead writes the head of a LineFor of p and the space after it.
func (w *Writer) ForHead(to Printer, p *Plan, l *Line) {
	w.Str("for")
	w.Space()
	w.Byte('(')
	if l.Init != 0 {
		to.Simple(p.Line(l.Init))
	}
	w.Byte(';')
	if l.Expr != 0 {
		w.Space()
		to.Expr(l.Expr, AnyForm)
	}
	w.Byte(';')
	if l.Update != 0 {
		w.Space()
		to.Simple(p.Line(l.Update))
	}
	w.Byte(')')
	w.Space()
}

// Leaves reports whether control never comes to the end of the lines of a block.
func (p *Plan) Leaves(first LineID) bool {
	last := first
	for id := first; id != 0; id = p.lines[id].Next {
		last = id
	}
	switch l := &p.lines[last]; l.Kind {
	case LineReturn:
		return true
	case LineSimple:
		return p.f.StmtKind(l.Stmt).IsTerminator()
	}
	return false
}

// opposite is how the opposite of a condition is written without an operator for
// it: as left alone, if right is 0, or by a comparison. ok is false where there is
// no such way.
func (p *Plan) opposite(e ir.ExprID) (left ir.ExprID, op ir.BinaryOp, right ir.ExprID, ok bool) {
	if p.IsNamed(e) {
		return 0, 0, 0, false
	}
	switch p.f.Kind(e) {
	case ir.KindUnary:
		v := p.f.Unary(e)
		return v.Value, 0, 0, v.Op == ir.LogicalNot
	case ir.KindBinary:
		v := p.f.Binary(e)
		op, ok = Opposite(v.Op, p.m.Types.ScalarOf(p.f.TypeOf(v.Left)))
		return v.Left, op, v.Right, ok
	}
	return 0, 0, 0, false
}
