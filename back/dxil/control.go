package dxil

// This file makes blocks with phis of the control-flow tree.
//
// A phi needs the values of its sources and the blocks that they come from. Both are known at the
// end of the predecessor, when flow records them; a phi of a loop's header is added ahead, and its
// second source set later. Code that control never reaches is left out, and with it the sources of
// phis.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ssa"
	"refract/ssa/op"
)

// targets are the blocks that jumps lead to.
type targets struct {
	breakTo, continueTo llvm.BlockID
	breaks              *bool // set when something breaks
}

// maxNesting bounds how deeply control flow is nested.
const maxNesting = 1000

// phiPlaces gives blocks with phis their places in g.incoming.
func (g *generator) phiPlaces() {
	f := g.f
	n := 0
	for b := range f.Blocks() {
		if !f.HasPhis(b) {
			continue
		}
		g.phis[b] = int32(n) + 1
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			n += len(f.Preds(b)) * g.width(i)
		}
	}
	g.incoming = make([]llvm.Value, n)
}

// phiKind is the kind of a phi.
func (g *generator) phiKind(i ssa.InstrID) kind { return kindOf(g.scalarOf(i)) }

// flow records that control goes from the end of a block to another, ahead of the branch.
func (g *generator) flow(from, to ssa.NodeID) {
	f := g.f
	if at := g.phis[to]; at != 0 {
		k := f.PredIndex(to, from)
		n := len(f.Preds(to))
		at--
		for i := f.First(to); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			for c := range g.width(i) {
				g.incoming[int(at)+k] = g.source(f.Src(i, k), c, g.phiKind(i))
				at += int32(n)
			}
		}
	}
	g.ends[from] = g.block + 1
}

// addPhis adds the phis of a block whose predecessors are complete.
func (g *generator) addPhis(b ssa.NodeID) {
	f := g.f
	at := int(g.phis[b]) - 1
	preds := f.Preds(b)
	for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
		parts := make([]llvm.Value, 0, 4)
		for range g.width(i) {
			parts = append(parts, g.joined(i, preds, g.incoming[at:at+len(preds)]))
			at += len(preds)
		}
		g.set(i, parts...)
	}
}

// joined is the value that comes from one of the blocks, without unreachable ones.
func (g *generator) joined(i ssa.InstrID, preds []ssa.NodeID, values []llvm.Value) llvm.Value {
	var from []llvm.BlockID
	var list []llvm.Value
	for k, p := range preds {
		if g.ends[p] != 0 {
			from = append(from, g.ends[p]-1)
			list = append(list, values[k])
		}
	}
	k := g.phiKind(i)
	same := len(list) > 0
	for _, v := range list {
		same = same && v == list[0]
	}
	switch {
	case len(list) == 0:
		return g.literal(k, max(1, g.f.Bits(i)), 0)
	case same && len(list) == 1, same && list[0]&llvm.Local == 0:
		return list[0]
	}
	return g.fn.Jump(llvm.Instr{Op: llvm.OpPhi, Type: g.typeOf(k, g.f.Bits(i))}, from, list...)
}

// begin begins a block: control is there now.
func (g *generator) begin(b llvm.BlockID) {
	g.fn.Begin(b)
	g.block, g.live = b, true
}

// branch goes to a block.
func (g *generator) branch(to llvm.BlockID) {
	g.fn.Jump(llvm.Instr{Op: llvm.OpBr, Type: g.void}, []llvm.BlockID{to})
	g.live = false
}

// branchIf goes to one of two blocks.
func (g *generator) branchIf(cond llvm.Value, yes, no llvm.BlockID) {
	g.fn.Jump(llvm.Instr{Op: llvm.OpBr, Type: g.void}, []llvm.BlockID{yes, no}, cond)
	g.live = false
}

// ret ends the function.
func (g *generator) ret() {
	g.fn.Add(llvm.Instr{Op: llvm.OpRet, Type: g.void})
	g.live = false
}

// list makes the nodes of a list until control leaves it.
func (g *generator) list(l ssa.ListID, t targets) {
	f := g.f
	if g.depth++; g.depth > maxNesting {
		g.unsupported("control flow that is nested so deep")
		g.depth--
		return
	}
	mark := g.scope()
	for n := f.ListFirst(l); n != 0 && g.live; n = f.NextNode(n) {
		switch f.Kind(n) {
		case ssa.NodeBlock:
			g.instructions(n, t)
		case ssa.NodeIf:
			g.ifNode(n, t)
		case ssa.NodeLoop:
			g.loopNode(n)
		case ssa.NodeSwitch:
			g.switchNode(n, t)
		}
	}
	g.leave(mark)
	g.depth--
}

