package toir

// This file says what is reached, and what is visible where: a continue list is within the scope of its
// loop's body, and an arm of an if that stands after it is in that of the list
// around it.

import (
	"iter"

	"refract/ssa"
)

// reach finds the blocks that control may reach, if there are others.
func (c *converter) reach() {
	g := c.g
	c.alive = c.alive[:0]
	all := true
	for b := range g.Blocks() {
		all = all && (len(g.Preds(b)) > 0 || b == g.FirstBlock())
	}
	if all {
		return
	}
	c.alive = zeroed(c.alive, g.NodeCount())
	c.alive[g.FirstBlock()] = true
	work := append(c.work[:0], g.FirstBlock())
	var buf [8]ssa.NodeID
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, x := range g.Succs(b, buf[:0]) {
			if !c.alive[x] {
				c.alive[x] = true
				work = append(work, x)
			}
		}
	}
	c.work = work
}

// isDead reports whether control never reaches a block.
func (c *converter) isDead(b ssa.NodeID) bool { return len(c.alive) > 0 && !c.alive[b] }

// nodes are the nodes of a list that control may reach.
func (c *converter) nodes(l ssa.ListID) iter.Seq[ssa.NodeID] {
	return func(yield func(ssa.NodeID) bool) {
		for n := range c.g.Nodes(l) {
			if c.isDead(n) && c.g.Kind(n) == ssa.NodeBlock || !yield(n) {
				return
			}
		}
	}
}

// falls reports whether the end of a list may be reached.
func (c *converter) falls(l ssa.ListID) bool {
	b := c.g.ListLast(l)
	return c.g.Jump(b) == 0 && !c.isDead(b)
}

// outer is the list whose scope is around another's.
func (c *converter) outer(l ssa.ListID) ssa.ListID {
	p := c.g.ListParent(l)
	if p == 0 {
		return 0
	}
	if c.g.Kind(p) == ssa.NodeLoop && c.g.LoopContinue(p) == l {
		return c.g.LoopBody(p)
	}
	return c.g.ListOf(p)
}

// scopes numbers the lists by how many scopes are around them.
func (c *converter) scopes() {
	c.reach()
	c.depth, c.scope = c.depth[:0], c.scope[:0]
	for b := range c.g.Blocks() {
		l := c.g.ListOf(b)
		for len(c.depth) <= int(l) {
			c.depth = append(c.depth, -1)
			c.scope = append(c.scope, 0)
		}
		if c.depth[l] >= 0 {
			continue
		}
		c.scope[l], c.depth[l] = l, 0
		if o := c.outer(l); o != 0 {
			if c.standsAfter(l) {
				c.scope[l], c.depth[l] = c.scope[o], c.depth[o]
			} else {
				c.depth[l] = c.depth[o] + 1
			}
		}
	}
}

// standsAfter reports whether a list is the arm of an if that is to be written
// after it: the other arm ends in a jump, and where it is the else, that is short
// and the opposite of the condition another comparison. Shaders without registers, which no pass
// has been at, stay as they are.
func (c *converter) standsAfter(l ssa.ListID) bool {
	g := c.g
	n := g.ListParent(l)
	if !c.held || n == 0 || g.Kind(n) != ssa.NodeIf || !c.falls(l) || c.isEmpty(l) {
		return false
	}
	other := g.Else(n)
	if other == l {
		other = g.Then(n)
	}
	if c.falls(other) || other == g.Else(n) && (!c.inverts(g.Cond(n).Value) || g.NextNode(g.ListFirst(other)) != 0) {
		return false
	}
	return !c.isBreakIf(n)
}

// isFlat reports whether a list is written after the if whose arm it is.
func (c *converter) isFlat(l ssa.ListID) bool { return c.scope[l] != l }

// inScope reports whether what is defined in a list is visible in another.
func (c *converter) inScope(def, use ssa.ListID) bool {
	def, use = c.scope[def], c.scope[use]
	for c.depth[use] > c.depth[def] {
		use = c.scope[c.outer(use)]
	}
	return use == def
}
