package ssa

// This file checks the tree of a function: links, edges, jumps, and that
// definitions dominate uses.

import (
	"slices"

	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa/op"
)

// maxVerifyDepth bounds how deep lists may nest, so that walking the tree can't
// exhaust the stack.
const maxVerifyDepth = 10_000

// jumps is the set of targets that jumps of a list may have.
type jumps struct {
	depth           int
	breaks          bool // there is a loop or switch to leave
	continues       bool // there is a loop to go on with
	inContinue      bool // the list is below a continue list: no return and no halt
	breakCrosses    bool // a break would leave a loop from its continue list
	continueCrosses bool
	breakIfAllowed  bool // but this list is an arm of the if at the continue list's end
	continueListOf  NodeID
}

// list checks the links of a list and of all below it, and collects the blocks.
func (v *verifier) list(l ListID, parent NodeID, j jumps) {
	f := v.f
	if l == 0 || int(l) >= len(f.lists) || f.lists[l].parent != parent || !v.isNode(f.lists[l].first) || !v.isNode(f.lists[l].last) {
		v.breaks(parent, "list %d isn't one of node %d", l, parent)
		return
	}
	if j.depth++; j.depth > maxVerifyDepth {
		v.breaks(parent, "lists nest deeper than %d", maxVerifyDepth)
		return
	}
	block := true
	var prev NodeID
	for n := f.lists[l].first; n != 0; n = f.nodes[n].next {
		if !v.isNode(n) {
			v.breaks(prev, "node %d isn't there", n)
			return
		}
		x := &f.nodes[n]
		if v.seen[n] {
			v.breaks(n, "node %d is in the tree twice", n)
			return
		}
		v.seen[n] = true
		switch {
		case x.list != l || x.prev != prev:
			v.breaks(n, "node %d isn't linked to its list", n)
		case (x.kind == NodeBlock) != block || x.kind == NodeNone:
			v.breaks(n, "node %d, a %s, is out of place", n, x.kind)
		}
		block = !block
		v.node(n, l, j)
		prev = n
	}
	if block || f.lists[l].last != prev {
		v.breaks(prev, "list %d doesn't end with its last block", l)
	}
}

func (v *verifier) isNode(n NodeID) bool { return n != 0 && int(n) < len(v.f.nodes) }

// node checks a node of a list and goes into its own lists.
func (v *verifier) node(n NodeID, l ListID, j jumps) {
	f := v.f
	x := &f.nodes[n]
	inside := j
	inside.continueListOf, inside.breakIfAllowed = 0, false
	switch x.kind {
	case NodeBlock:
		v.blocks = append(v.blocks, n)
		if v.links(n) {
			if f.Jump(n) != 0 && x.next != 0 {
				v.breaks(n, "nodes follow a block that jumps")
			}
			v.jump(f.Jump(n), &j)
		}
	case NodeIf:
		if x.cond == 0 || int(x.cond) >= len(f.srcs) {
			v.breaks(n, "an if without a condition")
			return
		}
		if j.continueListOf != 0 && n == f.nodes[f.lists[l].last].prev && f.isBreakIf(n) {
			inside.breakIfAllowed = true
		}
		v.list(ListID(x.a), n, inside)
		v.list(ListID(x.b), n, inside)
	case NodeLoop:
		inside.breaks, inside.continues, inside.breakCrosses, inside.continueCrosses = true, true, false, false
		v.list(ListID(x.a), n, inside)
		if x.b != 0 {
			inside.inContinue, inside.breakCrosses, inside.continueCrosses, inside.continueListOf = true, true, true, n
			v.list(ListID(x.b), n, inside)
		}
	case NodeSwitch:
		if x.cond == 0 || int(x.cond) >= len(f.srcs) || x.b == 0 || uint64(x.a)+uint64(x.b) > uint64(len(f.cases)) {
			v.breaks(n, "a switch without a selector or clauses")
			return
		}
		inside.breaks, inside.breakCrosses = true, false
		for k := range x.b {
			l := f.cases[x.a+k].List
			if int(l) < len(f.lists) && f.lists[l].clause != k {
				v.breaks(n, "the list of clause %d is that of another", k)
				return
			}
			v.list(l, n, inside)
		}
		if f.cases[x.a+x.b-1].FallThrough {
			v.complain(0, n, "the last clause falls through")
		}
	}
}

