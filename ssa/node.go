package ssa

// This file holds the control-flow tree as it is read: nodes, lists, cases, the
// order of blocks, and the edges that follow from the tree.

import (
	"iter"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// NodeKind is the kind of a node.
type NodeKind uint8

const (
	NodeNone   NodeKind = iota // removed
	NodeBlock                  // instructions; the last may be a jump
	NodeIf                     // condition; then and else lists
	NodeLoop                   // body and continue lists; left by break only
	NodeSwitch                 // selector; a list per case, one of which is the default
)

var nodeNames = [...]string{"none", "block", "if", "loop", "switch"}

func (k NodeKind) String() string { return nodeNames[k] }

// node is a node of the tree. Meaning of a and b by kind:
//
//	Block   a: first instruction, b: last; predecessors preds[off:off+n], room for room
//	If      a: then list, b: else list; cond
//	Loop    a: body, b: continue list or 0; control: shape
//	Switch  a: offset in cases, b: count; cond: selector
type node struct {
	kind    NodeKind
	control uint8
	list    ListID
	prev    NodeID
	next    NodeID
	a, b    uint32
	cond    UseID
	off     uint32 // of a block: predecessors
	n       uint32
	room    uint32
	span    diag.Span
}

// list is a list of nodes under a parent; that of the body has parent 0.
type list struct {
	parent NodeID
	first  NodeID
	last   NodeID
	clause uint32 // of a switch's list: its place among the clauses
}

// Case is one clause of a switch.
type Case struct {
	List        ListID
	Default     bool // also taken when no value matches
	FallThrough bool // the end of the list leads into the next clause
	off, n      uint32
}

// Body is the list of the function itself.
const Body ListID = 1

// NodeCount is one more than the greatest node handle.
func (f *Function) NodeCount() int { return len(f.nodes) }

// Kind is the kind of a node.
func (f *Function) Kind(n NodeID) NodeKind { return f.nodes[n].kind }

// NextNode is the node after n in its list, or 0.
func (f *Function) NextNode(n NodeID) NodeID { return f.nodes[n].next }

// PrevNode is the node before n in its list, or 0.
func (f *Function) PrevNode(n NodeID) NodeID { return f.nodes[n].prev }

// ListOf is the list that holds a node.
func (f *Function) ListOf(n NodeID) ListID { return f.nodes[n].list }

// Parent is the if, loop or switch that holds a node, or 0.
func (f *Function) Parent(n NodeID) NodeID { return f.lists[f.nodes[n].list].parent }

// ListParent is the node whose list it is, or 0 for the body.
func (f *Function) ListParent(l ListID) NodeID { return f.lists[l].parent }

// ListFirst is the block that a list begins with.
func (f *Function) ListFirst(l ListID) NodeID { return f.lists[l].first }

// ListLast is the block that a list ends with.
func (f *Function) ListLast(l ListID) NodeID { return f.lists[l].last }

// NodeSpan is the source position of an if, loop or switch.
func (f *Function) NodeSpan(n NodeID) diag.Span { return f.nodes[n].span }

// SetNodeSpan changes it.
func (f *Function) SetNodeSpan(n NodeID, s diag.Span) { f.nodes[n].span = s }

// Cond is the condition of an if or the selector of a switch; in the flat form, of
// the branch or switch that a block ends with.
func (f *Function) Cond(n NodeID) Src { return f.use(f.nodes[n].cond) }

// SetCond replaces it.
func (f *Function) SetCond(n NodeID, s Src) { f.setUse(f.nodes[n].cond, s) }

// Then is the list taken if an if's condition holds.
func (f *Function) Then(n NodeID) ListID { return ListID(f.nodes[n].a) }

// Else is the list taken if it doesn't.
func (f *Function) Else(n NodeID) ListID { return ListID(f.nodes[n].b) }

// LoopBody is the list of a loop that an iteration begins with.
func (f *Function) LoopBody(n NodeID) ListID { return ListID(f.nodes[n].a) }

// LoopContinue is the list that ends an iteration, the target of continue, or 0: continue
// leads to the body then. The last node but one of the list may be an if of single blocks,
// one of them ending in a break; there is no other jump in it out of itself.
func (f *Function) LoopContinue(n NodeID) ListID { return ListID(f.nodes[n].b) }

// Shape is the author's form of a loop: a wish that back ends honour if the loop still has
// it.
func (f *Function) Shape(n NodeID) ir.LoopShape { return ir.LoopShape(f.nodes[n].control) }

// SetShape changes it.
func (f *Function) SetShape(n NodeID, s ir.LoopShape) { f.nodes[n].control = uint8(s) }

// Cases are the clauses of a switch: the function's own memory, read only.
func (f *Function) Cases(n NodeID) []Case {
	x := &f.nodes[n]
	return f.cases[x.a : x.a+x.b : x.a+x.b]
}

// CaseValues are the selector values of a clause, as bits.
func (f *Function) CaseValues(c *Case) []uint64 { return f.values[c.off : c.off+c.n : c.off+c.n] }

// LoopHeader is the block that a loop begins each iteration with.
func (f *Function) LoopHeader(n NodeID) NodeID { return f.lists[f.nodes[n].a].first }

// After is the block after an if, loop or switch.
func (f *Function) After(n NodeID) NodeID { return f.nodes[n].next }

// Before is the block before an if, loop or switch.
func (f *Function) Before(n NodeID) NodeID { return f.nodes[n].prev }

// FirstBlock is the block that the function begins with.
func (f *Function) FirstBlock() NodeID { return f.lists[Body].first }

// IsStraight reports whether the function is one block.
func (f *Function) IsStraight() bool { return f.nodes[f.lists[Body].first].next == 0 }

// NextBlock is the block after b in program order, or 0: lists in textual order; blocks of
// the flat form in order of insertion.
func (f *Function) NextBlock(b NodeID) NodeID {
	if n := f.nodes[b].next; n != 0 {
		switch x := &f.nodes[n]; x.kind {
		case NodeBlock:
			return n
		case NodeSwitch:
			return f.lists[f.cases[x.a].List].first
		default:
			return f.lists[x.a].first
		}
	}
	return f.afterList(f.nodes[b].list)
}

// afterList is the block after the end of a list in program order, or 0.
func (f *Function) afterList(l ListID) NodeID {
	p := f.lists[l].parent
	if p == 0 {
		return 0
	}
	x := &f.nodes[p]
	switch x.kind {
	case NodeIf, NodeLoop:
		if uint32(l) == x.a && x.b != 0 {
			return f.lists[x.b].first
		}
	case NodeSwitch:
		if k := f.lists[l].clause + 1; k < x.b {
			return f.lists[f.cases[x.a+k].List].first
		}
	}
	return x.next
}

// Blocks are all blocks in program order. The tree must not change meanwhile
// but for nodes inserted after the current block.
func (f *Function) Blocks() iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		meter := f.meter()
		for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
			meter.Step()
			if !yield(b) {
				return
			}
		}
	}
}

