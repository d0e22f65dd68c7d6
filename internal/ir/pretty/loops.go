package pretty

// This file gives loops the form of while and for.
//
//	loop { if a >= b { break } A }                         while a < b { A }
//	loop { if c { A } else { break } } continuing { i++ }  for (; c; i++) { A }
//
// Evaluations before the condition must fit in it: nothing that needs a name, or writes. A
// loop that was written as a for stays one if the end of its iterations is one effect at
// most and uses nothing of the body.

import "refract/ir"

func (t *Transforms) doLoops() {
	if t.f.MayHaveStmt(ir.StmtLoop) {
		t.loopsOf(t.f.Body)
	}
}

func (t *Transforms) loopsOf(b ir.BlockID) {
	f := t.f
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtLoop:
			t.loop(s)
			v := f.Loop(s)
			t.loopsOf(v.Body)
			t.loopsOf(v.Continuing)
		case ir.StmtIf:
			v := f.If(s)
			t.loopsOf(v.Accept)
			t.loopsOf(v.Reject)
		case ir.StmtSwitch:
			for i := range f.Switch(s).Cases {
				t.loopsOf(f.Switch(s).Cases[i].Body)
			}
		case ir.StmtBlock:
			t.loopsOf(f.BlockStmt(s))
		}
	}
}

// loop finds the form of a loop.
func (t *Transforms) loop(s ir.StmtID) {
	f := t.f
	v := f.Loop(s)
	if v.Shape == ir.LoopDo && v.BreakIf != 0 {
		return
	}
	shape := ir.LoopPlain
	if v.BreakIf == 0 {
		switch {
		case t.isUpdate(v, 0):
			if t.headed(s, v) {
				shape = ir.LoopWhile
			}
		case !t.isUpdate(v, 1):
		case v.Shape == ir.LoopFor:
			t.headed(s, v)
			shape = ir.LoopFor
		default:
			list := f.Block(v.Continuing)
			if last := list[len(list)-1]; f.StmtKind(last) == ir.StmtStore && f.Kind(f.Store(last).Pointer) == ir.KindLocal && t.headed(s, v) {
				shape = ir.LoopFor
			}
		}
	}
	f.SetLoopShape(s, shape)
}

// isUpdate reports whether the continuing block of a loop does so many things at most,
// and uses nothing of the body.
func (t *Transforms) isUpdate(v ir.Loop, most int) bool {
	f := t.f
	for _, s := range f.Block(v.Continuing) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				if t.named[e] {
					return false
				}
				t.ops = f.Operands(e, t.ops[:0])
				if t.usesBody(v.Body) {
					return false
				}
			}
			continue
		case ir.StmtStore:
		case ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtBlock, ir.StmtLocal:
			return false
		default:
			if r := f.StmtResult(s); r != 0 && t.uses[r] > 0 {
				t.ops = f.StmtOperands(s, t.ops[:0])
				if t.uses[r] > 1 || t.usesBody(v.Body) {
					return false
				}
				continue // a part of what uses it
			}
		}
		t.ops = f.StmtOperands(s, t.ops[:0])
		if most--; most < 0 || t.usesBody(v.Body) {
			return false
		}
	}
	return true
}

// usesBody reports whether one of the operands in t.ops is evaluated in a block.
func (t *Transforms) usesBody(b ir.BlockID) bool {
	for _, o := range t.ops {
		if !t.f.Kind(o).IsImplicit() && t.at[o] == b {
			return true
		}
	}
	return false
}

// headed reports whether the body of a loop begins with a condition, and gives that
// the form that a while or for has.
func (t *Transforms) headed(s ir.StmtID, loop ir.Loop) bool {
	f := t.f
	list := f.Block(loop.Body)
	for i, x := range list {
		switch f.StmtKind(x) {
		case ir.StmtEmit:
			for _, e := range f.Emit(x) {
				if !t.isPart(e) {
					return false
				}
			}
		case ir.StmtLocal:
			// A && or ||; with the if that follows, which is recognized by its form.
			d := f.LocalDecl(x)
			if f.Locals[d.Local].Name != "" || i+1 == len(list) || f.StmtKind(list[i+1]) != ir.StmtIf || f.If(list[i+1]).Condition != d.Init {
				return false
			}
		case ir.StmtIf:
			if i > 0 && f.StmtKind(list[i-1]) == ir.StmtLocal && t.isRight(x) {
				continue
			}
			return t.leaves(s, loop, i)
		default:
			return false
		}
	}
	return false
}

