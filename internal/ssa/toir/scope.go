package toir

// This file computes reachability and visibility: a continue list is within the scope of
// its loop's body.

import (
	"iter"

	"refract/internal/reuse"
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
	c.alive = reuse.Zeroed(c.alive, g.NodeCount())
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
	c.depth = c.depth[:0]
	for b := range c.g.Blocks() {
		l := c.g.ListOf(b)
		for len(c.depth) <= int(l) {
			c.depth = append(c.depth, -1)
		}
		if c.depth[l] >= 0 {
			continue
		}
		c.depth[l] = 0
		if o := c.outer(l); o != 0 {
			c.depth[l] = c.depth[o] + 1
		}
	}
}

// inScope reports whether a value defined in a list is visible in another.
func (c *converter) inScope(def, use ssa.ListID) bool {
	for c.depth[use] > c.depth[def] {
		use = c.outer(use)
	}
	return use == def
}