// finish goes from the end of a list to a block of the tree, if control gets there. It reports
// whether it does.
func (g *generator) finish(l ssa.ListID, to ssa.NodeID, block llvm.BlockID) bool {
	if !g.live {
		return false
	}
	g.flow(g.f.ListLast(l), to)
	g.branch(block)
	return true
}

// instructions makes the instructions of a block.
func (g *generator) instructions(b ssa.NodeID, t targets) {
	f := g.f
	if g.phis[b] != 0 && g.first[f.First(b)] == 0 {
		g.addPhis(b)
	}
	for i := range f.Instrs(b) {
		if f.Op(i) == op.Phi {
			continue
		}
		g.span = f.SpanOf(i)
		if f.Op(i).Class() == op.ClassJump {
			g.jump(i, t)
			return
		}
		if g.instruction(i); !g.live { // the operation ended the invocation
			return
		}
	}
}

func (g *generator) jump(i ssa.InstrID, t targets) {
	f := g.f
	switch f.Op(i) {
	case op.Break:
		g.flow(f.Block(i), f.JumpTarget(i))
		*t.breaks = true
		g.branch(t.breakTo)
	case op.Continue:
		g.flow(f.Block(i), f.JumpTarget(i))
		g.branch(t.continueTo)
	case op.Return:
		g.ret()
	case op.Halt:
		if g.w.entry.Stage.Info().Outputs == colors {
			g.call(dxil.OpDiscard, 0, g.out.I1(true))
		}
		g.ret()
	}
}

// isEmpty reports whether a list is one block without instructions.
func (g *generator) isEmpty(l ssa.ListID) bool {
	b := g.f.ListFirst(l)
	return b == g.f.ListLast(l) && g.f.First(b) == 0
}

// jumpsAtOnce is the block that a list leads to, if a break or continue is all that is in it.
func (g *generator) jumpsAtOnce(l ssa.ListID, t targets) (llvm.BlockID, bool) {
	f := g.f
	b := f.ListFirst(l)
	j := f.First(b)
	if b != f.ListLast(l) || j == 0 {
		return 0, false
	}
	switch f.Op(j) {
	case op.Break:
		*t.breaks = true
		return t.breakTo, true
	case op.Continue:
		return t.continueTo, true
	}
	return 0, false
}

// ifNode makes an if. An empty side is the block behind it, unless both are; a side that only
// jumps is the target of its jump.
func (g *generator) ifNode(n ssa.NodeID, t targets) {
	f := g.f
	g.span = f.NodeSpan(n)
	cond := g.source(f.Cond(n), 0, truth)
	before, after := f.Before(n), f.After(n)
	merge := g.fn.NewBlock()
	reached := false
	type side struct {
		list   ssa.ListID
		block  llvm.BlockID
		inside bool
	}
	sides := [2]side{{list: f.Then(n)}, {list: f.Else(n)}}
	taken := false // an empty side leads to the merge block already
	var direct [2]bool
	for k := range sides {
		s := &sides[k]
		first := f.ListFirst(s.list)
		g.flow(before, first)
		switch to, ok := g.jumpsAtOnce(s.list, t); {
		case ok && !(direct[0] && sides[0].block == to):
			direct[k] = true
			s.block = to
			g.flow(first, f.JumpTarget(f.First(first)))
		case g.isEmpty(s.list) && !taken:
			taken, reached = true, true
			s.block = merge
			g.flow(first, after)
		default:
			s.block, s.inside = g.fn.NewBlock(), true
		}
	}
	g.branchIf(cond, sides[0].block, sides[1].block)
	for k := range sides {
		if s := &sides[k]; s.inside {
			g.begin(s.block)
			g.list(s.list, t)
			reached = g.finish(s.list, after, merge) || reached
		}
	}
	if reached {
		g.begin(merge)
	}
}

