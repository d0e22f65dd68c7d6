package ssa

// This file makes copies of broken functions that can be printed, for the text of Verify's
// errors.

import "refract/ssa/op"

// walkable is a copy of the function whose handles all exist and whose tree is one: lists
// end before nodes that can't stand in them.
func (f *Function) walkable() *Function {
	if len(f.lists) <= int(Body) || len(f.spans) < len(f.instrs) {
		return newFunctionLike(f)
	}
	if f.IsFlat() {
		if _, what := f.flatBroken(); what != "" {
			return newFunctionLike(f)
		}
	}
	m := mender{f: f.clone()}
	m.nodes, m.lists, m.instrs = make([]bool, len(f.nodes)), make([]bool, len(f.lists)), make([]bool, len(f.instrs))
	m.f.lists[Body].parent = 0
	if f.IsFlat() {
		for b := range m.f.Blocks() {
			m.block(b)
		}
	} else {
		m.list(Body, 0)
	}
	for i := range m.f.instrs {
		m.instr(InstrID(i))
	}
	return m.f
}

// newFunctionLike is a function with the name and signature of another and an
// empty body.
func newFunctionLike(f *Function) *Function {
	g := newFunction()
	g.Shader, g.Name, g.Params, g.Result = f.Shader, f.Name, f.Params, f.Result
	return g
}

type mender struct {
	f                    *Function
	nodes, lists, instrs []bool // seen
}

func (m *mender) list(l ListID, depth int) {
	f := m.f
	m.lists[l] = true
	block := true
	var prev NodeID
	n := f.lists[l].first
	for n != 0 && int(n) < len(f.nodes) && !m.nodes[n] && (f.nodes[n].kind == NodeBlock) == block && f.nodes[n].kind != NodeNone {
		m.nodes[n] = true
		if !m.node(n, depth) {
			break
		}
		f.nodes[n].list, f.nodes[n].prev = l, prev
		block = !block
		prev, n = n, f.nodes[n].next
	}
	if prev == 0 {
		f.lists[l].first = 0
	} else {
		f.nodes[prev].next = 0
	}
	f.lists[l].last = prev
}

// node mends the lists of a node; it is false if the node can't stay.
func (m *mender) node(n NodeID, depth int) bool {
	f := m.f
	x := &f.nodes[n]
	if int(x.cond) >= len(f.srcs) {
		x.cond = 0
	}
	if x.kind == NodeBlock {
		m.block(n)
		return true
	}
	var lists []ListID
	switch x.kind {
	case NodeIf:
		lists = []ListID{ListID(x.a), ListID(x.b)}
	case NodeLoop:
		lists = []ListID{ListID(x.a)}
		if x.b != 0 {
			lists = append(lists, ListID(x.b))
		}
	case NodeSwitch:
		if x.b == 0 || uint64(x.a)+uint64(x.b) > uint64(len(f.cases)) {
			return false
		}
		for k := range x.b {
			c := &f.cases[x.a+k]
			if uint64(c.off)+uint64(c.n) > uint64(len(f.values)) {
				c.n = 0
			}
			lists = append(lists, c.List)
		}
	}
	for k, l := range lists {
		if l == 0 || int(l) >= len(f.lists) || m.lists[l] || depth > maxVerifyDepth {
			return false
		}
		f.lists[l].parent, f.lists[l].clause = n, uint32(k)
		m.list(l, depth+1)
	}
	return true
}

// block cuts the chain of a block's instructions at the first broken link.
func (m *mender) block(b NodeID) {
	f := m.f
	x := &f.nodes[b]
	if uint64(x.off)+uint64(x.n) > uint64(len(f.preds)) {
		x.n = 0
	}
	for k := range x.n {
		if int(f.preds[x.off+k]) >= len(f.nodes) {
			f.preds[x.off+k] = 0
		}
	}
	var prev InstrID
	i := InstrID(x.a)
	for i != 0 && int(i) < len(f.instrs) && !m.instrs[i] && f.instrs[i].op != op.Invalid && int(f.instrs[i].op) < op.Count {
		m.instrs[i] = true
		n := &f.instrs[i]
		n.block, n.prev = b, prev
		prev, i = i, n.next
	}
	if prev == 0 {
		x.a = 0
	} else {
		f.instrs[prev].next = 0
	}
	x.b = uint32(prev)
}

// instr clears the missing parts of an instruction.
func (m *mender) instr(i InstrID) {
	f := m.f
	n := &f.instrs[i]
	if int(n.op) >= op.Count {
		n.op = op.Invalid
	}
	if int(n.ty) >= f.Shader.Module.Types.Len() {
		n.ty = 0
	}
	if uint64(n.src)+uint64(n.nsrc) > uint64(len(f.srcs)) {
		n.nsrc = 0
	}
	switch n.op {
	case op.Const:
		if c := f.Comps(i); c > 1 && uint64(n.words[0])+uint64(c) > uint64(len(f.consts)) {
			f.SetOp(i, op.Undef)
		}
	case op.Phi:
		if f.IsFlat() && uint64(n.words[0])+uint64(n.nsrc) > uint64(len(f.words)) {
			n.nsrc = 0
		}
	case op.ParallelCopy:
		if uint64(n.words[0])+uint64(n.nsrc) > uint64(len(f.words)) {
			n.nsrc = 0
		}
	}
}
