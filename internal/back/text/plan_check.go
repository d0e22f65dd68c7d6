package text

// This file checks a plan against the function that it plans, from its lines alone:
// it goes over them as a writer does, and knows nothing of how they came about.
//
//   - Every name and every variable is used within the scope of its declaration.
//   - An evaluation that reads or writes memory, or depends on control flow, is done in its
//     own block, once, and in the function's order as far as the order matters.
//   - Operands that a language may evaluate in any order don't depend on it.
//   - Nothing that writes is missing.

import (
	"fmt"

	"refract/ir"
)

// reportPlan is called with faults of plans; nil: they aren't checked.
var reportPlan func(wrong string)

// After CheckPlans, Make verifies each plan it builds and that earlier plans are
// unmodified; violations go to report. It is for tests: see internal/harness/plans. It must
// not be called while plans are made.
func CheckPlans(report func(wrong string)) { reportPlan = report }

// mishap is a rule that a plan breaks.
type mishap struct{ text string }

func (m mishap) Error() string { return m.text }

// doing is something done in the order of evaluation.
type doing struct {
	rank  uint32 // of what does it
	eff   effects
	local ir.LocalID
}

// planChecker is the state of a check.
type planChecker struct {
	p *Plan

	// The function's own order: ranks from 1, and blocks, by expression and by
	// statement; the statement that holds a block, by block.
	next      uint32
	rank      []uint32
	in        []ir.BlockID
	stmtRank  []uint32
	stmtIn    []ir.BlockID
	holder    map[ir.BlockID]ir.StmtID
	evaluated []bool // by expression: what does something was written
	done      []bool // by statement: likewise

	// The position of the walk over the lines.
	block  ir.BlockID
	seq    []doing // of the block, by rank
	log    []doing // of the function, as it comes
	named  []bool  // by expression: its name is visible
	guards []bool  // by guarded expression: likewise
	locals []bool
	undo   []func()
	begun  LineID // the line in the head of a for that was gone over last in a block around the loop's
	what   string // is being checked
}

// Check returns the fault of Make's plan, or nil.
func (p *Plan) Check() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case mishap:
			err = fmt.Errorf("%s: %w", p.f.Name, r)
		default:
			panic(r)
		}
	}()
	n, stmts := p.f.ExprCount(), p.f.StmtCount()
	c := planChecker{p: p, rank: make([]uint32, n), in: make([]ir.BlockID, n), stmtRank: make([]uint32, stmts),
		stmtIn: make([]ir.BlockID, stmts), holder: map[ir.BlockID]ir.StmtID{}, evaluated: make([]bool, n), done: make([]bool, stmts),
		named: make([]bool, n), guards: make([]bool, n), locals: make([]bool, len(p.f.Locals))}
	c.number(p.f.Body)
	c.block = p.f.Body
	c.lines(p.First())
	c.complete()
	return nil
}

func (c *planChecker) fail(format string, args ...any) {
	panic(mishap{fmt.Sprintf(format, args...)})
}

// number gives ranks to the operations of a block, in order. A statement comes after its
// nested ones.
func (c *planChecker) number(b ir.BlockID) {
	if b == 0 {
		return
	}
	f := c.p.f
	for _, s := range f.Block(b) {
		nest := func(inner ir.BlockID) {
			if inner != 0 {
				c.holder[inner] = s
				c.number(inner)
			}
		}
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				c.next++
				c.rank[e], c.in[e] = c.next, b
			}
		case ir.StmtBlock:
			nest(f.BlockStmt(s))
		case ir.StmtIf:
			nest(f.If(s).Accept)
			nest(f.If(s).Reject)
		case ir.StmtSwitch:
			for _, cl := range f.Switch(s).Cases {
				nest(cl.Body)
			}
		case ir.StmtLoop:
			nest(f.Loop(s).Body)
			nest(f.Loop(s).Continuing)
		}
		c.next++
		c.stmtRank[s], c.stmtIn[s] = c.next, b
		if r := f.StmtResult(s); r != 0 {
			c.rank[r], c.in[r] = c.next, b
		}
	}
}

