package lower

// This file sets registers when SSA is left: the places in a function, and their order.

import (
	"slices"

	"refract/ssa"
	"refract/ssa/op"
)

// maxEarly bounds the copies of a loop that are looked at for being made early.
const maxEarly = 64

// regCopy is a copy at the end of a block: register to, from a value that is the
// reading of register from, or of none (0).
type regCopy struct {
	to, from ssa.RegID
	value    ssa.Value
}

// entryOf is the block before the loop that a block is the header of, or 0.
func (c *coalescer) entryOf(header ssa.NodeID) ssa.NodeID {
	f := c.f
	if n := f.Parent(header); n != 0 && f.Kind(n) == ssa.NodeLoop && f.LoopHeader(n) == header {
		return f.Before(n)
	}
	return 0
}

// stores sets the registers of values other than phis right after their computation.
func (c *coalescer) stores() {
	f := c.f
	for k := range c.webs {
		for _, v := range c.webs[k].members {
			if f.Op(v) == op.Phi {
				continue
			}
			b := f.BuildAfter(v)
			b.Span = f.SpanOf(v)
			i := b.Instr(op.StoreReg, 0, ssa.Whole(v))
			f.SetWords(i, [2]uint32{uint32(c.webs[k].reg)})
		}
	}
}

// copies sets the registers at the ends of the predecessors, or before the if one
// of whose arms does nothing.
func (c *coalescer) copies(phis []ssa.Value) {
	f := c.f
	var pending, early []regCopy
	for first := 0; first < len(phis); {
		block := f.Block(phis[first])
		last := first
		for last < len(phis) && f.Block(phis[last]) == block {
			last++
		}
		arm := c.idleArm(block)
		for k, pred := range f.Preds(block) {
			pending, early = pending[:0], early[:0]
			for _, p := range phis[first:last] {
				s := f.Arg(p, k)
				to, from := c.register(p), c.register(s)
				switch {
				case to == from || f.Op(s) == op.Undef:
				case pred == arm && c.isHoistable(p, f.PrevNode(block)):
					early = append(early, regCopy{to, from, s})
				default:
					pending = append(pending, regCopy{to, from, s})
				}
			}
			if pred == c.entryOf(block) {
				c.countersLast(pending, phis[first:last])
			}
			pending = c.early(pending, block, pred)
			c.sequence(pending, f.EndOf(pred))
			if len(early) > 0 {
				c.sequence(early, f.EndOf(f.PrevNode(f.PrevNode(block))))
			}
		}
		first = last
	}
}

// early moves the copies from a continue list to a loop's header that need nothing of the
// list to the end of the loop's body, if there is one way from it to the list; it returns
// the others.
func (c *coalescer) early(pending []regCopy, header, pred ssa.NodeID) []regCopy {
	f := c.f
	n := f.Parent(header)
	if len(pending) == 0 || len(pending) > maxEarly || n == 0 || f.Kind(n) != ssa.NodeLoop || f.LoopHeader(n) != header || pred == f.Before(n) {
		return pending
	}
	l := f.LoopContinue(n)
	if l == 0 || len(f.Preds(f.ListFirst(l))) != 1 {
		return pending
	}
	var now, late []regCopy
	for _, x := range pending {
		if c.isIn(x.value, l) {
			late = append(late, x)
		} else {
			now = append(now, x)
		}
	}
	for n := -1; n != len(now); { // until none of those made early needs one that isn't
		n = len(now)
		early := now[:0]
		for _, x := range now {
			if c.needed(x.to, l, late) {
				late = append(late, x)
			} else {
				early = append(early, x)
			}
		}
		now = early
	}
	c.sequence(now, f.EndOf(f.Preds(f.ListFirst(l))[0]))
	return late
}

