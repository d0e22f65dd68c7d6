package text

// This file answers questions about control flow: whether a block is left, and the opposite
// of a condition.

import "refract/ir"

// Leaves reports whether control never comes to the end of the lines of a block.
func (p *Plan) Leaves(first LineID) bool {
	switch l := &p.lines[p.last(first)]; l.Kind {
	case LineReturn:
		return true
	case LineSimple:
		return p.f.StmtKind(l.Stmt).IsTerminator()
	}
	return false
}

// last is the last line of a block, or 0.
func (p *Plan) last(first LineID) LineID {
	last := first
	for id := first; id != 0; id = p.lines[id].Next {
		last = id
	}
	return last
}

// EndsInReturn reports whether the last line of a block is a return on every way, which FXC
// and naga require of functions: they don't see that some loops have no end.
func (p *Plan) EndsInReturn(first LineID) bool {
	if first == 0 {
		return false
	}
	switch l := &p.lines[p.last(first)]; l.Kind {
	case LineReturn:
		return true
	case LineBlock:
		return p.EndsInReturn(l.First)
	case LineIf:
		return p.EndsInReturn(l.First) && p.EndsInReturn(l.Second)
	case LineSwitch:
		for id := l.First; id != 0; id = p.lines[id].Next {
			if c := &p.lines[id]; c.First != 0 && !p.EndsInReturn(c.First) {
				return false
			}
		}
		return true
	case LineSimple:
		return p.f.StmtKind(l.Stmt) == ir.StmtTerminate
	}
	return false
}

// Opposite is how the opposite of a condition is written without an operator for it: as
// left alone, if right is 0, or by a comparison. ok is false if there is no such way.
func (p *Plan) Opposite(e ir.ExprID) (left ir.ExprID, op ir.BinaryOp, right ir.ExprID, ok bool) {
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
