package lower

// This file writes loops.

import (
	"refract/diag"
	"refract/ssa"
)

// loopNode writes the loop that a node is the header of.
func (e *emitter) loopNode(h int32) {
	e.putBehind(h, e.outside)
	fr := e.top()
	natural := fr.natural()
	latch := int32(0)
	if e.listed(h, natural) {
		latch = e.latch[h]
	}
	span := diag.Span{}
	if h < e.flat {
		span = e.f.NodeSpan(ssa.NodeID(h))
	}
	fr.open = fr.at
	n, after := e.tree.Loop(fr.at, latch != 0, span)
	fr.at = after
	fr.falls = false
	self := int32(len(e.frames))
	again := h
	if latch != 0 {
		again = latch
	}
	// The ways that lead here from now on differ from the ones that led to the loop.
	e.frameOf[again], e.flags[again], e.group[again] = self, flag{}, 0
	e.push(frame{at: e.f.ListLast(e.f.LoopBody(n)), next: again, exit: self, breaks: natural, loop: self, again: again})
	e.start(h, func(w int32) bool { return w != latch && !e.outside(w) })
	v := e.ending(h)
	if v == nowhere {
		v = e.arrive()
	}
	if v != nowhere {
		e.list(v)
	}
	e.close()
	if latch == 0 {
		return
	}
	e.push(frame{at: e.f.ListLast(e.f.LoopContinue(n)), next: h, exit: self, breaks: natural, loop: self, again: nowhere})
	e.list(latch)
	e.close()
}

// close closes the list of a loop on top, from whose end control goes nowhere but on
// in the loop.
func (e *emitter) close() {
	if fr := e.pop(); len(fr.skips) > 0 || len(fr.items) > 0 {
		panic("internal/ssa/lower: the list of a loop is left at its end")
	}
}

// listed reports whether the continue target of a loop, and all that it dominates, can be
// the loop's continue list: it ends with the way back, before which it may exit the loop,
// and isn't left in any other way. It is so only if that reads well.
func (e *emitter) listed(h, natural int32) bool {
	c := e.latch[h]
	if c == 0 || e.stand[c] != standsBehind || e.parent[c] != h {
		return false
	}
	for w := e.next[c]; w != 0; w = e.next[w] {
		if !e.outside(w) {
			return false
		}
	}
	last := int32(0)
	for _, p := range e.preds.Succs(h) {
		if !e.dom.Reached(p) || !e.back(p, h) {
			continue
		}
		if last != 0 && last != p || !e.above(c, p) {
			return false
		}
		last = p
	}
	if e.header[last] || e.isSwitch(last) {
		return false
	}
	leaves := false
	for _, v := range e.below(c) {
		out := e.out(v)
		if len(out) == 0 {
			return false
		}
		for _, w := range out {
			switch {
			case w.to == h && v == last:
			case w.to == natural && v == last:
				leaves = true
			case v == last || !e.above(c, w.to):
				return false
			}
		}
	}
	// The node that leads back stands in the list itself.
	for v := last; v != c; v = e.parent[v] {
		p := e.parent[v]
		switch {
		case e.stand[v] == standsBehind && (!e.header[p] || e.outside(v)):
		case e.stand[v] == standsInline && len(e.out(p)) == 1 && !e.header[p]:
		default:
			return false
		}
	}
	if e.header[c] && c == last {
		return false
	}
	return leaves || e.treeSize[c] == 1 && !e.onlyBody(h, c) || e.waysIn(c) > 1
}

// onlyBody reports whether a continue target is all that a loop does.
func (e *emitter) onlyBody(h, c int32) bool {
	return e.leadsTo(h, c) && e.waysIn(c) == 1
}