// isBreakIf reports whether an if is of single blocks, exactly one of them ending in a
// break.
func (f *Function) isBreakIf(n NodeID) bool {
	exits := 0
	for _, l := range [2]ListID{ListID(f.nodes[n].a), ListID(f.nodes[n].b)} {
		if l == 0 || int(l) >= len(f.lists) {
			return false
		}
		b := f.lists[l].first
		if b == 0 || int(b) >= len(f.nodes) || b != f.lists[l].last || f.nodes[b].kind != NodeBlock {
			return false
		}
		if last := f.nodes[b].b; last != 0 && int(last) < len(f.instrs) && f.instrs[last].op == op.Break {
			exits++
		}
	}
	return exits == 1
}

// jump checks that a jump stands in a valid place.
func (v *verifier) jump(i InstrID, j *jumps) {
	if i == 0 {
		return
	}
	switch o := v.f.Op(i); {
	case o == op.Break && !j.breaks, o == op.Continue && !j.continues:
		v.complain(i, 0, "a %s outside of what it leaves", o)
	case o == op.Break && j.breakCrosses && !j.breakIfAllowed, o == op.Continue && j.continueCrosses,
		(o == op.Return || o == op.Halt) && j.inContinue:
		v.complain(i, 0, "a %s leaves a continue list other than by the if at its end", o)
	}
}

// links checks the chain of a block's instructions.
func (v *verifier) links(b NodeID) bool {
	f := v.f
	var prev InstrID
	for i := f.First(b); i != 0; i = f.instrs[i].next {
		if int(i) >= len(f.instrs) {
			v.breaks(b, "instruction %d isn't there", i)
			return false
		}
		n := &f.instrs[i]
		if n.block != b || n.prev != prev || v.order[i] != 0 {
			v.breaks(b, "instruction %d isn't linked to its block", i)
			return false
		}
		v.count++
		v.order[i] = v.count
		if n.op == op.Invalid || int(n.op) >= op.Count {
			v.breaks(b, "instruction %d has no operation", i)
			return false
		}
		if uint64(n.src)+uint64(n.nsrc) > uint64(len(f.srcs)) {
			v.breaks(b, "instruction %d has no sources", i)
			return false
		}
		if int(n.ty) >= f.Shader.Module.Types.Len() {
			v.breaks(b, "instruction %d has no type", i)
			return false
		}
		if n.op.Class() == op.ClassJump && n.next != 0 {
			v.breaks(b, "instructions follow a jump")
			return false
		}
		prev = i
	}
	if f.Last(b) != prev {
		v.breaks(b, "the block doesn't end with its last instruction")
		return false
	}
	return true
}

// predecessors compares the edges that follow from the tree with the lists of
// predecessors, and computes dominators if they agree.
func (v *verifier) predecessors() {
	f := v.f
	// Edges sorted by target: starts[b] to starts[b+1].
	starts := make([]uint32, len(f.nodes)+1)
	type edge struct{ from, to NodeID }
	edges := make([]edge, 0, 2*len(v.blocks))
	var buf [8]NodeID
	for _, b := range v.blocks {
		for _, s := range f.Succs(b, buf[:0]) {
			starts[s]++
			edges = append(edges, edge{b, s})
		}
	}
	sum := uint32(0)
	for k, n := range starts {
		starts[k] = sum
		sum += n
	}
	sorted := make([]NodeID, len(edges))
	at := append([]uint32(nil), starts...)
	for _, e := range edges {
		sorted[at[e.to]] = e.from
		at[e.to]++
	}
	stamp := make([]NodeID, len(f.nodes))
	good := true
	for _, b := range v.blocks {
		x := &f.nodes[b]
		want := sorted[starts[b]:starts[b+1]]
		if uint64(x.off)+uint64(x.n) > uint64(len(f.preds)) || int(x.n) != len(want) {
			v.complain(0, b, "the block has %d predecessors, but %d edges lead to it", x.n, len(want))
			good = false
			continue
		}
		for _, p := range f.Preds(b) {
			if !v.isNode(p) || stamp[p] == b {
				v.complain(0, b, "a predecessor is listed twice, or isn't there")
				good = false
				continue
			}
			stamp[p] = b
		}
		for _, p := range want {
			if stamp[p] != b {
				v.complain(0, b, "a predecessor is missing")
				good = false
			}
		}
	}
	v.edgesGood = good
	if good {
		v.dominators()
	}
}

