package text

// This file is the first walk over a function: the number and places of each value's uses,
// the places of blocks, and branches that may be && or || taken apart.

import (
	"math"

	"refract/ir"
)

// place is a place in a block: statements and the values of Emits are counted
// from 1.
type place struct {
	block ir.BlockID
	index uint32
}

// blockInfo is the place of a block; depth is 0 for the function's body.
type blockInfo struct {
	in     place
	stmt   ir.StmtID // that holds it
	depth  uint32
	anchor uint32 // first of the block's anchors, +1
}

type localInfo struct {
	declared     bool // by a StmtLocal
	uses         uint32
	shortCircuit uint32 // in Plan.shortCircuits, +1
	at           place
}

// anchor is the place for the declaration of an implicit value's name: before the statement
// that holds all uses.
type anchor struct {
	at   place
	expr ir.ExprID
	next uint32 // of the same block, +1
}

// shortCircuit is a && or || taken apart into a branch:
//
//	local t = left;  if left { ...; store t, right }  emit t's value
//
// (with the branches exchanged for ||), if t has no name and no other use.
type shortCircuit struct {
	load, left ir.ExprID
	right      ir.BlockID
	op         ir.BinaryOp
}

// hoisting is the place of declarations that can't stand before a statement, because it is
// written in the head of a loop: declarations up to index upTo.
type hoisting struct {
	to   place
	upTo int
}

func (p *Planner) blockInfo(b ir.BlockID) *blockInfo {
	for int(b) >= len(p.blocks) {
		p.blocks = append(p.blocks, blockInfo{})
	}
	return &p.blocks[b]
}

// counter is the state of the first walk.
type counter struct {
	p      *Planner
	f      *ir.Function
	values []value
	at     place // with fixed: where declarations for what is used here go; else that is here
	fixed  bool  // a head of a loop sends them there
	block  ir.BlockID
	index  uint32
}

func (p *Planner) count() {
	p.blockInfo(p.f.Body)
	c := counter{p: p, f: p.f, values: p.values}
	c.walk(p.f.Body, hoisting{upTo: -1})
	for e := p.f.Next(0, variables); e != 0; e = p.f.Next(e, variables) {
		p.locals[p.f.LocalRef(e)].uses += p.values[e].uses
	}
	p.finishAnchors()
	for i := range p.shortCircuits {
		p.finishShortCircuit(uint32(i))
	}
	for _, s := range p.stores {
		if load, ok := p.compound(s); ok {
			if v := &p.values[p.f.Store(s).Pointer]; v.uses > 1 {
				v.uses--
			}
			w := &p.values[load]
			w.shared, w.twice = true, p.isTwice(p.f.Store(s))
		}
	}
}

const variables ir.KindSet = 1 << ir.KindLocal

// walk counts the uses in a block.
func (c *counter) walk(b ir.BlockID, h hoisting) {
	if b == 0 {
		return
	}
	p := c.p
	list := c.f.Block(b)
	if p.depth++; p.depth > maxBlocks {
		p.fail(ErrDepth, c.f.StmtSpan(list[0]))
	}
	at, fixed, block, index := c.at, c.fixed, c.block, c.index
	c.block, c.index = b, 0
	for i := range list {
		if p.err != nil {
			break
		}
		inner := hoisting{upTo: -1}
		if c.fixed = i <= h.upTo; c.fixed {
			c.at = h.to
			inner = hoisting{h.to, math.MaxInt}
		}
		c.stmt(list, i, inner)
	}
	c.at, c.fixed, c.block, c.index = at, fixed, block, index
	p.depth--
}

func (c *counter) stmt(list []ir.StmtID, i int, inner hoisting) {
	p, f := c.p, c.f
	s := list[i]
	k := f.StmtKind(s)
	if k == ir.StmtEmit {
		for _, e := range f.Emit(s) {
			c.index++
			c.expr(e)
		}
		return
	}
	c.index++
	here := place{c.block, c.index}
	switch k {
	case ir.StmtLocal:
		d := f.LocalDecl(s)
		l := &p.locals[d.Local]
		l.declared, l.at = true, here
		c.use(d.Init)
	case ir.StmtStore:
		v := f.Store(s)
		c.use(v.Pointer)
		c.useApart(v.Value)
		if f.Kind(v.Value) == ir.KindBinary {
			p.stores = append(p.stores, s)
		}
	case ir.StmtReturn:
		if v := f.ReturnValue(s); v != 0 {
			c.useApart(v)
		}
	case ir.StmtBlock:
		c.enter(f.BlockStmt(s), s, here)
		c.walk(f.BlockStmt(s), inner)
	case ir.StmtIf:
		v := f.If(s)
		c.use(v.Condition)
		c.enter(v.Accept, s, here)
		c.enter(v.Reject, s, here)
		c.walk(v.Accept, inner)
		c.walk(v.Reject, inner)
		p.noteShortCircuit(list, i)
	case ir.StmtLoop:
		c.loop(s, here, inner, i == len(list)-1)
	default:
		c.operation(s, k, here, inner)
	}
}

