package pretty

// This file gives branches the form that people write.
//
//	if c { } else { A }              if !c { A }
//	if c { A; return } else { B }    if c { A; return } B
//	if c { A } else { return }       if !c { return } A, if the opposite of c is another comparison
//	if c { x = y } else { x = c }    c && y, read where x is read
//
// The last has the form that the module IR has for && and || whose right side isn't
// always evaluated: a variable without a name that begins with c.

import (
	"refract/internal/reuse"
	"refract/ir"
)

type branches struct {
	breaks int // to the end of the innermost loop or switch
	depth  int // of blocks in blocks
}

// chained is how deep blocks may lie for an else if to become an else with several
// statements: a chain of ifs has no limit, but braces have.
const chained = 48

func (t *Transforms) doBranches() {
	if t.f.MayHaveStmt(ir.StmtIf) {
		t.branches.depth = 0
		t.f.Body, _ = t.branchesOf(t.f.Body)
	}
}

// branchesOf rewrites a block, and reports whether its end may be reached.
func (t *Transforms) branchesOf(b ir.BlockID) (ir.BlockID, bool) {
	f := t.f
	mark := t.b.Begin()
	t.branches.depth++
	falls := true
	list := f.Block(b)
	for i, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtBreak:
			t.branches.breaks++
			falls = false
		case ir.StmtContinue, ir.StmtReturn, ir.StmtTerminate:
			falls = false
		case ir.StmtBlock:
			var inner ir.BlockID
			inner, falls = t.branchesOf(f.BlockStmt(s))
			f.SetBlock(s, 0, inner)
		case ir.StmtSwitch:
			outer := t.branches.breaks
			t.branches.breaks = 0
			reached := false
			for k := range f.Switch(s).Cases {
				inner, ends := t.branchesOf(f.Switch(s).Cases[k].Body)
				f.SetBlock(s, k, inner)
				reached = ends && !f.Switch(s).Cases[k].FallThrough || reached
			}
			falls = reached || t.branches.breaks > 0
			t.branches.breaks = outer
		case ir.StmtLoop:
			outer := t.branches.breaks
			t.branches.breaks = 0
			v := f.Loop(s)
			body, _ := t.branchesOf(v.Body)
			f.SetBlock(s, 0, body)
			continuing, _ := t.branchesOf(v.Continuing)
			f.SetBlock(s, 1, continuing)
			if v.Shape == ir.LoopWhile {
				f.SetLoopShape(s, ir.LoopFor) // its head may have changed: see Loops
			}
			falls = t.branches.breaks > 0 || v.BreakIf != 0
			t.branches.breaks = outer
		case ir.StmtIf:
			v := f.If(s)
			var ends [2]bool
			v.Accept, ends[0] = t.branchesOf(v.Accept)
			v.Reject, ends[1] = t.branchesOf(v.Reject)
			falls = ends[0] || ends[1]
			if i+1 < len(list) && t.shortCircuit(s, v, list[i+1]) {
				continue
			}
			if t.isShortCircuit(list, i) {
				t.setIf(s, v)
				break
			}
			t.branch(s, v, ends)
			continue
		}
		t.b.Push(s)
	}
	t.branches.depth--
	return t.b.End(mark), falls
}

// branch puts an if down whose arms are these, and end by going on or not.
func (t *Transforms) branch(s ir.StmtID, v ir.If, ends [2]bool) {
	f := t.f
	t.b.Span = f.StmtSpan(s)
	var after ir.BlockID
	switch {
	case v.Accept == 0 && v.Reject == 0:
		return
	case v.Accept == 0:
		v.Condition, v.Accept, v.Reject = t.opposite(v.Condition), v.Reject, 0
	case v.Reject == 0:
	case t.branches.depth > chained:
	case !ends[0] && ends[1]:
		after, v.Reject = v.Reject, 0
	case ends[0] && !ends[1] && t.inverts(v.Condition) && t.isStraight(v.Reject):
		v.Condition = t.opposite(v.Condition)
		after, v.Accept, v.Reject = v.Accept, v.Reject, 0
	}
	t.setIf(s, v)
	t.b.Push(s)
	for _, x := range f.Block(after) {
		t.b.Push(x)
	}
}

// setIf changes the contents of an if.
func (t *Transforms) setIf(s ir.StmtID, v ir.If) {
	f := t.f
	if f.If(s).Condition != v.Condition {
		f.MapStmtOperands(s, func(ir.ExprID) ir.ExprID { return v.Condition })
	}
	f.SetBlock(s, 0, v.Accept)
	f.SetBlock(s, 1, v.Reject)
}