// Nodes are the nodes of a list.
func (f *Function) Nodes(l ListID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		meter := f.meter()
		for n := f.lists[l].first; n != 0; {
			meter.Step()
			next := f.nodes[n].next
			if !yield(n) {
				return
			}
			n = next
		}
	}
}

// Preds are the predecessors of a block: the function's own memory, read only.
func (f *Function) Preds(b NodeID) []NodeID {
	x := &f.nodes[b]
	return f.preds[x.off : x.off+x.n : x.off+x.n]
}

// PredIndex is the place of p among the predecessors of b, or -1.
func (f *Function) PredIndex(b, p NodeID) int {
	for k, x := range f.Preds(b) {
		if x == p {
			return k
		}
	}
	return -1
}

// Succs appends the successors of a block to buf: of a block before an if the
// first block of then, then of else; before a switch, of each case in order.
func (f *Function) Succs(b NodeID, buf []NodeID) []NodeID {
	if j := f.Jump(b); j != 0 {
		if t := f.JumpTarget(j); t != 0 {
			buf = append(buf, t)
		}
		return buf
	}
	if n := f.nodes[b].next; n != 0 {
		x := &f.nodes[n]
		switch x.kind {
		case NodeIf:
			return append(buf, f.lists[x.a].first, f.lists[x.b].first)
		case NodeLoop:
			return append(buf, f.lists[x.a].first)
		case NodeSwitch:
			for _, c := range f.cases[x.a : x.a+x.b] {
				buf = append(buf, f.lists[c.List].first)
			}
			return buf
		}
		panic("ssa: two blocks without a node between them")
	}
	l := f.nodes[b].list
	p := f.lists[l].parent
	if p == 0 {
		return buf
	}
	x := &f.nodes[p]
	switch x.kind {
	case NodeLoop:
		if uint32(l) == x.a && x.b != 0 {
			return append(buf, f.lists[x.b].first)
		}
		return append(buf, f.lists[x.a].first)
	case NodeSwitch:
		if k := f.lists[l].clause; k+1 < x.b && f.cases[x.a+k].FallThrough {
			return append(buf, f.lists[f.cases[x.a+k+1].List].first)
		}
	}
	return append(buf, x.next)
}

// JumpTarget is the block that a break or continue leads to; 0 for a return, a
// halt, or a jump out of place.
func (f *Function) JumpTarget(j InstrID) NodeID {
	o := f.instrs[j].op
	if o != op.Break && o != op.Continue {
		return 0
	}
	for n := f.Parent(f.instrs[j].block); n != 0; n = f.Parent(n) {
		x := &f.nodes[n]
		switch {
		case o == op.Break && (x.kind == NodeLoop || x.kind == NodeSwitch):
			return x.next
		case o == op.Continue && x.kind == NodeLoop:
			if x.b != 0 {
				return f.lists[x.b].first
			}
			return f.lists[x.a].first
		}
	}
	return 0
}

// InnermostLoop is the closest loop around a node (not the node itself), or 0.
func (f *Function) InnermostLoop(n NodeID) NodeID {
	for p := f.Parent(n); p != 0; p = f.Parent(p) {
		if f.nodes[p].kind == NodeLoop {
			return p
		}
	}
	return 0
}