// needed reports whether a continue list, the copies that stay at its end, or something
// after the loop needs the old value of a register, or sets the register.
func (c *coalescer) needed(r ssa.RegID, l ssa.ListID, late []regCopy) bool {
	f := c.f
	loop := f.ListParent(l)
	for _, v := range c.webs[c.webBy[r]].members {
		if c.isIn(v, l) {
			return true
		}
		if !c.live.In(f.ListFirst(l), v) {
			continue
		}
		if !c.isIn(v, f.LoopBody(loop)) {
			return true
		}
		for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
			i, n := f.UserOf(u)
			switch {
			case i == 0:
				n = f.Before(n)
			case f.Op(i) == op.Phi:
				n = f.Preds(f.Block(i))[f.UseIndex(u)]
				if f.Block(i) == f.LoopHeader(loop) && !slices.ContainsFunc(late, func(x regCopy) bool { return x.value == v }) {
					continue // by a copy that is made early as well
				}
			default:
				n = f.Block(i)
			}
			if c.isWithin(n, l) {
				return true
			}
		}
	}
	return false
}

// isIn reports whether a value is computed in a list, or in one within it.
func (c *coalescer) isIn(v ssa.Value, l ssa.ListID) bool { return c.isWithin(c.f.Block(v), l) }

func (c *coalescer) isWithin(n ssa.NodeID, l ssa.ListID) bool {
	for ; n != 0; n = c.f.Parent(n) {
		if c.f.ListOf(n) == l {
			return true
		}
	}
	return false
}

// countersLast moves the copies before a loop that set registers its continue list changes
// to the end, next to the loop.
func (c *coalescer) countersLast(pending []regCopy, phis []ssa.Value) {
	f := c.f
	l := f.LoopContinue(f.Parent(f.Block(phis[0])))
	if l == 0 {
		return
	}
	counters := make(map[ssa.RegID]bool, len(phis))
	for _, p := range phis {
		for k := range f.NumSrcs(p) {
			if s := f.Arg(p, k); f.Op(s) != op.Phi && f.ListOf(f.Block(s)) == l {
				counters[c.register(p)] = true
			}
		}
	}
	slices.SortStableFunc(pending, func(a, b regCopy) int {
		switch x, y := counters[a.to], counters[b.to]; {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
}

// idleArm is the one block of an idle arm of the if before a block, if the other arm does
// something; or 0.
func (c *coalescer) idleArm(block ssa.NodeID) ssa.NodeID {
	f := c.f
	n := f.PrevNode(block)
	if n == 0 || f.Kind(n) != ssa.NodeIf {
		return 0
	}
	idle := func(l ssa.ListID) bool { return f.NextNode(f.ListFirst(l)) == 0 && f.First(f.ListFirst(l)) == 0 }
	switch then, els := idle(f.Then(n)), idle(f.Else(n)); {
	case then == els:
		return 0
	case then:
		return f.ListFirst(f.Then(n))
	}
	return f.ListFirst(f.Else(n))
}

// isDeep reports whether a node is in many others.
func (c *coalescer) isDeep(n ssa.NodeID) bool {
	for range 24 {
		if n = c.f.Parent(n); n == 0 {
			return false
		}
	}
	return true
}

// isHoistable reports whether the register of a phi after an if may be set before it:
// nothing needs its old value. In a long chain of else ifs that would nest blocks deeper
// than languages allow.
func (c *coalescer) isHoistable(p ssa.Value, n ssa.NodeID) bool {
	w := &c.webs[c.webOf[p]-1]
	if w.shortCircuit || c.isDeep(n) {
		return false
	}
	for _, v := range w.members {
		if c.live.Out(c.f.Before(n), v) || c.f.Cond(n).Value == v {
			return false
		}
	}
	return true
}

// sequence inserts parallel copies one after the other.
func (c *coalescer) sequence(pending []regCopy, at ssa.Cursor) {
	for len(pending) > 0 {
		pick := 0
		for k := range pending {
			read := false
			for j := range pending {
				read = read || j != k && pending[j].from == pending[k].to
			}
			if !read {
				pick = k
				break
			}
		}
		b := c.f.Build(at)
		b.Span = c.f.SpanOf(pending[pick].value)
		i := b.Instr(op.StoreReg, 0, ssa.Whole(pending[pick].value))
		c.f.SetWords(i, [2]uint32{uint32(pending[pick].to)})
		pending = append(pending[:pick], pending[pick+1:]...)
	}
}
