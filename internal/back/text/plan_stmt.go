package text

// This file turns statements into lines and finds the shapes that authors write:
// for, while, else if, compound assignment, && and ||. A shape is taken only if
// all that it must hold in one expression came out as one.

import (
	"math/bits"

	"refract/ir"
)

// plan is the second walk over the function.
func (p *Planner) plan() {
	p.list = lineList{}
	for i := 1; i < len(p.locals); i++ {
		if l := &p.locals[i]; !l.declared && l.uses > 0 {
			p.line(Line{Kind: LineVar, Local: ir.LocalID(i)})
		}
	}
	list := p.list
	body := p.nested(p.f.Body)
	if list.first != 0 {
		p.lines[list.last].Next = body
		body = list.first
	}
	p.list.first = body
}

func (p *Planner) line(l Line) LineID {
	id := LineID(len(p.lines))
	p.lines = append(p.lines, l)
	if p.list.last != 0 {
		p.lines[p.list.last].Next = id
	} else {
		p.list.first = id
	}
	p.list.last = id
	return id
}

// wrote adds to the effects of the block's lines.
func (p *Planner) wrote(eff effects, local ir.LocalID) {
	p.done, p.doneAt = mix(p.done, p.doneAt, eff, local)
}

// nested plans a block and returns its first line. Its effects are added to the effects of
// the block around it.
func (p *Planner) nested(b ir.BlockID) LineID {
	if b == 0 {
		return 0
	}
	return p.nestedUntil(b, 0)
}

// nestedUntil is nested with a last value, used after the block's statements; 0:
// none.
func (p *Planner) nestedUntil(b ir.BlockID, end ir.ExprID) LineID {
	list, base, waiting, block, index, anchor := p.list, p.base, p.waiting, p.block, p.index, p.anchor
	p.list, p.base, p.waiting, p.block, p.index, p.anchor = lineList{}, len(p.stack), 0, b, 0, 0
	if b != 0 {
		stmts := p.f.Block(b)
		if n := len(stmts); b == p.clause && n > 0 && p.f.StmtKind(stmts[n-1]) == ir.StmtBreak {
			stmts = stmts[:n-1]
		}
		p.anchor = p.blocks[b].anchor
		for i := 0; i < len(stmts); i++ {
			i += p.stmt(stmts, i)
		}
	}
	if end != 0 {
		p.ops = append(p.ops[:0], end)
		p.root(p.ops, 0, 0)
	}
	first := p.list.first
	p.stack = p.stack[:p.base]
	p.list, p.base, p.waiting, p.block, p.index, p.anchor = list, base, waiting, block, index, anchor
	return first
}

// step moves n places on in the block and declares the names of values that
// exist everywhere and are used there.
func (p *Planner) step(n uint32) {
	p.index += n
	if p.anchor != 0 {
		p.declareAnchors()
	}
}

func (p *Planner) declareAnchors() {
	for p.anchor != 0 && p.anchors[p.anchor-1].at.index <= p.index {
		a := &p.anchors[p.anchor-1]
		p.line(Line{Kind: LineLet, Expr: a.expr})
		p.values[a.expr].form = byName
		p.anchor = a.next
	}
}

// root takes operands for something that is written now.
func (p *Planner) root(ops []ir.ExprID, own effects, local ir.LocalID) {
	p.wrote(p.take(ops, own, local, true))
}