// blockInfo places a block in the dominator tree. Blocks are numbered in program order, and
// every edge but the ones back to a loop's header leads onward, so that one pass suffices;
// the way up the tree has shortcuts (Myers, "An applicative random-access stack", 1983), so
// that the closest common dominator takes logarithmic time.
type blockInfo struct {
	up, far int32 // numbers of the immediate dominator and of one further up
	depth   int32
	size    int32 // of the subtree; 0: can't be reached
	pre     int32 // number on the way down the tree
	next    int32
}

func (v *verifier) dominators() {
	f := v.f
	v.dom = reuse.Zeroed(v.dom, len(v.blocks))
	v.number = reuse.Zeroed(v.number, len(f.nodes))
	for k, b := range v.blocks {
		v.number[b] = int32(k)
	}
	v.dom[0].size = 1
	for k := 1; k < len(v.blocks); k++ {
		up := int32(-1)
		for _, p := range f.Preds(v.blocks[k]) {
			switch at := v.number[p]; {
			case at >= int32(k) || v.dom[at].size == 0:
			case up < 0:
				up = at
			default:
				up = v.meet(up, at)
			}
		}
		if up < 0 {
			continue
		}
		d, u := &v.dom[k], &v.dom[up]
		d.up, d.far, d.depth, d.size = up, up, u.depth+1, 1
		if w := &v.dom[u.far]; u.depth-w.depth == w.depth-v.dom[w.far].depth {
			d.far = w.far
		}
	}
	for k := len(v.dom) - 1; k > 0; k-- {
		if d := &v.dom[k]; d.size > 0 {
			v.dom[d.up].size += d.size
		}
	}
	v.dom[0].next = 1
	for k := 1; k < len(v.dom); k++ {
		if d := &v.dom[k]; d.size > 0 {
			u := &v.dom[d.up]
			d.pre = u.next
			u.next += d.size
			d.next = d.pre + 1
		}
	}
}

// meet is the closest common dominator of two numbered blocks.
func (v *verifier) meet(a, b int32) int32 {
	for v.dom[a].depth > v.dom[b].depth {
		a = v.rise(a, v.dom[b].depth)
	}
	for v.dom[b].depth > v.dom[a].depth {
		b = v.rise(b, v.dom[a].depth)
	}
	for a != b {
		if x, y := v.dom[a].far, v.dom[b].far; x != y {
			a, b = x, y
		} else {
			a, b = v.dom[a].up, v.dom[b].up
		}
	}
	return a
}

// rise goes up the tree, to no less than a depth.
func (v *verifier) rise(a, depth int32) int32 {
	if d := &v.dom[a]; v.dom[d.far].depth >= depth {
		return d.far
	} else {
		return d.up
	}
}

// reachable reports whether control can come to a block.
func (v *verifier) reachable(b NodeID) bool { return v.dom[v.number[b]].size > 0 }

