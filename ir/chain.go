package ir

// This file builds an if with its else ifs. Each else if is the last statement, behind the
// evaluation of its condition, of the reject block of the one before, so that a chain nests
// as deep as it is long. Code that works on modules recurs over blocks, and SPIR-V bounds
// how deep they nest: a long chain is built in parts, one behind the other.
//
//	if a {..} else if b {..} ... else if y {..} else if z {..} else {..}
//
// becomes
//
//	var rest = false;
//	if a {..} else if b {..} ... else { rest = true; }
//	if rest { rest = false; if y {..} else if z {..} else {..} }

// chainPart is how many clauses a part has at most.
const chainPart = 250

// An IfChain is a chain under construction. The caller builds the condition and the
// block of a clause, calls Clause with them, and so on; then End.
type IfChain struct {
	b    *Builder
	base int // of Builder.clauses
	rest ExprID
	part int // mark of the part's block, if it is not the first
	open bool
}

// clause is an if whose reject block is being built.
type clause struct {
	condition ExprID
	accept    BlockID
	mark      int // of the reject block that holds it, if it isn't the first of its part
}

// Chain begins a chain of so many clauses.
func (b *Builder) Chain(clauses int) IfChain {
	c := IfChain{b: b, base: len(b.clauses)}
	if clauses > chainPart {
		l := b.F.AddLocal(Local{Type: TypeBool, Span: b.Span})
		b.DeclareLocal(l, b.Bool(false))
		c.rest = b.Local(l)
	}
	return c
}

// Next begins a clause: the evaluation of its condition is built next.
func (c *IfChain) Next() {
	b := c.b
	n := len(b.clauses) - c.base
	if n == chainPart {
		mark := b.Begin()
		b.Store(c.rest, b.Bool(true))
		c.close(b.End(mark), false)
		c.part, c.open = b.Begin(), true
		b.Store(c.rest, b.Bool(false))
		n = 0
	}
	var mark int
	if n > 0 {
		mark = b.Begin()
	}
	b.clauses = append(b.clauses, clause{mark: mark})
}

// Clause ends a clause with its condition, or 0 if that is wrong, and its block.
func (c *IfChain) Clause(condition ExprID, accept BlockID) {
	last := &c.b.clauses[len(c.b.clauses)-1]
	last.condition, last.accept = condition, accept
}

// End ends the chain with the block of its else, or 0; leaves is set if control leaves all
// of its blocks before their ends.
func (c *IfChain) End(reject BlockID, leaves bool) { c.close(reject, leaves) }

// close builds the ifs of a part.
func (c *IfChain) close(reject BlockID, leaves bool) {
	b := c.b
	list := b.clauses[c.base:]
	for i := len(list) - 1; i >= 0; i-- {
		if l := &list[i]; l.condition != 0 {
			b.If(l.condition, l.accept, reject)
		}
		if i > 0 {
			reject = b.End(list[i].mark)
		}
	}
	b.clauses = b.clauses[:c.base]
	switch {
	case !c.open:
	case leaves: // so did the parts before, if control isn't here
		b.Nested(b.End(c.part))
	default:
		part := b.End(c.part)
		b.If(b.Load(c.rest), part, 0)
	}
	c.open = false
}