// stmt plans the statement at list[i] and returns how many more it took.
func (p *Planner) stmt(list []ir.StmtID, i int) int {
	p.m.Meter.Step()
	f, s := p.f, list[i]
	k := f.StmtKind(s)
	if k != ir.StmtEmit {
		p.step(1)
	}
	switch k {
	case ir.StmtEmit:
		for _, e := range f.Emit(s) {
			p.index++
			if p.anchor != 0 {
				p.declareAnchors()
			}
			if p.values[e].at == 0 { // else it was the value of a short-circuit evaluation
				p.evaluate(e)
			}
		}
	case ir.StmtLocal:
		d := f.LocalDecl(s)
		if c := p.locals[d.Local].shortCircuit; c != 0 {
			p.step(1)
			p.planShortCircuit(&p.shortCircuits[c-1], s, list[i+1])
			return 1
		}
		p.root(p.stmtOperands(s), 0, 0)
		p.line(Line{Kind: LineVar, Stmt: s, Local: d.Local, Expr: d.Init})
	case ir.StmtBlock:
		var inner LineID
		eff, local := p.inside(func() { inner = p.nested(f.BlockStmt(s)) })
		p.root(nil, eff, local)
		p.blockStmt(s, inner)
	case ir.StmtIf:
		v := f.If(s)
		p.branch(s, v.Condition, v)
	case ir.StmtSwitch:
		p.switchStmt(s)
	case ir.StmtLoop:
		p.loop(s)
	case ir.StmtStore:
		p.store(s)
	case ir.StmtReturn:
		own, local := p.stmtOwn(s)
		p.root(p.stmtOperands(s), own, local)
		p.line(Line{Kind: LineReturn, Stmt: s, Expr: f.ReturnValue(s)})
	case ir.StmtBreak, ir.StmtContinue, ir.StmtTerminate, ir.StmtDemote:
		own, local := p.stmtOwn(s)
		p.root(nil, own, local)
		p.line(Line{Kind: LineSimple, Stmt: s})
	default:
		if k == ir.StmtCall && p.opts.CopyParams {
			p.beforeCopies(s)
		}
		own, local := p.stmtOwn(s)
		if r := f.StmtResult(s); r != 0 && (p.values[r].uses > 0 || p.values[r].name != 0 || p.isOutResult(r)) {
			p.value(r, p.stmtOperands(s), own, local)
			break
		}
		p.root(p.stmtOperands(s), own, local)
		p.line(Line{Kind: LineEffect, Stmt: s})
	}
	return 0
}

// beforeCopies names arguments of a call that write to memory, if others are
// pointers.
func (p *Planner) beforeCopies(s ir.StmtID) {
	args := p.f.Call(s).Args
	for _, a := range args {
		if p.m.Types.At(p.f.TypeOf(a)).Kind != ir.TypePointer {
			continue
		}
		last := uint32(0)
		for _, o := range args {
			if v := &p.values[o]; int(v.slot) > p.base && v.effects.written() != 0 {
				last = max(last, v.slot)
			}
		}
		p.nameUpTo(int(last))
		return
	}
}

// inside plans nested blocks apart from the statements around them and returns their
// effects.
func (p *Planner) inside(plan func()) (effects, ir.LocalID) {
	done, local := p.done, p.doneAt
	p.done, p.doneAt = 0, 0
	plan()
	eff, effLocal := p.done, p.doneAt
	p.done, p.doneAt = done, local
	return eff, effLocal
}

func (p *Planner) branch(s ir.StmtID, cond ir.ExprID, v ir.If) {
	own, ownLocal := p.stmtOwn(s)
	l := Line{Kind: LineIf, Stmt: s, Expr: cond}
	eff, local := p.inside(func() {
		l.First = p.nested(v.Accept)
		l.Second = p.nested(v.Reject)
	})
	if l.Second != 0 {
		inner := &p.lines[l.Second]
		l.ElseIf = inner.Kind == LineIf && inner.Next == 0 && inner.Filters == 0
	}
	eff, local = mix(own, ownLocal, eff, local)
	p.ops = append(p.ops[:0], cond)
	p.root(p.ops, eff, local)
	p.line(l)
}

// planShortCircuit plans a && or || taken apart into the variable declared by s and the
// branch; if it can't be put together again it stays that.
func (p *Planner) planShortCircuit(c *shortCircuit, s, branch ir.StmtID) {
	var right LineID
	eff, local := p.inside(func() { right = p.nested(c.right) })
	if r := &p.lines[right]; r.Kind != LineStore || r.Next != 0 || p.opts.EagerLogical && eff.written()&^readFunction != 0 {
		// The branch stays one. Its condition is written twice.
		if v := &p.values[c.left]; v.form != byName && !p.f.Kind(c.left).IsImplicit() && !v.fixed {
			if int(v.slot) > p.base {
				p.nameUpTo(int(v.slot))
			} else {
				p.name(c.left)
			}
		}
		p.line(Line{Kind: LineVar, Stmt: s, Local: p.f.LocalDecl(s).Local, Expr: c.left})
		own, ownLocal := p.stmtOwn(branch)
		eff, local = mix(own, ownLocal, eff, local)
		p.root(nil, eff, local)
		l := Line{Kind: LineIf, Stmt: branch, Expr: c.left, First: right}
		if c.op == ir.LogicalOr {
			l.First, l.Second = 0, right
		}
		p.line(l)
		return
	}
	value := p.f.Store(p.lines[right].Stmt).Value
	v := &p.values[c.load]
	v.extra = uint32(len(p.logicals))
	v.logical = true
	p.logicals = append(p.logicals, Logical{c.op, c.left, value, c.right, p.f.LocalDecl(s).Local})
	eff, local = 0, 0
	if w := &p.values[value]; w.form != byName {
		eff, local = w.effects, w.local
		v.depth = w.depth
	}
	p.ops = append(p.ops[:0], c.left)
	p.value(c.load, p.ops, eff, local)
}