// complete checks that nothing that writes is missing.
func (c *planChecker) complete() {
	p, f := c.p, c.p.f
	logical := make([]bool, len(f.Locals))
	for i := range p.logicals {
		logical[p.logicals[i].local] = true
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtEmit, ir.StmtLocal, ir.StmtBlock, ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtBreak:
			continue // parts of other shapes
		case ir.StmtStore:
			if v := f.Store(s); f.Kind(v.Pointer) == ir.KindLocal && logical[f.LocalRef(v.Pointer)] {
				continue // && or ||
			}
		}
		if eff, _ := p.stmtOwn(s); c.stmtIn[s] != 0 && eff.written() != 0 && !c.done[s] {
			c.fail("statement %d (%v) is missing", s, f.StmtKind(s))
		}
	}
	for e := f.Next(0, effectful); e != 0; e = f.Next(e, effectful) {
		if eff, _ := p.own(e); c.in[e] != 0 && eff.written() != 0 && !c.evaluated[e] {
			c.fail("value %d (%v) is missing", e, f.Kind(e))
		}
	}
}

// does notes that something happens now, and checks that nothing earlier in the text comes
// after it in the function, if the two conflict.
func (c *planChecker) does(rank uint32, eff effects, local ir.LocalID) {
	if eff == 0 {
		return
	}
	i := len(c.seq)
	for ; i > 0 && c.seq[i-1].rank >= rank; i-- {
		if x := c.seq[i-1]; x.rank == rank {
			c.fail("what has rank %d is done twice", rank)
		} else if clash(x.eff, x.local, eff, local) {
			c.fail("what has rank %d is done before rank %d", x.rank, rank)
		}
	}
	c.log = append(c.log, doing{rank, eff, local})
	c.seq = append(c.seq, doing{})
	copy(c.seq[i+1:], c.seq[i:])
	c.seq[i] = doing{rank, eff, local}
}

// nested goes over something that lies in another block and returns all that it
// does.
func (c *planChecker) nested(b ir.BlockID, walk func()) (eff effects, local ir.LocalID) {
	block, seq := c.block, c.seq
	c.block, c.seq = b, nil
	walk()
	for _, x := range c.seq {
		eff, local = mix(eff, local, x.eff, x.local)
	}
	c.block, c.seq = block, seq
	return eff, local
}

// scope goes over something that is a scope of names.
func (c *planChecker) scope(walk func()) {
	n := len(c.undo)
	walk()
	for i := len(c.undo) - 1; i >= n; i-- {
		c.undo[i]()
	}
	c.undo = c.undo[:n]
}

func (c *planChecker) declare(flag *bool, what string, n uint32) {
	if *flag {
		c.fail("%s %d is declared twice", what, n)
	}
	*flag = true
	c.undo = append(c.undo, func() { *flag = false })
}

func (c *planChecker) lines(first LineID) {
	for id := first; id != 0; id = c.p.lines[id].Next {
		c.line(&c.p.lines[id])
	}
}

// inner goes over the lines of a block that is a scope.
func (c *planChecker) inner(b ir.BlockID, first LineID) (effects, ir.LocalID) {
	return c.nested(b, func() { c.scope(func() { c.lines(first) }) })
}