// operation is stmt for rarer statements.
func (c *counter) operation(s ir.StmtID, k ir.StmtKind, here place, inner hoisting) {
	p, f := c.p, c.f
	p.ops = f.StmtOperands(s, p.ops[:0])
	for _, e := range p.ops {
		c.useApart(e)
	}
	if r := f.StmtResult(s); r != 0 {
		p.values[r].block = c.block
		p.values[r].extra = uint32(s)
	}
	switch k {
	case ir.StmtAtomic:
		c.compared(k, f.Atomic(s).Compare)
	case ir.StmtImageAtomic:
		c.compared(k, f.ImageAtomic(s).Compare)
	case ir.StmtSubgroupGather:
		if g := f.SubgroupGather(s); g.Mode == ir.Broadcast || g.Mode == ir.QuadBroadcast {
			p.require(g.Index)
		}
	case ir.StmtSwitch:
		for _, cl := range f.Switch(s).Cases {
			c.enter(cl.Body, s, here)
			c.walk(cl.Body, inner)
		}
	}
}

func (c *counter) enter(b ir.BlockID, s ir.StmtID, at place) {
	if b != 0 {
		in := c.p.blockInfo(b)
		in.in, in.stmt = at, s
		in.depth = c.p.blocks[at.block].depth + 1
	}
}

// loop counts a loop. An expression in the head of a for or while loop can't have
// declarations of its own before it.
func (c *counter) loop(s ir.StmtID, here place, inner hoisting, last bool) {
	p, f := c.p, c.p.f
	l := f.Loop(s)
	c.enter(l.Body, s, here)
	c.enter(l.Continuing, s, here)
	switch {
	case l.Shape != ir.LoopFor && l.Shape != ir.LoopWhile:
		c.walk(l.Body, inner)
		c.walk(l.Continuing, inner)
	case inner.upTo >= 0:
		c.walk(l.Body, inner)
		c.walk(l.Continuing, inner)
	default:
		up := here
		if in := &p.blocks[here.block]; l.Shape == ir.LoopFor && last && in.stmt != 0 && f.StmtKind(in.stmt) == ir.StmtBlock {
			up = in.in // the loop ends a block of its own, which holds its initializer
		}
		c.walk(l.Body, hoisting{up, p.exitOf(l.Body)})
		c.walk(l.Continuing, hoisting{up, math.MaxInt})
	}
	if l.BreakIf != 0 {
		at, fixed, block := c.at, c.fixed, c.block
		if !fixed {
			c.at, c.fixed = here, true
		}
		c.block = l.Continuing
		c.use(l.BreakIf)
		c.at, c.fixed, c.block = at, fixed, block
	}
}

// exitOf is the index of the If that leaves a for or while loop at its head, or
// -1.
func (p *Planner) exitOf(b ir.BlockID) int {
	f := p.f
	for i, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
		case ir.StmtLocal:
			if f.Locals[f.LocalDecl(s).Local].Name != "" {
				return -1
			}
		case ir.StmtIf:
			if v := f.If(s); v.Accept == 0 && v.Reject != 0 {
				if list := f.Block(v.Reject); len(list) == 1 && f.StmtKind(list[0]) == ir.StmtBreak {
					return i
				}
			}
		default:
			if f.StmtResult(s) == 0 {
				return -1
			}
		}
	}
	return -1
}

// expr counts the operands of an evaluated expression.
func (c *counter) expr(e ir.ExprID) {
	c.p.m.Meter.Step()
	p, f := c.p, c.f
	c.values[e].block = c.block
	x, y, z, list := f.Inputs(e)
	c.count(x)
	c.count(y)
	c.count(z)
	for _, o := range list {
		c.count(o)
	}
	if p.anchoring {
		p.ops = f.Operands(e, p.ops[:0])
		for _, o := range p.ops {
			c.anchor(o)
		}
	}
	k := f.Kind(e)
	if p.opts.Initializers {
		if k == ir.KindCompose && p.isAggregate(e) {
			p.composes = true
		} else if p.composes {
			p.ops = f.Operands(e, p.ops[:0])
			for _, o := range p.ops {
				c.values[o].apart = true
			}
		}
	}
	switch {
	case foldable>>k&1 == 0:
		if k == ir.KindImageSample {
			if o := f.ImageSample(e).Offset; o != 0 {
				p.require(o)
			}
		}
	case p.opts.ConstErrors:
		p.constness(e, p.areConstant(x, y, z, list))
	default:
		c.values[e].fixed = p.areConstant(x, y, z, list)
	}
}

