package ssa

// This file holds the flat form: a function whose body is a list of basic blocks that lead
// to each other, as SPIR-V has them, instead of a tree. A reader of SPIR-V builds it, and
// the structurizer (pass goto-ifs) makes a tree of it; no other pass accepts it.
//
// Values, instructions, variables and the builder are the same as in the tree form.
// Differences:
//
//   - Blocks stand side by side, in order of insertion. The function begins with the first;
//     no block leads to it.
//   - A block ends with an ending, set by one of the functions Set*: a jump, branch,
//     switch, return, halt, or that its end can't be reached. Returns and halts are
//     instructions (op.Return, op.Halt), as in a tree; the others aren't. A branch and a
//     switch read their condition or selector through Cond, as an if does.
//   - A phi names the predecessor of each of its sources, in any order: once each
//     block that leads here, by however many edges that block does (cases of a switch
//     with one target, both ways of a branch), and whether or not control can come to
//     that block.
//   - A block may declare its merge, the block that the ways meet in again after it, and a
//     loop its continue target, which ends each iteration, as OpSelectionMerge and
//     OpLoopMerge do. That is a wish: nothing checks it.
//   - Preds is of the tree form only.

import (
	"slices"

	"refract/diag"
	"refract/internal/graph"
	"refract/ir"
	"refract/ssa/op"
)

// Ending is the kind of end of a block of the flat form.
type Ending uint8

const (
	EndNone        Ending = iota // nothing said yet: Verify complains
	EndGoto                      // one target
	EndBranch                    // targets: where the condition holds, where it doesn't
	EndSwitch                    // targets: of each case, then the default
	EndReturn                    // the last instruction is op.Return
	EndHalt                      // the last instruction is op.Halt
	EndUnreachable               // control never comes to the end of the block
)

// FlatCase is a case of a switch in the flat form: a value of the selector, as bits, and
// its target.
type FlatCase struct {
	Value  uint64
	Target NodeID
}

// flatBlock holds the fields that a block of the flat form has beyond a block of the tree.
//
//	Goto    a: target
//	Branch  a, b: targets
//	Switch  a: the default; cases[b : b+n]
type flatBlock struct {
	ending  Ending
	loop    bool
	a, b, n uint32
	merge   NodeID
	cont    NodeID
}

// flatForm holds the fields of a function while it is flat.
type flatForm struct {
	blocks []flatBlock // by node
	cases  []FlatCase
}

// NewFlatFunction adds a function in flat form, which has no block yet.
func (s *Shader) NewFlatFunction(name string) (FuncID, *Function) {
	id, f := s.NewFunction(name)
	f.makeFlat()
	return id, f
}

// makeFlat empties a new function's body for the flat form.
func (f *Function) makeFlat() {
	f.nodes, f.lists[Body] = f.nodes[:1], list{}
	if f.flatMemory == nil {
		f.flatMemory = new(flatForm)
	}
	f.flat = f.flatMemory
	f.flat.blocks, f.flat.cases = append(f.flat.blocks[:0], flatBlock{}), f.flat.cases[:0]
}

// IsFlat reports whether the function is in flat form.
func (f *Function) IsFlat() bool { return f.flat != nil }

// ReserveBlocks makes room for more blocks of the flat form.
func (f *Function) ReserveBlocks(n int) {
	f.nodes = slices.Grow(f.nodes, 3*n) // a tree has more
	f.flat.blocks = slices.Grow(f.flat.blocks, n)
}

// AddBlock adds an empty block to a function in flat form, after the others. The
// builder inserts at its end with Build(EndOf(b)).
func (f *Function) AddBlock() NodeID {
	b := f.newNode(NodeBlock, Body, diag.Span{})
	f.flat.blocks = append(f.flat.blocks, flatBlock{})
	if x := &f.lists[Body]; x.first == 0 {
		x.first, x.last = b, b
	} else {
		f.insertAfter(b, x.last)
	}
	return b
}

// end starts a block's ending.
func (f *Function) end(b NodeID, e Ending, span diag.Span) *flatBlock {
	x := &f.flat.blocks[b]
	if x.ending != EndNone {
		panic("ssa: a block ends once")
	}
	x.ending = e
	f.nodes[b].span = span
	return x
}

// SetGoto ends a block with a jump.
func (f *Function) SetGoto(b, to NodeID, span diag.Span) { f.end(b, EndGoto, span).a = uint32(to) }

// SetBranch ends a block with a branch by a bool.
func (f *Function) SetBranch(b NodeID, cond Value, then, els NodeID, span diag.Span) {
	x := f.end(b, EndBranch, span)
	x.a, x.b = uint32(then), uint32(els)
	f.setNodeCond(b, Whole(cond))
}