func (p *Planner) switchStmt(s ir.StmtID) {
	sw := p.f.Switch(s)
	own, ownLocal := p.stmtOwn(s)
	l := Line{Kind: LineSwitch, Stmt: s, Expr: sw.Selector}
	eff, local := p.inside(func() {
		list := p.list
		p.list = lineList{}
		for i := range sw.Cases {
			if p.opts.Short && !sw.Cases[i].FallThrough {
				p.clause = sw.Cases[i].Body
			}
			body := p.nested(sw.Cases[i].Body)
			p.line(Line{Kind: LineCase, Stmt: s, Index: uint32(i), First: body})
		}
		l.First = p.list.first
		p.list = list
	})
	eff, local = mix(own, ownLocal, eff, local)
	p.ops = append(p.ops[:0], sw.Selector)
	p.root(p.ops, eff, local)
	p.line(l)
}

func (p *Planner) loop(s ir.StmtID) {
	v := p.f.Loop(s)
	own, ownLocal := p.stmtOwn(s)
	l := Line{Kind: LineLoop, Stmt: s, Expr: v.BreakIf}
	eff, local := p.inside(func() {
		l.First = p.nested(v.Body)
		l.Second = p.nestedUntil(v.Continuing, v.BreakIf)
	})
	if v.BreakIf == 0 {
		p.headed(&l, v)
	}
	eff, local = mix(own, ownLocal, eff, local)
	p.root(nil, eff, local)
	p.line(l)
}

// headed makes a while or for of a loop, if the author wrote one and it still has the form
// of one.
func (p *Planner) headed(l *Line, v ir.Loop) {
	exit := &p.lines[l.First]
	isExit := l.First != 0 && exit.Kind == LineIf && exit.Filters == 0 && exit.First == 0 && exit.Second != 0 &&
		p.lines[exit.Second].Kind == LineSimple && p.f.StmtKind(p.lines[exit.Second].Stmt) == ir.StmtBreak
	switch {
	case v.Shape == ir.LoopWhile && isExit && l.Second == 0:
		l.Kind, l.Expr, l.First = LineWhile, exit.Expr, exit.Next
	case v.Shape == ir.LoopFor && (l.Second == 0 || p.isUpdate(l.Second, v)):
		l.Kind, l.Update, l.Second = LineFor, l.Second, 0
		if isExit {
			l.Expr, l.First = exit.Expr, exit.Next
		}
	}
}

// isUpdate reports whether the lines of a continuing block can stand in the head
// of a for loop: a single simple one that uses nothing declared in the body.
func (p *Planner) isUpdate(first LineID, v ir.Loop) bool {
	l := &p.lines[first]
	if l.Next != 0 {
		return false
	}
	if !p.isSimple(l) {
		return false
	}
	for _, s := range p.f.Block(v.Continuing) {
		if p.f.StmtKind(s) == ir.StmtEmit {
			for _, e := range p.f.Emit(s) {
				if p.usesBody(p.operands(e), v) {
					return false
				}
			}
		} else if p.usesBody(p.stmtOperands(s), v) {
			return false
		}
	}
	return true
}

// isSimple reports whether a line is one that the head of a for loop may hold.
func (p *Planner) isSimple(l *Line) bool {
	switch l.Kind {
	case LineStore, LineCompound, LineStep, LineUnused:
		return true
	case LineEffect:
		if p.f.StmtKind(l.Stmt) != ir.StmtControlBarrier {
			return true
		}
		// A barrier on several kinds of memory, or for the device, may take several statements.
		v := p.f.Barrier(l.Stmt)
		return bits.OnesCount8(uint8(v.Memory)) == 1 && v.Scope == ir.ScopeDefault
	}
	return false
}