// areConstant reports whether all of the operands of an expression are constant there.
func (p *Planner) areConstant(x, y, z ir.ExprID, list []ir.ExprID) bool {
	if !p.isConstant(x) || !p.isConstant(y) || !p.isConstant(z) {
		return false
	}
	for _, o := range list {
		if !p.isConstant(o) {
			return false
		}
	}
	return true
}

// require keeps an operand that languages require to be constant, and its parts, from
// getting a name.
func (p *Planner) require(e ir.ExprID) {
	v := &p.values[e]
	if v.required {
		return
	}
	v.required, v.name = true, 0
	switch p.f.Kind(e) {
	case ir.KindCompose, ir.KindSplat:
		var few [4]ir.ExprID
		for _, o := range p.f.Operands(e, few[:0]) {
			p.require(o)
		}
	}
}

// compared counts one more use of the value that a compare-exchange expects: if the old
// value comes back through a parameter, it is compared once more.
func (c *counter) compared(k ir.StmtKind, e ir.ExprID) {
	if e != 0 && c.p.opts.OutResults>>k&1 != 0 {
		c.use(e)
	}
}

// use counts one use of a value.
func (c *counter) use(e ir.ExprID) {
	c.count(e)
	if c.p.anchoring {
		c.anchor(e)
	}
}

// count is use without a place for the value's name. An absent operand, 0, has no uses.
func (c *counter) count(e ir.ExprID) {
	v := &c.values[e]
	v.uses++
	v.used = c.block
}

// useApart is use by a statement that is no declaration.
func (c *counter) useApart(e ir.ExprID) {
	c.use(e)
	c.values[e].apart = true
}

// anchor moves the declaration of an implicit value's name, if e has one, to a place that
// serves the present use too.
func (c *counter) anchor(e ir.ExprID) {
	p := c.p
	v := &p.values[e]
	if v.name == 0 || !p.f.Kind(e).IsImplicit() {
		return
	}
	at := c.at
	if !c.fixed {
		at = place{c.block, c.index}
	}
	if v.extra == 0 {
		p.anchors = append(p.anchors, anchor{at: at, expr: e})
		v.extra = uint32(len(p.anchors))
		return
	}
	a := &p.anchors[v.extra-1]
	a.at = p.common(a.at, at)
}

// common is the place of the innermost statement that holds both places; if
// both are in one block, the first.
func (p *Planner) common(a, b place) place {
	for a.block != b.block {
		x, y := &p.blocks[a.block], &p.blocks[b.block]
		switch {
		case x.depth == 0 && y.depth == 0:
			return place{p.f.Body, 1}
		case x.depth >= y.depth:
			a = x.in
		default:
			b = y.in
		}
	}
	a.index = min(a.index, b.index)
	return a
}

// finishAnchors drops names that can't be declared, and links the others to their blocks in
// the order of their places. As anchors were made in the order of first uses, the anchors
// of one block come in that order.
func (p *Planner) finishAnchors() {
	for i := len(p.anchors) - 1; i >= 0; i-- {
		a := &p.anchors[i]
		p.values[a.expr].extra = 0
		if p.values[a.expr].required || !p.mayName(a.expr) {
			continue
		}
		if p.f.Kind(a.expr) == ir.KindLocal {
			if l := &p.locals[p.f.LocalRef(a.expr)]; l.declared && !p.covers(l.at, a.at) {
				continue
			}
		}
		at := &p.blocks[a.at.block].anchor
		for *at != 0 && p.anchors[*at-1].at.index < a.at.index {
			at = &p.anchors[*at-1].next
		}
		a.next, *at = *at, uint32(i)+1
	}
}

// covers reports whether a declaration is visible at a place.
func (p *Planner) covers(decl, at place) bool {
	for at.block != decl.block {
		if p.blocks[at.block].depth <= p.blocks[decl.block].depth {
			return false
		}
		at = p.blocks[at.block].in
	}
	return decl.index < at.index
}

// mayName reports whether a value of its type can be declared.
func (p *Planner) mayName(e ir.ExprID) bool {
	id := p.f.TypeOf(e)
	if id.IsElementary() {
		return true
	}
	t := p.m.Types.At(id)
	switch t.Kind {
	case ir.TypeArray, ir.TypeStruct, ir.TypeCooperative:
		return true
	case ir.TypePointer:
		return p.opts.Pointers && !p.isComponent(e) && t.Space != ir.SpaceHandle
	}
	return false
}