// SetSwitch ends a block with a switch by an integer. No two cases have the same
// value; several may have the same target, also the default's.
func (f *Function) SetSwitch(b NodeID, selector Value, cases []FlatCase, def NodeID, span diag.Span) {
	x := f.end(b, EndSwitch, span)
	x.a, x.b, x.n = uint32(def), uint32(len(f.flat.cases)), uint32(len(cases))
	f.flat.cases = append(f.flat.cases, cases...)
	f.setNodeCond(b, Whole(selector))
}

// SetReturn ends a block with a return, of a value or (0) nothing.
func (f *Function) SetReturn(b NodeID, v Value, span diag.Span) {
	f.end(b, EndReturn, span)
	var buf [1]Src
	srcs := buf[:0]
	if v != 0 {
		srcs = append(srcs, Whole(v))
	}
	f.linkInstr(f.addInstr(op.Return, 0, srcs, span), b, 0)
}

// SetHalt ends a block with the end of the invocation.
func (f *Function) SetHalt(b NodeID, span diag.Span) {
	f.end(b, EndHalt, span)
	f.linkInstr(f.addInstr(op.Halt, 0, nil, span), b, 0)
}

// SetUnreachable declares that control never comes to the end of a block.
func (f *Function) SetUnreachable(b NodeID, span diag.Span) { f.end(b, EndUnreachable, span) }

// SetMerge declares the block that the ways out of a block's branch or switch meet in
// again.
func (f *Function) SetMerge(b, merge NodeID) { f.flat.blocks[b].merge = merge }

// SetLoopMerge declares that a block is the first of a loop, with the block after the loop
// and its continue target.
func (f *Function) SetLoopMerge(b, merge, continueTarget NodeID) {
	x := &f.flat.blocks[b]
	x.loop, x.merge, x.cont = true, merge, continueTarget
}

// Ending is how a block ends.
func (f *Function) Ending(b NodeID) Ending { return f.flat.blocks[b].ending }

// Merge returns the declarations of SetMerge or SetLoopMerge: both are 0 if there is none,
// and the continue target if the block isn't a loop's.
func (f *Function) Merge(b NodeID) (merge, continueTarget NodeID) {
	x := &f.flat.blocks[b]
	return x.merge, x.cont
}

// FlatCases are the cases of a block's switch, the default aside: the function's
// own memory, read only.
func (f *Function) FlatCases(b NodeID) []FlatCase {
	x := &f.flat.blocks[b]
	return f.flat.cases[x.b : x.b+x.n : x.b+x.n]
}

// Targets appends the blocks that a block leads to, in the order of Ending, as
// often as it does.
func (f *Function) Targets(b NodeID, buf []NodeID) []NodeID {
	switch x := &f.flat.blocks[b]; x.ending {
	case EndGoto:
		buf = append(buf, NodeID(x.a))
	case EndBranch:
		buf = append(buf, NodeID(x.a), NodeID(x.b))
	case EndSwitch:
		for _, c := range f.FlatCases(b) {
			buf = append(buf, c.Target)
		}
		buf = append(buf, NodeID(x.a))
	}
	return buf
}

// FlatPhi inserts a phi after the phis of a block of the flat form, with a source to come
// (SetSrc) for each of the predecessors.
func (f *Function) FlatPhi(b NodeID, t ir.TypeID, preds []NodeID, span diag.Span) Value {
	at := uint32(len(f.srcs))
	i := InstrID(len(f.instrs))
	f.note(op.Phi)
	f.instrs = append(f.instrs, instr{op: op.Phi, ty: t, src: UseID(at), nsrc: uint32(len(preds)), words: [2]uint32{uint32(len(f.words))}})
	f.spans = append(f.spans, span)
	for _, p := range preds {
		f.srcs = append(f.srcs, source{user: uint32(i)})
		f.words = append(f.words, uint32(p))
	}
	before := InstrID(0)
	if last := f.Last(b); last != 0 && f.instrs[last].op != op.Phi {
		before = f.StartOf(b).Before
	}
	f.linkInstr(i, b, before)
	return i
}

// PhiPred is the predecessor that source k of a phi of the flat form belongs to.
func (f *Function) PhiPred(i InstrID, k int) NodeID {
	return NodeID(f.words[int(f.instrs[i].words[0])+k])
}

// Graph is the flow of control between the blocks of the flat form, as often as
// blocks lead to each other, by node handle. It is made in memory, which may be nil.
func (f *Function) Graph(memory *graph.Memory) *graph.Graph {
	g := memory.Graph()
	g.Start, g.To = memory.Take(len(f.nodes)+1), memory.Take(2 * len(f.nodes))[:0]
	var buf [16]NodeID
	for n := range f.nodes {
		g.Start[n] = int32(len(g.To))
		if n > 0 && f.nodes[n].kind == NodeBlock {
			for _, t := range f.Targets(NodeID(n), buf[:0]) {
				g.To = append(g.To, int32(t))
			}
		}
	}
	g.Start[len(f.nodes)] = int32(len(g.To))
	return g
}