// line checks one line.
func (c *planChecker) line(l *Line) {
	if l.Stmt != 0 && l.Kind >= LineBlock && l.Kind != LineCase && c.stmtIn[l.Stmt] != c.block {
		c.dissolved(l)
		return
	}
	p, f := c.p, c.p.f
	switch l.Kind {
	case LineLet:
		c.inside(l.Expr)
		c.declare(&c.named[l.Expr], "value", uint32(l.Expr))
	case LineGuard:
		c.declare(&c.guards[l.Guarded], "the guard of", uint32(l.Guarded))
	case LineUnused:
		c.inside(l.Expr)
	case LineVar:
		if l.Expr != 0 {
			c.value(l.Expr)
		}
		c.declare(&c.locals[l.Local], "variable", uint32(l.Local))
	case LineStore, LineEffect, LineReturn, LineSimple:
		c.statement(l.Stmt)
	case LineCompound, LineStep:
		v := f.Store(l.Stmt)
		b := f.Binary(v.Value)
		var all together
		place := all.add(c, func() { // what is loaded from comes before the load
			c.value(v.Pointer)
			c.own(b.Left)
		})
		if p.isTwice(v) && place.written() != 0 {
			c.fail("the place of compound assignment %d has effects", l.Stmt)
		}
		if l.Kind == LineCompound {
			all.add(c, func() { c.operand(v.Value, b.Right) })
		}
		own, local := p.stmtOwn(l.Stmt)
		c.finish(l.Stmt, own, local)
	case LineBlock:
		eff, local := c.inner(f.BlockStmt(l.Stmt), l.First)
		c.finish(l.Stmt, eff, local)
	case LineIf:
		c.value(l.Expr)
		v := f.If(l.Stmt)
		eff, local := c.inner(v.Accept, l.First)
		more, moreLocal := c.inner(v.Reject, l.Second)
		c.compound(l.Stmt, eff, local, more, moreLocal)
	case LineSwitch:
		c.value(l.Expr)
		eff, local := effects(0), ir.LocalID(0)
		for id := l.First; id != 0; id = p.lines[id].Next {
			more, moreLocal := c.inner(f.Switch(l.Stmt).Cases[p.lines[id].Index].Body, p.lines[id].First)
			eff, local = mix(eff, local, more, moreLocal)
		}
		c.compound(l.Stmt, eff, local, 0, 0)
	case LineLoop, LineWhile, LineFor:
		c.loop(l)
	default:
		panic("text: a line of unknown kind")
	}
}

// dissolved checks a line of a block that has only this line left, with the blocks around
// it likewise reduced. The head of a for may hold a line of any of them.
func (c *planChecker) dissolved(l *Line) {
	b := c.stmtIn[l.Stmt]
	holder := c.holder[b]
	for ; ; holder = c.holder[b] {
		if holder == 0 || c.p.f.StmtKind(holder) != ir.StmtBlock {
			c.fail("statement %d is written outside of its block", l.Stmt)
		}
		if c.stmtIn[holder] == c.block {
			break
		}
		b = c.stmtIn[holder]
	}
	c.scope(func() {
		if l.Kind == LineFor && l.Init != 0 && c.begun != l.Init && c.blockOf(&c.p.lines[l.Init]) == c.block {
			c.lines(l.Init)
			c.begun = l.Init
		}
		eff, local := c.nested(b, func() { c.line(l) })
		c.does(c.stmtRank[holder], eff, local)
	})
}

// blockOf is the block to which a line without others in it belongs.
func (c *planChecker) blockOf(l *Line) ir.BlockID {
	if l.Stmt != 0 {
		return c.stmtIn[l.Stmt]
	}
	return c.in[l.Expr]
}

func (c *planChecker) compound(s ir.StmtID, eff effects, local ir.LocalID, more effects, moreLocal ir.LocalID) {
	eff, local = mix(eff, local, more, moreLocal)
	own, ownLocal := c.p.stmtOwn(s)
	eff, local = mix(eff, local, own, ownLocal)
	c.finish(s, eff, local)
}

// loop checks a loop: names of the body are visible in the continuing block, but
// not in the head of a for.
func (c *planChecker) loop(l *Line) {
	v := c.p.f.Loop(l.Stmt)
	var eff, more effects
	var local, moreLocal ir.LocalID
	c.scope(func() {
		if l.Kind == LineFor && l.Init != 0 && c.begun != l.Init {
			c.lines(l.Init)
		}
		end := func() {
			if l.Kind == LineFor && l.Update != 0 {
				c.lines(l.Update)
			} else if l.Kind == LineLoop {
				c.lines(l.Second)
				if l.Expr != 0 {
					c.value(l.Expr)
				}
			}
		}
		eff, local = c.nested(v.Body, func() {
			c.scope(func() {
				if l.Kind != LineLoop && l.Expr != 0 {
					c.value(l.Expr)
				}
				c.lines(l.First)
				if l.Kind == LineLoop {
					more, moreLocal = c.nested(v.Continuing, func() { c.scope(end) })
				}
			})
		})
		if l.Kind == LineFor {
			more, moreLocal = c.nested(v.Continuing, end)
		}
	})
	c.compound(l.Stmt, eff, local, more, moreLocal)
}

// statement checks a statement that has nothing nested in it.
func (c *planChecker) statement(s ir.StmtID) {
	c.operands(0, c.p.stmtSpelled(s, nil))
	own, local := c.p.stmtOwn(s)
	c.finish(s, own, local)
}

