package wgsl

// This file walks statements for the uniformity analysis (sections "Uniformity
// Rules for Statements" and "Statement Behavior Analysis" of the WGSL
// specification). Control flow at the point reached is u.cf.

import (
	"slices"

	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// stmts walks a list of statements up to the end of control flow.
func (u *uniformity) stmts(list []syntax.Node) behavior {
	bh := next
	for _, n := range list {
		bh = bh&^next | u.stmt(n)
		if bh&next == 0 {
			break
		}
	}
	return bh
}

// block walks a KindBlock.
func (u *uniformity) block(n syntax.Node) behavior {
	b := u.c.t.Block(n)
	saved := u.enterFilters(b.Attrs)
	bh := u.stmts(b.Stmts)
	u.severity = saved
	return bh
}

func (u *uniformity) stmt(n syntax.Node) behavior {
	t := u.c.t
	switch t.Kind(n) {
	case syntax.KindConst, syntax.KindConstAssert, syntax.KindEmpty, syntax.KindDiscard:
	case syntax.KindVar, syntax.KindLet:
		u.variable(n)
	case syntax.KindAssign:
		u.assign(n)
	case syntax.KindIncrement, syntax.KindDecrement:
		x := t.Step(n).X
		v := u.view(x)
		u.store(v, u.before(v), u.load(v, x))
	case syntax.KindCallStmt:
		u.call(t.CallStmt(n).Call)
	case syntax.KindBlock:
		return u.block(n)
	case syntax.KindIf:
		return u.ifStmt(n)
	case syntax.KindSwitch:
		return u.switchStmt(n)
	case syntax.KindLoop, syntax.KindFor, syntax.KindWhile:
		return u.loopStmt(n)
	case syntax.KindBreak:
		u.leaveFor(u.breakTo)
		return breaks
	case syntax.KindContinue:
		u.leaveFor(u.continueTo)
		return continues
	case syntax.KindReturn:
		if x := t.Return(n).X; x != syntax.None {
			u.result = u.graph.join(u.result, u.eval(x))
		}
		u.leave()
		return returns
	default:
		panic("wgsl: uniformity of a statement of kind " + t.Kind(n).String())
	}
	return next
}

// variable walks a declaration by var or let.
func (u *uniformity) variable(n syntax.Node) {
	d := u.c.t.Variable(n)
	v := variable{value: value{val: u.cf, cf: u.cf}}
	switch {
	case d.Init == syntax.None:
	case u.c.rootOf(d.Init) != 0 && !u.loads(d.Init):
		p := u.view(d.Init)
		v.val, v.full = p.addr, p.full
	default:
		v.val = u.eval(d.Init)
	}
	u.memory.declare(u.c, n, v)
}

func (u *uniformity) assign(n syntax.Node) {
	a := u.c.t.Assign(n)
	if u.c.t.Kind(a.Left) == syntax.KindPhony {
		u.eval(a.Right)
		return
	}
	v := u.view(a.Left)
	old, val := u.before(v), u.cf
	if a.Op != syntax.OpNone {
		val = u.load(v, a.Left)
	}
	u.store(v, old, u.graph.joinIn(u.cf, val, u.eval(a.Right)))
}

// before is the value that a variable keeps in part if a view of it is assigned
// to: its value before the statement, if the view is not full.
func (u *uniformity) before(v view) graphNode {
	if slot, ok := u.slotOf(v.root); ok && !v.full {
		return u.memory.vars[slot].val
	}
	return noGraphNode
}

// store assigns a value to the memory of a view.
func (u *uniformity) store(v view, before, val graphNode) {
	if slot, ok := u.slotOf(v.root); ok {
		val = u.graph.joinIn(u.cf, val, v.addr)
		u.memory.set(slot, u.graph.join(val, before), u.cf)
	}
}

// clauseEnd is the state that an if statement keeps of a clause.
type clauseEnd struct {
	start, end graphNode // control flow before the condition and behind the block
	bh         behavior
}

// ifStmt walks a chain of if and else if. Each stands in the else branch of the
// one before, but all join at one place.
func (u *uniformity) ifStmt(n syntax.Node) behavior {
	t := u.c.t
	s := t.If(n)
	saved := u.enterFilters(s.Attrs)
	base := len(u.clauses)
	var outer region
	join := 0
	for i, cl := range s.Clauses {
		v := t.IfClause(cl)
		start := u.cf
		inside := u.graph.branch(u.cf, u.eval(v.Cond), v.Cond)
		if i == 0 {
			join = u.memory.newMerge(false)
			outer = u.memory.enter(false)
		}
		u.cf = inside
		old := u.memory.enter(false)
		bh := u.block(v.Body)
		if bh&next != 0 {
			u.leaveFor(join)
		}
		u.memory.exit(old)
		u.clauses = append(u.clauses, clauseEnd{start, u.cf, bh})
		u.cf = inside
	}
	bh := next
	if s.Else != syntax.None {
		bh = u.block(s.Else)
	}
	if bh&next != 0 {
		u.leaveFor(join)
	}
	u.memory.exit(outer)
	for i := len(u.clauses) - 1; i >= base; i-- {
		cl := &u.clauses[i]
		if bh |= cl.bh; bh == next {
			u.cf = cl.start
		} else {
			u.cf = u.graph.join(u.cf, cl.end)
		}
	}
	u.clauses = u.clauses[:base]
	u.endMerge()
	u.severity = saved
	return bh
}

func (u *uniformity) switchStmt(n syntax.Node) behavior {
	t := u.c.t
	s := t.Switch(n)
	saved := u.enterFilters(s.Attrs)
	start := u.cf
	inside := u.graph.branch(u.cf, u.eval(s.Value), s.Value)
	u.enterFilters(s.BodyAttrs)
	breakTo := u.breakTo
	join := u.memory.newMerge(false)
	u.breakTo = join
	bh, end := behavior(0), noGraphNode
	for _, cn := range s.Cases {
		u.cf = inside
		old := u.memory.enter(false)
		b := u.block(t.Case(cn).Body)
		if b&next != 0 {
			u.leaveFor(join)
		}
		u.memory.exit(old)
		bh |= b
		end = u.graph.join(end, u.cf)
	}
	if bh&breaks != 0 {
		bh = bh&^breaks | next
	}
	u.cf = end
	if bh == next {
		u.cf = start
	}
	u.breakTo = breakTo
	u.endMerge()
	u.severity = saved
	return bh
}

// phi is the node of a variable at the head of a loop.
type phi struct {
	slot uint32
	node graphNode
}

// loopParts are the parts of a loop, a for or a while statement.
type loopParts struct {
	cond       syntax.Node // at the head of the body: break unless it holds
	bodyAttrs  []syntax.Node
	body       []syntax.Node
	contAttrs  []syntax.Node
	continuing []syntax.Node
	update     syntax.Node // of a for
	isLoop     bool        // the continuing block sees the declarations of the body
	endless    bool
}

// loopStmt walks a loop. A for and a while are walked in their expanded form: a loop that
// begins with a conditional break.
func (u *uniformity) loopStmt(n syntax.Node) behavior {
	t := u.c.t
	saved := u.severity
	var p loopParts
	switch t.Kind(n) {
	case syntax.KindLoop:
		s := t.Loop(n)
		u.enterFilters(s.Attrs)
		p = loopParts{bodyAttrs: s.BodyAttrs, body: s.Stmts, isLoop: true, endless: true}
		if s.Continuing != syntax.None {
			c := t.Continuing(s.Continuing)
			p.contAttrs, p.continuing = c.Attrs, c.Stmts
		}
	case syntax.KindFor:
		s := t.For(n)
		u.enterFilters(s.Attrs)
		if s.Init != syntax.None {
			u.stmt(s.Init)
		}
		b := t.Block(s.Body)
		p = loopParts{cond: s.Cond, bodyAttrs: b.Attrs, body: b.Stmts, update: s.Update, endless: s.Cond == syntax.None}
	case syntax.KindWhile:
		s := t.While(n)
		u.enterFilters(s.Attrs)
		b := t.Block(s.Body)
		p = loopParts{cond: s.Cond, bodyAttrs: b.Attrs, body: b.Stmts}
	}
	bh := u.loop(n, &p)
	u.severity = saved
	return bh
}

func (u *uniformity) loop(n syntax.Node, p *loopParts) behavior {
	m := &u.memory
	start := u.cf
	head := u.graph.add(uniformityNode{a: start, bad: u.graph.bad(start)})
	phis := len(u.phis)
	u.headValues(n)
	u.cf = head
	wide := p.isLoop && len(p.continuing) > 0
	breakTo, continueTo := u.breakTo, u.continueTo
	u.breakTo = m.newMerge(false)
	u.continueTo = m.newMerge(wide)
	old := m.enter(wide)
	bh := behavior(0)
	if p.cond != syntax.None {
		inside := u.graph.branch(u.cf, u.eval(p.cond), p.cond)
		u.leaveFor(u.breakTo)
		u.cf = inside
		bh = breaks
	}
	severity := u.enterFilters(p.bodyAttrs)
	b := u.stmts(p.body)
	bh |= b
	if b&next != 0 {
		u.leaveFor(u.continueTo)
	}
	if !p.isLoop { // the update stands outside of the body
		u.severity = severity
	}
	m.exit(old)
	end := u.cf
	goesOn := bh&(next|continues) != 0
	old = m.enter(false)
	u.endMerge() // continueTo
	if goesOn {
		u.continuing(p)
		u.closeLoop(head, phis)
		end = head
		if p.endsWithBreakIf(u.c.t) {
			u.leaveFor(u.breakTo)
			p.endless = false
		}
	}
	u.phis = u.phis[:phis]
	m.exit(old)
	u.endMerge() // breakTo
	u.severity = severity
	u.breakTo, u.continueTo = breakTo, continueTo
	u.cf = start
	if bh&returns != 0 {
		u.cf = end
	}
	return loopBehavior(bh, p.endless)
}

// headValues gives the variables that a loop may assign their values at its head: values
// from before it, and later values from its end.
func (u *uniformity) headValues(n syntax.Node) {
	m := &u.memory
	m.serial++
	outside := uint32(len(m.vars))
	list := u.writesOf(n)
	u.work += len(list)
	if u.work > u.budget {
		return
	}
	for _, w := range list {
		if w.slot >= outside {
			continue
		}
		v := &m.vars[w.slot]
		if v.exit == m.serial || u.graph.bad(v.val) {
			continue
		}
		v.exit = m.serial
		node := u.graph.add(uniformityNode{a: v.val})
		u.phis = append(u.phis, phi{w.slot, node})
		m.set(w.slot, node, noGraphNode)
	}
}

// closeLoop adds the edges from the head of a loop to its end, which is here.
func (u *uniformity) closeLoop(head graphNode, phis int) {
	u.graph.nodes[head].b = u.cf
	for _, p := range u.phis[phis:] {
		u.graph.nodes[p.node].b = u.memory.vars[p.slot].val
	}
}

// continuing walks the continuing block of a loop.
func (u *uniformity) continuing(p *loopParts) {
	t := u.c.t
	if p.update != syntax.None {
		u.stmt(p.update)
	}
	saved := u.enterFilters(p.contAttrs)
	list := p.continuing
	last := p.endsWithBreakIf(t)
	if last {
		list = list[:len(list)-1]
	}
	u.stmts(list)
	if last {
		cond := t.BreakIf(p.continuing[len(p.continuing)-1]).Cond
		u.cf = u.graph.branch(u.cf, u.eval(cond), cond)
	}
	u.severity = saved
}

func (p *loopParts) endsWithBreakIf(t *syntax.Tree) bool {
	k := len(p.continuing)
	return k > 0 && t.Kind(p.continuing[k-1]) == syntax.KindBreakIf
}

// write is an assignment to a local variable, or a call that gets its address.
type write struct {
	slot  uint32
	start uint32 // offset of the node
}

// loopWrites are the writes in a loop: a range of uniformity.written.
type loopWrites struct {
	node        syntax.Node
	from, until uint32
}

// writesOf lists the writes in a loop.
func (u *uniformity) writesOf(n syntax.Node) []write {
	if !u.scanned {
		u.scanned = true
		u.scan()
	}
	i, _ := slices.BinarySearchFunc(u.loops, n, func(l loopWrites, n syntax.Node) int { return int(l.node) - int(n) })
	return u.written[u.loops[i].from:u.loops[i].until]
}

// scan finds the loops of the function and their writes, over its nodes in their order; a
// loop comes behind its parts.
func (u *uniformity) scan() {
	c := u.c
	id := c.owner[u.fn]
	for n := c.firstNode(id); n < c.decls[id].node; n++ {
		switch c.t.Kind(n) {
		case syntax.KindAssign:
			u.writeTo(n, c.t.Assign(n).Left)
		case syntax.KindIncrement, syntax.KindDecrement:
			u.writeTo(n, c.t.Step(n).X)
		case syntax.KindCall:
			v := c.t.Call(n)
			d := &c.decls[c.idents[v.Callee]]
			if d.kind != declFunc || !u.funcs[d.handle].pointers {
				continue
			}
			args := c.m.Func(ir.FuncID(d.handle)).Args
			for i, arg := range v.Args {
				if c.m.Types.At(args[i].Type).Kind == ir.TypePointer {
					u.writeTo(n, arg)
				}
			}
		case syntax.KindLoop, syntax.KindFor, syntax.KindWhile:
			start := c.t.Span(n).Start
			from := len(u.written)
			for from > 0 && u.written[from-1].start >= start {
				from--
			}
			u.loops = append(u.loops, loopWrites{n, uint32(from), uint32(len(u.written))})
		}
	}
}

// writeTo notes a write, by node n, to the variable that an expression views.
func (u *uniformity) writeTo(n, left syntax.Node) {
	if slot, ok := u.slotOf(u.c.rootOf(left)); ok {
		u.written = append(u.written, write{slot, u.c.t.Span(n).Start})
	}
}
