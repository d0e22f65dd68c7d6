package lower

// This file writes the ends of lists: falls, jumps, and flags of ways that go further than
// either; and behind constructs, the tests of the flags.

import (
	"refract/diag"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// skip is control on its way to a node, or to one of a group, marked by a flag.
type skip struct {
	node   int32
	group  int32 // instead of a node
	lo, hi int32 // of a group: the places of those that it may be on its way to
}

// flag is the variable of a node's flag.
type flag struct {
	v     int32
	has   bool
	clear ssa.NodeID // the block that cleared it last
}

// group is nodes that stand behind the same node one after the other. One number identifies
// the node that control is on its way to, by its place from 1; nodes up to the last that is
// written already don't count.
type group struct {
	flag
	frame   int32 // the frame that holds them
	written int32
}

// manyBehind is how many nodes behind the same one share a number instead of having
// flags.
const manyBehind = 5

// gather makes the nodes of a list, last first, a group if they are many.
func (e *emitter) gather(list []int32) {
	if len(list) < manyBehind {
		return
	}
	e.groups = append(e.groups, group{})
	for k, w := range list {
		e.group[w], e.placeIn[w] = int32(len(e.groups)-1), int32(len(list)-k)
	}
}

// item takes the next node off the items of the frame on top.
func (e *emitter) item() int32 {
	fr := e.top()
	v := fr.items[len(fr.items)-1]
	fr.items = fr.items[:len(fr.items)-1]
	if g := e.group[v]; g != 0 {
		e.groups[g].written = e.placeIn[v]
	}
	return v
}

// leave writes how control leaves the list on top for a node that stands elsewhere.
func (e *emitter) leave(w way, from int32) {
	fr := e.top()
	if w.to == fr.natural() {
		e.cross(w, from)
		fr.falls = true
		return
	}
	if o := e.jumpTo(w.to); o != op.Invalid {
		e.cross(w, from)
		e.jump(o)
		return
	}
	if e.onlyEnds(w.to) {
		e.copyEnding(w, from)
		return
	}
	e.cross(w, from)
	s := skip{node: w.to}
	if g := e.group[w.to]; g != 0 {
		s = skip{group: g, lo: e.placeIn[w.to], hi: e.placeIn[w.to]}
	}
	e.setFlag(s, w.to)
	if e.frameOf[w.to] < fr.exit {
		e.tree.Jump(fr.at, op.Break, 0, diag.Span{})
		e.skip(int(fr.exit)-1, s)
		return
	}
	e.skip(len(e.frames)-1, s)
}

// jumpTo is the jump that leads to a node from the list on top, or op.Invalid.
func (e *emitter) jumpTo(v int32) op.Op {
	fr := e.top()
	switch {
	case fr.exit >= 0 && e.frames[fr.exit].breaks == v:
		return op.Break
	case fr.loop >= 0 && e.frames[fr.loop].again == v:
		return op.Continue
	}
	return op.Invalid
}

// direct reports whether one jump leads to a node from the list on top.
func (e *emitter) direct(v int32) bool { return e.jumpTo(v) != op.Invalid || e.onlyEnds(v) }

// jump ends the list on top with a break or continue to the target.
func (e *emitter) jump(o op.Op) {
	fr := e.top()
	e.tree.Jump(fr.at, o, 0, diag.Span{})
	if o == op.Break {
		e.frames[fr.exit-1].falls = true
	}
}

// onlyEnds reports whether a node does nothing but return or halt.
func (e *emitter) onlyEnds(v int32) bool {
	if v <= theEnd || v >= e.flat || e.placed[v] {
		return false
	}
	b := ssa.NodeID(v)
	switch e.f.Ending(b) {
	case ssa.EndReturn, ssa.EndHalt:
	default:
		return false
	}
	j := e.f.Jump(b)
	prev := e.f.Prev(j)
	return prev == 0 || e.f.Op(prev) == op.Phi
}

// copyEnding writes the ending of a block that does nothing else once more.
func (e *emitter) copyEnding(w way, from int32) {
	fr := e.top()
	f := e.f
	e.copies[w.to]++
	e.lossy = true
	j := f.Jump(w.target)
	value := ssa.Value(0)
	if f.NumSrcs(j) > 0 {
		value = f.Arg(j, 0)
	}
	if value != 0 && f.Op(value) == op.Phi && f.Block(value) == w.target {
		value = f.Arg(value, e.predOf(value, ssa.NodeID(from)))
	}
	e.tree.Jump(fr.at, f.Op(j), value, f.SpanOf(j))
}

// dead reports whether nothing leads to a node any more but copies of it.
func (e *emitter) dead(v int32) bool {
	if e.copies[v] == 0 {
		return false
	}
	n := int32(0)
	for _, p := range e.preds.Succs(v) {
		if e.dom.Reached(p) {
			n++
		}
	}
	return n == e.copies[v]
}

// setFlag sets the flag of a node. The flag is cleared at the beginning of the construct
// that control exits in the list of the flag's last test.
func (e *emitter) setFlag(s skip, v int32) {
	fr := e.top()
	e.lossy = true
	x, t := &e.flags[v], ir.TypeBool
	if s.group != 0 {
		x, t = &e.groups[s.group].flag, ir.TypeU32
	}
	last := e.lastTest(v)
	if !x.has {
		name := "skip"
		switch {
		case s.group != 0:
			name = "target"
		case e.frameOf[v] < fr.exit:
			name = "leave"
		}
		*x = flag{v: e.values.add(t, name), has: true}
	}
	if at := e.frames[last].open; x.clear == 0 || at != x.clear && !e.isOn(last, s) {
		if at == 0 {
			at = fr.at
		}
		b := e.f.Build(ssa.Cursor{Block: at})
		e.values.set(e.f, at, x.v, b.Const(t, 0))
		x.clear = at
	}
	b := e.build(fr)
	value := uint64(1)
	if s.group != 0 {
		value = uint64(s.lo)
	}
	e.values.set(e.f, fr.at, x.v, b.Const(t, value))
}

// lastTest is the frame from which the way to a node from the list on top goes on without
// its flag.
func (e *emitter) lastTest(v int32) int32 {
	k := int32(len(e.frames) - 1)
	for k > e.frameOf[v] {
		fr := &e.frames[k]
		if fr.natural() == v || fr.exit >= 0 && e.frames[fr.exit].breaks == v || fr.loop >= 0 && e.frames[fr.loop].again == v {
			break
		}
		if e.frameOf[v] < fr.exit {
			k = fr.exit
		}
		k--
	}
	for e.frames[k].wrap {
		k--
	}
	return k
}

// isOn reports whether a way in a frame led to a skip's target already when the construct
// being written began.
func (e *emitter) isOn(at int32, s skip) bool {
	fr := &e.frames[at]
	for _, x := range fr.skips[:fr.pending] {
		if x.node == s.node && x.group == s.group {
			return true
		}
	}
	return false
}

// skip adds control on its way elsewhere to a frame.
func (e *emitter) skip(at int, s skip) {
	fr := &e.frames[at]
	for k := range fr.skips {
		if x := &fr.skips[k]; x.node == s.node && x.group == s.group {
			x.lo, x.hi = min(x.lo, s.lo), max(x.hi, s.hi)
			return
		}
	}
	fr.skips = append(fr.skips, s)
}

// arrive writes the tests of flags behind a construct or at the end of a list. It returns
// the node that is to be written next in the list on top, or nowhere.
func (e *emitter) arrive() int32 {
	for {
		fr := e.top()
		e.settle(fr)
		if len(fr.skips) > 0 {
			e.jumpOut()
			fr = e.top()
		}
		if len(fr.items) == 0 {
			return nowhere
		}
		if !fr.falls && e.dead(fr.natural()) {
			e.item()
			continue
		}
		if len(fr.skips) == 0 {
			if e.f.Jump(fr.at) != 0 {
				panic("internal/ssa/lower: a list goes on behind a jump")
			}
			return e.item()
		}
		if fr.wrap {
			return nowhere
		}
		e.wrap()
	}
}

// settle drops the skips that control has arrived at.
func (e *emitter) settle(fr *frame) {
	v := fr.natural()
	kept := fr.skips[:0]
	for _, s := range fr.skips {
		switch {
		case s.group == 0 && s.node == v:
			fr.falls = true
			continue
		case s.group != 0 && v > theEnd && e.group[v] == s.group && s.lo <= e.placeIn[v]:
			fr.falls = true
			if s.lo = e.placeIn[v] + 1; s.lo > s.hi {
				continue
			}
		}
		kept = append(kept, s)
	}
	fr.skips = kept
}

// jumpOf is the jump that takes a skip on from the list on top, or op.Invalid.
func (e *emitter) jumpOf(s skip) op.Op {
	fr := e.top()
	if s.group == 0 {
		if o := e.jumpTo(s.node); o != op.Invalid {
			return o
		}
		if e.frameOf[s.node] < fr.exit {
			return op.Break
		}
	} else if e.groups[s.group].frame < fr.exit {
		return op.Break
	}
	return op.Invalid
}

// jumpOut writes the jumps of ways that go on with one.
func (e *emitter) jumpOut() {
	for _, o := range [2]op.Op{op.Break, op.Continue} {
		fr := e.top()
		var cond ssa.Value
		rest := false
		for _, s := range fr.skips {
			rest = rest || e.jumpOf(s) != o
		}
		only := !rest && !fr.falls
		b := e.build(fr)
		taken := 0
		kept := fr.skips[:0]
		var on []skip
		for _, s := range fr.skips {
			if e.jumpOf(s) != o {
				kept = append(kept, s)
				continue
			}
			taken++
			if !only {
				cond = either(&b, cond, e.test(&b, s))
			}
			on = append(on, s)
		}
		fr.skips = kept
		if taken == 0 {
			continue
		}
		at := fr.at
		if !only {
			n, after := e.tree.If(fr.at, cond, diag.Span{})
			fr.at = after
			at = e.f.ListLast(e.f.Then(n))
		}
		e.tree.Jump(at, o, 0, diag.Span{})
		if o == op.Break {
			up := int(fr.exit) - 1
			for _, s := range on {
				e.skip(up, s)
			}
		}
	}
}

// test inserts the test whether control is on its way to a node or one of a group.
func (e *emitter) test(b *ssa.Builder, s skip) ssa.Value {
	fr := e.top()
	if s.group == 0 {
		return e.values.read(e.f, fr.at, e.flags[s.node].v, b.Undef(ir.TypeBool))
	}
	g := &e.groups[s.group]
	x := e.values.read(e.f, fr.at, g.v, b.Undef(ir.TypeU32))
	here := g.written
	if v := fr.natural(); v > theEnd && e.group[v] == s.group {
		here = e.placeIn[v]
	}
	return b.Op(op.ULt, ir.TypeBool, b.U32(uint32(here)), x)
}

// wrap writes nodes of the list on top under an if that holds while no way leads elsewhere:
// all up to the first that a way leads to.
func (e *emitter) wrap() {
	self := len(e.frames) - 1
	fr := e.top()
	n := len(fr.items) - 1
	for n > 0 && !e.awaited(fr, fr.items[n-1]) {
		n--
	}
	items := append([]int32(nil), fr.items[n:]...)
	b := e.build(fr)
	var cond ssa.Value
	for _, s := range fr.skips {
		cond = either(&b, cond, e.test(&b, s))
	}
	cond = b.Op(op.INot, ir.TypeBool, cond)
	fr.items = fr.items[:n]
	fr.open, fr.pending = fr.at, len(fr.skips)
	x, after := e.tree.If(fr.at, cond, diag.Span{})
	fr.at = after
	e.push(frame{at: e.f.ListLast(e.f.Then(x)), next: fr.natural(), items: items, wrap: true})
	e.list(e.item())
	inner := e.pop()
	fr = e.top()
	fr.pending = 0
	fr.items = append(fr.items, inner.items...)
	for _, v := range inner.items {
		e.frameOf[v] = int32(self)
		if g := e.group[v]; g != 0 {
			e.groups[g].frame = int32(self)
		}
	}
	fr.falls = true
	e.join(inner)
}

// awaited reports whether something in a frame is on its way to a node.
func (e *emitter) awaited(fr *frame, v int32) bool {
	for _, s := range fr.skips {
		if s.group == 0 && s.node == v || s.group != 0 && e.group[v] == s.group && s.lo <= e.placeIn[v] && e.placeIn[v] <= s.hi {
			return true
		}
	}
	return false
}