// dominated checks that the values that an instruction or a condition uses are defined on
// every way there. Unreachable code may use anything.
func (v *verifier) dominated() {
	f := v.f
	for _, b := range v.blocks {
		if v.reachable(b) {
			for i := f.First(b); i != 0; i = f.instrs[i].next {
				n := &f.instrs[i]
				for k := range n.nsrc {
					x := f.srcs[n.src+UseID(k)].value
					if x == 0 || !v.placed(x) {
						continue
					}
					switch {
					case n.op != op.Phi:
						if !v.before(x, b, v.order[i]) {
							v.complain(i, 0, "source %d isn't defined on every way here", k)
						}
					case k < f.nodes[b].n:
						p := f.preds[f.nodes[b].off+k]
						if v.reachable(p) && !v.before(x, p, ^uint32(0)) {
							v.complain(i, 0, "source %d isn't defined on every way through the predecessor", k)
						}
					}
				}
			}
			if n := f.nodes[b].next; n != 0 && f.nodes[n].cond != 0 {
				if x := f.Cond(n).Value; x != 0 && v.placed(x) && !v.before(x, b, ^uint32(0)) {
					v.complain(0, n, "the condition isn't defined on every way here")
				}
			}
		}
	}
	last := f.lists[Body].last
	if f.Result != 0 && f.Jump(last) == 0 && v.reachable(last) {
		v.complain(0, last, "the function ends without a value of type %s", v.typeName(f.Result))
	}
}

// before reports whether a value is defined on every way to a place of a block:
// before the instruction with the number.
func (v *verifier) before(x Value, b NodeID, order uint32) bool {
	def := v.f.instrs[x].block
	if def == b {
		return v.order[x] < order
	}
	d, u := &v.dom[v.number[def]], &v.dom[v.number[b]]
	return d.size > 0 && d.pre <= u.pre && u.pre < d.pre+d.size
}

// condition checks the condition of an if or the selector of a switch.
func (v *verifier) condition(n NodeID) {
	f := v.f
	s := f.Cond(n)
	x := s.Value
	v.use(x)
	if f.srcs[f.nodes[n].cond].user != uint32(n)|userIsNode {
		v.complain(0, n, "the condition belongs to another user")
	}
	if x == 0 || !v.placed(x) {
		v.complain(0, n, "the condition isn't a value of the function")
		return
	}
	if s.Comps != 0 {
		v.complain(0, n, "the condition isn't taken whole")
	}
	isBool := f.nodes[n].kind == NodeIf
	if f.IsFlat() {
		isBool = f.Ending(n) == EndBranch
	}
	if isBool {
		if f.Comps(x) != 1 || f.Bits(x) != 1 {
			v.complain(0, n, "the condition isn't one bool")
		}
		return
	}
	bits := f.Bits(x)
	if f.Comps(x) != 1 || bits < 8 {
		v.complain(0, n, "the selector isn't one integer")
	}
	if f.IsFlat() {
		v.flatCases(n, bits)
		return
	}
	v.clauses(n, bits)
}

// clauses checks the values and the default of a switch.
func (v *verifier) clauses(n NodeID, bits int) {
	f := v.f
	defaults := 0
	values := v.caseValues[:0]
	for k := range f.Cases(n) {
		c := &f.Cases(n)[k]
		if c.Default {
			defaults++
		}
		if uint64(c.off)+uint64(c.n) > uint64(len(f.values)) {
			v.complain(0, n, "a clause has no values")
			return
		}
		values = append(values, f.CaseValues(c)...)
	}
	v.values(n, bits, values)
	if defaults != 1 {
		v.complain(0, n, "a switch has one default, not %d", defaults)
	}
}

// values checks the values of a switch's clauses.
func (v *verifier) values(n NodeID, bits int, values []uint64) {
	v.caseValues = values
	slices.Sort(values)
	for k, x := range values {
		if k > 0 && values[k-1] == x {
			v.complain(0, n, "two clauses have the same value")
			break
		}
	}
	if k := len(values); k > 0 && bits > 0 && bits < 64 && values[k-1]>>bits != 0 {
		v.complain(0, n, "the value of a clause has bits above the selector's size")
	}
}

func (v *verifier) typeName(t ir.TypeID) string {
	if int(t) >= v.f.Shader.Module.Types.Len() {
		return "no type"
	}
	return v.f.Shader.Module.TypeString(t)
}