// isComponent reports whether a pointer points into a vector.
func (p *Planner) isComponent(e ir.ExprID) bool {
	if k := p.f.Kind(e); k != ir.KindAccess && k != ir.KindAccessIndex {
		return false
	}
	return p.m.Types.At(p.m.Types.Pointee(p.f.TypeOf(p.f.Operand(e)))).Kind == ir.TypeVector
}

// compound reports whether a store is one of an operation on the pointer's own value, if
// the parts serve nothing else, and returns the load.
func (p *Planner) compound(s ir.StmtID) (load ir.ExprID, ok bool) {
	f := p.f
	v := f.Store(s)
	if f.Kind(v.Value) != ir.KindBinary || !p.isLone(v.Value) || p.isByCall(v.Pointer) {
		return 0, false
	}
	b := f.Binary(v.Value)
	switch b.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr:
	default:
		return 0, false
	}
	if f.Kind(b.Left) != ir.KindLoad || !p.isLone(b.Left) || !p.samePlace(f.Operand(b.Left), v.Pointer) {
		return 0, false
	}
	pointee := p.m.Types.Pointee(f.TypeOf(v.Pointer)) // not an atomic, nor an operation that changes the type
	return b.Left, f.TypeOf(b.Left) == pointee && f.TypeOf(v.Value) == pointee
}

// isTwice reports whether a compound assignment may evaluate its place more than once.
func (p *subject) isTwice(s ir.Store) bool {
	return p.opts.PlaceTwice>>p.f.Binary(s.Value).Op&1 != 0
}

// samePlace reports whether two pointers are one value, or name one variable.
func (p *Planner) samePlace(a, b ir.ExprID) bool {
	if a == b {
		return true
	}
	k := p.f.Kind(a)
	if k != p.f.Kind(b) || p.values[a].name != p.values[b].name {
		return false
	}
	switch k {
	case ir.KindLocal:
		return p.f.LocalRef(a) == p.f.LocalRef(b)
	case ir.KindGlobal:
		return p.f.GlobalRef(a) == p.f.GlobalRef(b)
	case ir.KindArgument:
		return p.f.ArgumentIndex(a) == p.f.ArgumentIndex(b)
	}
	return false
}

// isLone reports whether a value has one use, no name, and is evaluated in the
// block of its use.
func (p *Planner) isLone(e ir.ExprID) bool {
	v := &p.values[e]
	return v.uses == 1 && v.name == 0 && !v.pinned && v.block == v.used
}

// noteShortCircuit looks whether the If at list[i] is a && or || taken apart.
func (p *Planner) noteShortCircuit(list []ir.StmtID, i int) {
	f := p.f
	if i == 0 || i+1 >= len(list) || f.StmtKind(list[i-1]) != ir.StmtLocal || f.StmtKind(list[i+1]) != ir.StmtEmit {
		return
	}
	d, v := f.LocalDecl(list[i-1]), f.If(list[i])
	if d.Init == 0 || d.Init != v.Condition || f.Locals[d.Local].Name != "" || (v.Accept == 0) == (v.Reject == 0) {
		return
	}
	isTemp := func(e ir.ExprID) bool { return f.Kind(e) == ir.KindLocal && f.LocalRef(e) == d.Local }
	load := f.Emit(list[i+1])[0]
	if f.Kind(load) != ir.KindLoad || !isTemp(f.Operand(load)) {
		return
	}
	c := shortCircuit{load, d.Init, v.Accept, ir.LogicalAnd}
	if v.Accept == 0 {
		c.right, c.op = v.Reject, ir.LogicalOr
	}
	inner := f.Block(c.right)
	if last := inner[len(inner)-1]; f.StmtKind(last) != ir.StmtStore || !isTemp(f.Store(last).Pointer) {
		return
	}
	p.shortCircuits = append(p.shortCircuits, c)
	p.locals[d.Local].shortCircuit = uint32(len(p.shortCircuits))
}

// finishShortCircuit drops a short-circuit evaluation if its variable is used
// elsewhere. Else its left side, written once, is counted as used once.
func (p *Planner) finishShortCircuit(i uint32) {
	c := &p.shortCircuits[i]
	l := &p.locals[p.f.LocalRef(p.f.Operand(c.load))]
	if l.uses != 2 {
		l.shortCircuit = 0
		return
	}
	p.values[c.left].uses--
}