// isRight reports whether the one arm of a && or || evaluates and sets one value.
func (t *Transforms) isRight(s ir.StmtID) bool {
	f := t.f
	v := f.If(s)
	list := f.Block(max(v.Accept, v.Reject))
	for i, x := range list {
		switch f.StmtKind(x) {
		case ir.StmtEmit:
			for _, e := range f.Emit(x) {
				if !t.isPart(e) {
					return false
				}
			}
		case ir.StmtStore:
			return i == len(list)-1
		case ir.StmtLocal:
		case ir.StmtIf:
			if i == 0 || f.StmtKind(list[i-1]) != ir.StmtLocal || !t.isRight(x) {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// isPart reports whether an expression can be written in the place of its use.
func (t *Transforms) isPart(e ir.ExprID) bool {
	switch k := t.f.Kind(e); {
	case t.named[e]:
		return false
	case k == ir.KindLoad || k == ir.KindAccessIndex || k == ir.KindAccess && t.isPointer(e):
		return true // may be short enough to be repeated
	}
	return t.uses[e] < 2 || t.isLeft(e)
}

// isLeft reports whether an expression is the left side of a && or ||, which is used
// once more than it is written.
func (t *Transforms) isLeft(e ir.ExprID) bool {
	return t.f.TypeOf(e) == ir.TypeBool && t.uses[e] == 2
}

// leaves gives the if at a place of a loop's body the form of a condition, and reports
// whether it is one.
func (t *Transforms) leaves(s ir.StmtID, loop ir.Loop, at int) bool {
	f := t.f
	list := f.Block(loop.Body)
	x := list[at]
	v := f.If(x)
	switch {
	case v.Accept == 0 && t.onlyBreaks(v.Reject):
		return true
	case v.Reject == 0 && t.onlyBreaks(v.Accept):
		isNot := f.Kind(v.Condition) == ir.KindUnary && f.Unary(v.Condition).Op == ir.LogicalNot
		if !t.inverts(v.Condition) && !isNot {
			return false
		}
		before := v.Condition
		v.Condition, v.Accept, v.Reject = t.opposite(v.Condition), 0, v.Accept
		t.setIf(x, v)
		if before != v.Condition {
			t.drop(s, loop.Body, before)
		}
		return true
	case t.onlyBreaks(v.Reject):
		mark := t.b.Begin()
		for _, y := range list[:at+1] {
			t.b.Push(y)
		}
		for _, y := range f.Block(v.Accept) {
			t.b.Push(y)
		}
		for _, y := range list[at+1:] {
			t.b.Push(y)
		}
		v.Accept = 0
		t.setIf(x, v)
		t.rebody(s, loop.Body, t.b.End(mark))
		return true
	}
	return false
}

// drop takes an expression that nothing uses any longer out of a loop's body.
func (t *Transforms) drop(s ir.StmtID, body ir.BlockID, e ir.ExprID) {
	f := t.f
	if t.uses[e]--; t.uses[e] > 0 || t.at[e] != body {
		return
	}
	mark := t.b.Begin()
	for _, x := range f.Block(body) {
		if f.StmtKind(x) != ir.StmtEmit {
			t.b.Push(x)
			continue
		}
		for _, y := range f.Emit(x) {
			if y != e {
				t.b.Pend(y)
			}
		}
	}
	t.rebody(s, body, t.b.End(mark))
}

// rebody changes the body of a loop; values evaluated in it stay in it.
func (t *Transforms) rebody(s ir.StmtID, before, body ir.BlockID) {
	f := t.f
	f.SetBlock(s, 0, body)
	for _, x := range f.Block(body) {
		if f.StmtKind(x) == ir.StmtEmit {
			for _, e := range f.Emit(x) {
				t.at[e] = body
			}
		} else if r := f.StmtResult(x); r != 0 {
			t.at[r] = body
		}
	}
}