// switchNode makes a switch. Values of the default clause need no case.
func (g *generator) switchNode(n ssa.NodeID, t targets) {
	f := g.f
	g.span = f.NodeSpan(n)
	selector := g.source(f.Cond(n), 0, whole)
	st := g.fn.TypeOf(selector)
	before, after := f.Before(n), f.After(n)
	cases := f.Cases(n)
	merge := g.fn.NewBlock()
	def, hasDefault := merge, false
	blocks := make([]llvm.BlockID, len(cases))
	for k := range cases {
		blocks[k] = g.fn.NewBlock()
		g.flow(before, f.ListFirst(cases[k].List))
		if cases[k].Default {
			def, hasDefault = blocks[k], true
		}
	}
	to, values := []llvm.BlockID{def}, []llvm.Value{selector}
	for k := range cases {
		if blocks[k] == def && hasDefault {
			continue
		}
		for _, v := range f.CaseValues(&cases[k]) {
			to, values = append(to, blocks[k]), append(values, g.out.IntOf(st, int64(v)))
		}
	}
	g.fn.Jump(llvm.Instr{Op: llvm.OpSwitch, Type: g.void}, to, values...)
	g.live = false
	reached := !hasDefault
	t.breakTo, t.breaks = merge, &reached
	for k := range cases {
		c := &cases[k]
		if !hasDefault || blocks[k] != def {
			if len(f.CaseValues(c)) == 0 && !(k > 0 && cases[k-1].FallThrough) {
				continue
			}
		}
		g.begin(blocks[k])
		g.list(c.List, t)
		if c.FallThrough && k+1 < len(cases) {
			g.finish(c.List, f.ListFirst(cases[k+1].List), blocks[k+1])
		} else if g.finish(c.List, after, merge) {
			reached = true
		}
	}
	if reached {
		g.begin(merge)
	}
}

// loopNode makes a loop: a header with phis, the body, and a block that all ways to the next
// iteration go through.
func (g *generator) loopNode(n ssa.NodeID) {
	f := g.f
	g.span = f.NodeSpan(n)
	first, before := f.LoopHeader(n), f.Before(n)
	header, next, merge := g.fn.NewBlock(), g.fn.NewBlock(), g.fn.NewBlock()
	g.flow(before, first)
	g.branch(header)
	g.begin(header)
	preds := f.Preds(first)
	outside := f.PredIndex(first, before)
	type headerPhi struct{ value llvm.Value }
	var phis []headerPhi
	at := int(g.phis[first]) - 1
	for i := f.First(first); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
		parts := make([]llvm.Value, 0, 4)
		for range g.width(i) {
			v := g.fn.Jump(llvm.Instr{Op: llvm.OpPhi, Type: g.typeOf(g.phiKind(i), f.Bits(i))}, []llvm.BlockID{g.ends[before] - 1, 0}, g.incoming[at+outside], 0)
			phis = append(phis, headerPhi{v})
			parts = append(parts, v)
			at += len(preds)
		}
		g.set(i, parts...)
	}
	reached := false
	t := targets{breakTo: merge, continueTo: next, breaks: &reached}
	list := f.LoopContinue(n)
	again := first
	if list != 0 {
		again = f.ListFirst(list)
	}
	mark := g.scope()
	g.list(f.LoopBody(n), t)
	g.finish(f.LoopBody(n), again, next)
	repeats := false
	for _, p := range f.Preds(again) {
		repeats = repeats || g.ends[p] != 0 && (list != 0 || p != before)
	}
	var values []llvm.Value
	if repeats {
		g.begin(next)
		if list == 0 {
			end := g.ends[before]
			g.ends[before] = 0 // that source is the phi's first
			at := int(g.phis[first]) - 1
			for i := f.First(first); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
				for range g.width(i) {
					values = append(values, g.joined(i, preds, g.incoming[at:at+len(preds)]))
					at += len(preds)
				}
			}
			g.ends[before] = end
		} else {
			g.list(list, t)
			if g.live {
				last := f.ListLast(list)
				g.flow(last, first)
				back := f.PredIndex(first, last)
				at := int(g.phis[first]) - 1
				for range phis {
					values = append(values, g.incoming[at+back])
					at += len(preds)
				}
			}
		}
	}
	if g.live {
		latch := g.block
		for k, p := range phis {
			in := g.fn.InstrOf(p.value)
			g.fn.Operands(in)[1] = values[k]
			g.fn.Targets(in)[1] = latch
		}
		if reached {
			g.branch(header)
		} else { // the validator asks for a way out
			g.branchIf(g.out.I1(true), header, merge)
			g.begin(merge)
			g.ret()
		}
	} else {
		for _, p := range phis { // there is no second iteration
			g.fn.KeepSource(g.fn.InstrOf(p.value), 0)
		}
	}
	g.leave(mark)
	if reached {
		g.begin(merge)
	}
}