// isStraight reports whether no statement of a block holds others.
func (t *Transforms) isStraight(b ir.BlockID) bool {
	for _, s := range t.f.Block(b) {
		switch t.f.StmtKind(s) {
		case ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtBlock:
			return false
		}
	}
	return true
}

// opposites are the comparisons that hold if the others don't.
var opposites = [...]ir.BinaryOp{ir.Eq: ir.Ne, ir.Ne: ir.Eq, ir.Lt: ir.Ge, ir.Le: ir.Gt, ir.Gt: ir.Le, ir.Ge: ir.Lt}

// inverts reports whether the opposite of a condition is another comparison, and the
// condition itself isn't needed. Floats have none, for NaN.
func (t *Transforms) inverts(e ir.ExprID) bool {
	f := t.f
	if f.Kind(e) != ir.KindBinary || t.named[e] || t.uses[e] != 1 {
		return false
	}
	v := f.Binary(e)
	return v.Op.IsComparison() && t.m.Types.ScalarOf(f.TypeOf(v.Left)).IsInteger()
}

// opposite is an expression that holds if a condition, the operand of a statement at the
// builder's place, doesn't.
func (t *Transforms) opposite(e ir.ExprID) ir.ExprID {
	f := t.f
	switch {
	case f.Kind(e) == ir.KindUnary && f.Unary(e).Op == ir.LogicalNot:
		t.orphan(e)
		return f.Unary(e).Value
	case t.inverts(e):
		v := f.Binary(e)
		v.Op = opposites[v.Op]
		f.Overwrite(e, f.AddBinary(f.TypeOf(e), f.Flags(e), v, f.SpanOf(e)))
		return e
	}
	n := t.b.Unary(ir.LogicalNot, e)
	t.uses = reuse.Grown(t.uses, f.ExprCount())
	t.at = reuse.Grown(t.at, f.ExprCount())
	t.named = reuse.Grown(t.named, f.ExprCount())
	t.uses[n] = 1
	return n
}

// shortCircuit puts an if down as a && or ||, if it is one: the statement after it begins
// by loading the value that both arms store, which nothing else does.
func (t *Transforms) shortCircuit(s ir.StmtID, v ir.If, next ir.StmtID) bool {
	f := t.f
	if v.Accept == 0 || v.Reject == 0 || f.StmtKind(next) != ir.StmtEmit {
		return false
	}
	load := f.Emit(next)[0]
	if f.Kind(load) != ir.KindLoad || f.TypeOf(load) != ir.TypeBool || f.Kind(f.Operand(load)) != ir.KindLocal {
		return false
	}
	l := f.LocalRef(f.Operand(load))
	if x := &t.locals[l]; !t.isTemp(l) || x.loads != 1 || x.stores != 2 || x.parts != 0 || f.Locals[l].Name != "" {
		return false
	}
	for known, b := range [...]ir.BlockID{v.Reject, v.Accept} {
		other := v.Accept
		if known == 1 {
			other = v.Reject
		}
		list, right := f.Block(b), f.Block(other)
		if len(list) != 1 || !t.sets(list[0], l) || !t.sets(right[len(right)-1], l) {
			continue
		}
		if x := f.Store(list[0]).Value; x != v.Condition && !t.isBool(x, known == 1) {
			continue
		}
		t.b.Span = f.StmtSpan(s)
		t.b.DeclareLocal(l, v.Condition)
		t.locals[l].declared = true
		if known == 1 {
			v.Accept = 0
		} else {
			v.Reject = 0
		}
		t.setIf(s, v)
		t.b.Push(s)
		return true
	}
	return false
}

// isShortCircuit reports whether the if at a place of a list is that of a && or ||.
func (t *Transforms) isShortCircuit(list []ir.StmtID, i int) bool {
	f := t.f
	if i == 0 || f.StmtKind(list[i-1]) != ir.StmtLocal {
		return false
	}
	d := f.LocalDecl(list[i-1])
	return d.Init != 0 && d.Init == f.If(list[i]).Condition && f.Locals[d.Local].Name == ""
}

// sets reports whether a statement sets a variable.
func (t *Transforms) sets(s ir.StmtID, l ir.LocalID) bool {
	f := t.f
	if f.StmtKind(s) != ir.StmtStore {
		return false
	}
	p := f.Store(s).Pointer
	return f.Kind(p) == ir.KindLocal && f.LocalRef(p) == l
}

// isBool reports whether an expression is a known truth value.
func (t *Transforms) isBool(e ir.ExprID, v bool) bool {
	f := t.f
	switch f.Kind(e) {
	case ir.KindLiteral:
		return f.LiteralBits(e) != 0 == v
	case ir.KindZeroValue:
		return !v
	}
	return false
}