func (p *Planner) usesBody(ops []ir.ExprID, v ir.Loop) bool {
	for _, o := range ops {
		if !p.f.Kind(o).IsImplicit() && p.values[o].block == v.Body {
			return true
		}
		if p.f.Kind(o) == ir.KindLocal {
			if l := &p.locals[p.f.LocalRef(o)]; l.declared && l.at.block == v.Body {
				return true
			}
		}
	}
	return false
}

// forInit puts the initializer of a for loop into its head, if a block ends with the two.
// It plans the loop in place of the block if that holds no more, and reports whether it
// did.
func (p *Planner) forInit(first LineID) bool {
	if first == 0 {
		return false
	}
	before, init, last := LineID(0), LineID(0), first
	for p.lines[last].Next != 0 {
		before, init, last = init, last, p.lines[last].Next
	}
	loop := &p.lines[last]
	if loop.Kind != LineFor || loop.Init != 0 {
		return false
	}
	if init == 0 {
		p.line(*loop)
		return true
	}
	if l := &p.lines[init]; l.Kind != LineLet && l.Kind != LineVar && !p.isSimple(l) || l.Kind == LineLet && p.isOutResult(l.Expr) {
		return false
	}
	p.lines[init].Next = 0
	loop.Init = init
	if before != 0 {
		p.lines[before].Next = last
		return false
	}
	p.line(*loop)
	return true
}

// blockStmt plans a StmtBlock that holds these lines.
func (p *Planner) blockStmt(s ir.StmtID, first LineID) {
	filters := p.f.BlockFilters(s)
	if filters == 0 {
		if !p.forInit(first) {
			p.line(Line{Kind: LineBlock, Stmt: s, First: first})
		}
		return
	}
	if !p.opts.Filters {
		filters = 0
	}
	if last := first; last != 0 {
		for p.lines[last].Next != 0 {
			last = p.lines[last].Next
		}
		if p.lines[last].Filters == 0 && (p.forInit(first) || p.bare(first)) {
			p.lines[p.list.last].Filters = filters
			return
		}
	}
	p.line(Line{Kind: LineBlock, Stmt: s, First: first, Filters: filters})
}

// bare plans the lines of a block that is there for its diagnostic filters only
// as lines of the block around it: a single statement that has lines of its own.
func (p *Planner) bare(first LineID) bool {
	l := p.lines[first]
	switch {
	case l.Next != 0:
		return false
	case l.Kind == LineIf || l.Kind == LineSwitch || l.Kind == LineLoop || l.Kind == LineWhile || l.Kind == LineFor || l.Kind == LineBlock:
		p.line(l)
		return true
	}
	return false
}

func (p *Planner) store(s ir.StmtID) {
	f := p.f
	v := f.Store(s)
	own, ownLocal := p.stmtOwn(s)
	load, ok := p.compound(s)
	if ok {
		b := f.Binary(v.Value)
		w, bin := &p.values[load], &p.values[v.Value]
		if w.form == byName || bin.form == byName || bin.guard == load {
			ok = false
		} else if r := &p.values[b.Right]; !p.opts.Ordered && r.form != byName && clash(r.effects, r.local, w.effects, w.local) {
			ok = false
		}
	}
	if !ok {
		p.root(p.stmtOperands(s), own, ownLocal)
		p.line(Line{Kind: LineStore, Stmt: s})
		return
	}
	b := f.Binary(v.Value)
	p.ops = append(p.ops[:0], v.Value)
	p.root(p.ops, own, ownLocal)
	if p.values[v.Value].form == byName { // it had to be, for what waited with it
		p.line(Line{Kind: LineStore, Stmt: s})
		return
	}
	l := Line{Kind: LineCompound, Op: b.Op, Stmt: s, Expr: b.Right}
	if f.Kind(b.Right) == ir.KindLiteral && (b.Op == ir.Add || b.Op == ir.Sub) && p.values[b.Right].form != byName &&
		p.values[v.Value].guard == 0 && f.LiteralBits(b.Right) == 1 && p.m.Types.ScalarOf(f.TypeOf(b.Right)).IsInteger() {
		l.Kind = LineStep
	}
	p.line(l)
}