func (c *planChecker) finish(s ir.StmtID, eff effects, local ir.LocalID) {
	if c.stmtIn[s] != c.block && eff != 0 { // a call that does nothing may be where its result is used
		c.fail("statement %d is written outside of its block", s)
	}
	if c.done[s] {
		c.fail("statement %d is written twice", s)
	}
	c.done[s] = true
	c.does(c.stmtRank[s], eff, local)
}

// together are operands of one thing.
type together struct {
	eff   effects
	local ir.LocalID
}

// add checks an operand, which may be evaluated before or after the earlier ones if the
// language has no order.
func (t *together) add(c *planChecker, walk func()) effects {
	eff, local := c.collect(walk)
	if !c.p.opts.Ordered && clash(eff, local, t.eff, t.local) {
		c.fail("operands of %s depend on their order", c.what)
	}
	t.eff, t.local = mix(t.eff, t.local, eff, local)
	return eff
}

// collect returns the effects of a walk.
func (c *planChecker) collect(walk func()) (eff effects, local ir.LocalID) {
	n := len(c.log)
	walk()
	for _, x := range c.log[n:] {
		eff, local = mix(eff, local, x.eff, x.local)
	}
	return eff, local
}

// operands checks the operands of e, or of a statement.
func (c *planChecker) operands(e ir.ExprID, ops []ir.ExprID) {
	var all together
	c.what = fmt.Sprint("value ", e)
	for i, o := range ops {
		if len(ops) == 1 || c.p.IsNamed(o) || c.p.f.Kind(o).IsImplicit() {
			c.operand(e, o)
			continue
		}
		eff := all.add(c, func() { c.operand(e, o) })
		if eff&(writeAll|readFlow) != 0 && c.isLazy(e, i) {
			c.fail("value %d, which does something, is evaluated only sometimes in %d", o, e)
		}
	}
}

// isLazy reports whether an operand, by its place, is evaluated only if others want
// it.
func (c *planChecker) isLazy(e ir.ExprID, i int) bool {
	switch {
	case e == 0:
		return false
	case c.p.f.In(e, logicalOps):
		return i == 1
	case c.p.f.Kind(e) == ir.KindSelect:
		return c.p.opts.LazySelect && i < 2
	}
	return false
}

func (c *planChecker) operand(e, o ir.ExprID) {
	if e != 0 && c.p.Guard(e) == o && c.guards[e] {
		return
	}
	c.value(o)
}

// value checks a use of a value.
func (c *planChecker) value(e ir.ExprID) {
	if !c.p.IsNamed(e) {
		c.inside(e)
	} else if !c.named[e] {
		c.fail("value %d (%v) is used where its name can't be seen", e, c.p.f.Kind(e))
	}
}

// inside checks an expression in its place.
func (c *planChecker) inside(e ir.ExprID) {
	p, f := c.p, c.p.f
	k := f.Kind(e)
	switch {
	case k == ir.KindLocal:
		if l := f.LocalRef(e); !c.locals[l] {
			c.fail("variable %d is used where it can't be seen", l)
		}
		return
	case k.IsImplicit():
		return
	case k.IsResult():
		s := p.ResultOf(e)
		c.statement(s)
		c.evaluated[e] = true
		return
	}
	if l := p.Logical(e); l != nil {
		c.value(l.Left)
		eff, local := c.nested(l.branch, func() { c.value(l.Right) })
		if p.opts.EagerLogical && eff.written()&^readFunction != 0 {
			c.fail("the right side of value %d, which is evaluated always, writes", e)
		}
		c.does(c.stmtRank[c.holder[l.branch]], eff, local)
		return
	}
	c.operands(e, p.spelled(e, nil))
	c.own(e)
}

// own notes the effects of an expression besides evaluating its operands.
func (c *planChecker) own(e ir.ExprID) {
	if !c.p.f.In(e, effectful) {
		return
	}
	own, local := c.p.own(e)
	if own == 0 {
		return
	}
	if c.in[e] != c.block {
		c.fail("value %d (%v) is evaluated outside of its block", e, c.p.f.Kind(e))
	}
	c.evaluated[e] = true
	c.does(c.rank[e], own, local)
}
