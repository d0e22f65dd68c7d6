package spirv

// This file walks the control-flow tree of the SSA form, which is structured as
// SPIR-V wants it: an if or switch has the block after it as its merge block, a
// loop its continue list as its continue construct. A loop without one gets a
// block that all ways to the header go through.
//
// A phi needs the ids of its sources and the labels that they come from. Both are known at
// the end of the predecessor, when flow records them; a phi of a loop's header is written
// ahead and its second source put in later. Code that control never gets to is left out,
// and with it the sources of phis.

import (
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// flow records that control goes from the end of a block to another, ahead of
// the branch.
func (w *Writer) flow(from, to ssa.NodeID) {
	s := &w.ssa
	g := s.g
	if at := s.phis[to]; at != 0 {
		preds := g.Preds(to)
		k := int(s.slots[from])
		if k >= len(preds) || preds[k] != from {
			k = g.PredIndex(to, from)
		}
		at += int32(k) - 1
		for i := g.First(to); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
			s.incoming[at] = w.exactly(g.Arg(i, k), w.phiType(i))
			at += int32(len(preds))
		}
	}
	s.ends[from] = w.block
}

// flowDead is flow from unreachable code: the values don't matter.
func (w *Writer) flowDead(from, to ssa.NodeID) {
	s := &w.ssa
	g := s.g
	if at := s.phis[to]; at != 0 {
		preds := g.Preds(to)
		at += int32(g.PredIndex(to, from)) - 1
		for i := g.First(to); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
			s.incoming[at] = w.zero(w.phiType(i))
			at += int32(len(preds))
		}
	}
	s.ends[from] = w.block
}

// writePhis writes the phis of a block whose predecessors are all written.
func (w *Writer) writePhis(b ssa.NodeID) {
	s := &w.ssa
	g := s.g
	at := int(s.phis[b]) - 1
	preds := g.Preds(b)
	for i := g.First(b); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
		t := w.phiType(i)
		w.set(i, w.joined(t, preds, s.incoming[at:at+len(preds)]), t)
		at += len(preds)
	}
}

// joined is the value that comes from one of the blocks, without unreachable ones.
func (w *Writer) joined(t ir.TypeID, preds []ssa.NodeID, values []id) id {
	s := &w.ssa
	n := 0
	var only id
	for k, p := range preds {
		if s.ends[p] != 0 {
			n++
			only = values[k]
		}
	}
	switch n {
	case 0:
		return w.zero(t)
	case 1:
		return only
	}
	r := w.openPhi(t)
	for k, p := range preds {
		if s.ends[p] != 0 {
			w.code.Words(values[k], s.ends[p])
		}
	}
	w.code.End()
	return r
}

// writeList writes the nodes of a list until control leaves it.
func (w *Writer) writeList(l ssa.ListID, t targets) { w.writeNodes(l, 0, t) }

// writeNodes writes the nodes of a list up to one.
func (w *Writer) writeNodes(l ssa.ListID, until ssa.NodeID, t targets) {
	if w.depth++; w.depth > maxNesting {
		w.fail("control flow nests too deep")
	}
	g := w.ssa.g
	for n := g.ListFirst(l); n != until && n != 0; n = g.NextNode(n) {
		if w.block == 0 || w.block == w.dead || w.err != nil {
			break
		}
		switch g.Kind(n) {
		case ssa.NodeBlock:
			w.writeInstrs(n, t)
		case ssa.NodeIf:
			w.writeBranch(n, t)
		case ssa.NodeLoop:
			w.writeIteration(n)
		case ssa.NodeSwitch:
			w.writeChoice(n, t)
		}
	}
	w.depth--
}

// finish goes from the end of a list to a block, if control gets there. It
// reports whether it does.
func (w *Writer) finish(l ssa.ListID, to ssa.NodeID, label id) bool {
	switch last := w.ssa.g.ListLast(l); {
	case w.block == 0:
	case w.block != w.dead:
		w.flow(last, to)
	case w.continuing > 0:
		w.flowDead(last, to)
	}
	return w.end(label)
}

// writeInstrs writes a block.
func (w *Writer) writeInstrs(b ssa.NodeID, t targets) {
	g := w.ssa.g
	if i := g.First(b); i != 0 && g.Op(i) == op.Phi && w.ssa.ids[i] == 0 {
		w.writePhis(b)
	}
	for i := range g.Instrs(b) {
		if g.Op(i).Class() == op.ClassJump {
			w.writeJump(i, t)
			return
		}
		if w.writeInstr(i); w.block == 0 {
			return // an operation that ended the invocation
		}
	}
}

func (w *Writer) writeJump(i ssa.InstrID, t targets) {
	g := w.ssa.g
	w.span = g.SpanOf(i)
	w.line(w.span)
	switch g.Op(i) {
	case op.Break:
		w.flow(g.Block(i), g.JumpTarget(i))
		*t.breaks = true
		w.branch(t.breakTo)
	case op.Continue:
		w.flow(g.Block(i), g.JumpTarget(i))
		w.branch(t.continueTo)
	case op.Return:
		w.leaveFunction(i)
	case op.Halt:
		w.terminate()
	}
}

// leaveFunction returns.
func (w *Writer) leaveFunction(i ssa.InstrID) {
	g := w.ssa.g
	switch {
	case g.NumSrcs(i) == 0 || g.Arg(i, 0) == 0:
		w.code.Op0(spirv.OpReturn)
	case w.inEntry:
		w.storeOutputs(g.Arg(i, 0))
		w.code.Op0(spirv.OpReturn)
	default:
		w.code.Op1(spirv.OpReturnValue, w.exactly(g.Arg(i, 0), w.f.Result))
	}
	w.block = 0
}

// storeOutputs stores the value that an entry point returns.
func (w *Writer) storeOutputs(v ssa.Value) {
	g := w.ssa.g
	outputs := w.entry.outputs
	if w.f.ResultBinding.Kind != ir.NoBinding {
		w.storeOutput(&outputs[0], w.exactly(v, outputs[0].ty))
		return
	}
	for i := range outputs {
		x := &outputs[i]
		if g.Op(v) == op.Compose {
			w.storeOutput(x, w.exactly(g.Arg(v, i), x.ty))
		} else {
			w.storeOutput(x, w.extract(x.ty, w.operand(v), uint32(i)))
		}
	}
}

// isEmpty reports whether a list is one block without instructions.
func (w *Writer) isEmpty(l ssa.ListID) bool {
	g := w.ssa.g
	b := g.ListFirst(l)
	return b == g.ListLast(l) && g.First(b) == 0
}

// writeBranch writes an if; an empty side is the merge block, unless both are.
func (w *Writer) writeBranch(n ssa.NodeID, t targets) {
	g := w.ssa.g
	w.span = g.NodeSpan(n)
	w.line(w.span)
	cond, _ := w.read(g.Cond(n), boolean)
	before, after := g.Before(n), g.After(n)
	if out, stay := w.leavingSide(n, t); out != 0 {
		w.writeLeaving(n, out, stay, cond, t)
		return
	}
	merge := w.out.NewID()
	accept, reject := merge, merge
	hasElse := !w.isEmpty(g.Else(n))
	hasThen := !w.isEmpty(g.Then(n)) || !hasElse
	side := func(has bool, l ssa.ListID) id {
		w.flow(before, g.ListFirst(l))
		if !has {
			w.flow(g.ListFirst(l), after)
			return merge
		}
		return w.out.NewID()
	}
	reject = side(hasElse, g.Else(n))
	accept = side(hasThen, g.Then(n))
	w.selectionMerge(merge)
	w.branchIf(cond, accept, reject)
	reached := !hasThen || !hasElse
	write := func(has bool, l ssa.ListID, label id) {
		if has {
			w.enter()
			w.label(label)
			w.writeList(l, t)
			reached = w.finish(l, after, merge) || reached
			w.leave()
		}
	}
	write(hasThen, g.Then(n), accept)
	write(hasElse, g.Else(n), reject)
	w.merge(merge, reached)
}

// leavingSide is the side of an if that only exits the loop around it, or continues it, and
// the other side; or 0. The if needs no merge block then (section 2.11): the branch goes to
// the loop's merge block or continue target itself.
func (w *Writer) leavingSide(n ssa.NodeID, t targets) (out, stay ssa.ListID) {
	g := w.ssa.g
	if w.continuing > 0 {
		return 0, 0
	}
	for _, l := range [...]ssa.ListID{g.Then(n), g.Else(n)} {
		b := g.ListFirst(l)
		j := g.First(b)
		if j == 0 || b != g.ListLast(l) || g.Op(j) == op.Break && !t.inLoop || g.Op(j) != op.Break && g.Op(j) != op.Continue {
			continue
		}
		if l == g.Then(n) {
			return l, g.Else(n)
		}
		return l, g.Then(n)
	}
	return 0, 0
}

// writeLeaving writes an if with a side that leaves; the nodes behind it follow the other
// side.
func (w *Writer) writeLeaving(n ssa.NodeID, out, stay ssa.ListID, cond id, t targets) {
	g := w.ssa.g
	before, after := g.Before(n), g.After(n)
	leaver := g.ListFirst(out)
	jump := g.First(leaver)
	w.flow(before, leaver)
	w.flow(leaver, g.JumpTarget(jump))
	to := t.continueTo
	if g.Op(jump) == op.Break {
		*t.breaks = true
		to = t.breakTo
	}
	w.flow(before, g.ListFirst(stay))
	on := w.out.NewID()
	if out == g.Then(n) {
		w.branchIf(cond, to, on)
	} else {
		w.branchIf(cond, on, to)
	}
	w.label(on)
	w.writeList(stay, t)
	if w.block != 0 && w.block != w.dead {
		w.flow(g.ListLast(stay), after)
	}
}

// endsHeader reports whether a loop's header can hold the first block of the body: it
// computes values, and ends with an if that may leave the loop.
func (w *Writer) endsHeader(n ssa.NodeID, t targets) bool {
	g := w.ssa.g
	b := g.LoopHeader(n)
	next := g.NextNode(b)
	if next == 0 || g.Kind(next) != ssa.NodeIf {
		return false
	}
	for i := range g.Instrs(b) {
		switch o := g.Op(i); {
		case o == op.Load:
			if !w.m.Types.IsScalarOrVector(g.Type(i)) {
				return false
			}
		case o == op.Phi, o == op.ArrayLength, o.Class() == op.ClassALU, o.Class() == op.ClassConst, o.Class() == op.ClassDeref, o.Class() == op.ClassUndef:
		default:
			return false
		}
	}
	out, _ := w.leavingSide(next, t)
	return out != 0
}

// writeChoice writes a switch. A clause without instructions that falls through shares the
// next one's block, unless a phi distinguishes them.
func (w *Writer) writeChoice(n ssa.NodeID, t targets) {
	g := w.ssa.g
	w.span = g.NodeSpan(n)
	w.line(w.span)
	selector, st := w.read(g.Cond(n), integer)
	wide := w.m.Types.ScalarOf(st).Bits() == 64
	before, after := g.Before(n), g.After(n)
	cases := g.Cases(n)
	merge := w.out.NewID()
	def := merge
	labels := make([]id, len(cases))
	for i := len(cases) - 1; i >= 0; i-- {
		c := &cases[i]
		first := g.ListFirst(c.List)
		w.flow(before, first)
		if c.FallThrough && i+1 < len(cases) && w.isEmpty(c.List) && w.ssa.phis[g.ListFirst(cases[i+1].List)] == 0 {
			labels[i] = labels[i+1]
		} else {
			labels[i] = w.out.NewID()
		}
		if c.Default {
			def = labels[i]
		}
	}
	w.selectionMerge(merge)
	w.code.Begin(spirv.OpSwitch)
	w.code.Words(selector, def)
	for i := range cases {
		for _, x := range g.CaseValues(&cases[i]) {
			w.code.Word(uint32(x))
			if wide {
				w.code.Word(uint32(x >> 32))
			}
			w.code.Word(labels[i])
		}
	}
	w.code.End()
	w.block = 0
	reached := def == merge
	t.breakTo, t.breaks, t.inLoop = merge, &reached, false
	for i := range cases {
		c := &cases[i]
		if i+1 < len(cases) && labels[i] == labels[i+1] {
			continue
		}
		w.enter()
		w.label(labels[i])
		w.writeList(c.List, t)
		if c.FallThrough && i+1 < len(cases) {
			w.finish(c.List, g.ListFirst(cases[i+1].List), labels[i+1])
		} else if w.finish(c.List, after, merge) {
			reached = true
		}
		w.leave()
	}
	w.merge(merge, reached)
}

// headerPhi is the places of the second source and its label in an OpPhi of a loop's
// header, and the number of its words.
const headerPhiValue, headerPhiLabel, headerPhiWords = 5, 6, 7

// writeIteration writes a loop.
func (w *Writer) writeIteration(n ssa.NodeID) {
	s := &w.ssa
	g := s.g
	w.span = g.NodeSpan(n)
	w.line(w.span)
	first, before := g.LoopHeader(n), g.Before(n)
	header, body, next, merge := w.out.NewID(), w.out.NewID(), w.out.NewID(), w.out.NewID()
	w.flow(before, first)
	w.branch(header)
	w.label(header)
	preds := g.Preds(first)
	outside := g.PredIndex(first, before)
	phis := w.code.Len()
	at := int(s.phis[first]) - 1
	for i := g.First(first); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
		t := w.phiType(i)
		r := w.openPhi(t)
		w.code.Words(s.incoming[at+outside], s.ends[before], 0, 0)
		w.code.End()
		w.set(i, r, t)
		at += len(preds)
	}
	reached := false
	t := targets{breakTo: merge, continueTo: next, breaks: &reached, inLoop: true}
	holds := w.endsHeader(n, t)
	if holds {
		w.header = openHeader{merge, next}
	} else {
		w.loopMerge(merge, next)
		w.branch(body)
	}

	list := g.LoopContinue(n)
	again := first // where control goes at the end of the body
	if list != 0 {
		again = g.ListFirst(list)
	}
	w.enter()
	if !holds {
		w.label(body)
	}
	w.writeList(g.LoopBody(n), t)
	w.finish(g.LoopBody(n), again, next)
	w.leave()

	w.enter()
	w.label(next)
	repeats := false
	for _, p := range g.Preds(again) {
		repeats = repeats || s.ends[p] != 0 && (list != 0 || p != before)
	}
	// The values that the header's phis take from the last iteration.
	values := make([]id, 0, 8)
	collect := func(value func(t ir.TypeID, sources []id) id) {
		at := int(s.phis[first]) - 1
		for i := g.First(first); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
			values = append(values, value(g.Type(i), s.incoming[at:at+len(preds)]))
			at += len(preds)
		}
	}
	switch {
	case !repeats:
		collect(func(t ir.TypeID, _ []id) id { return w.zero(t) })
	case list == 0:
		end := s.ends[before]
		s.ends[before] = 0 // that source is the phi's first
		collect(func(t ir.TypeID, sources []id) id { return w.joined(t, preds, sources) })
		s.ends[before] = end
	default:
		exit := w.exitAtEnd(n, list)
		w.continuing++
		w.writeNodes(list, exit, t)
		w.continuing--
		switch last := g.ListLast(list); {
		case w.block == 0:
			w.fail("a continue list that control doesn't get through has no form in SPIR-V")
		case w.block == w.dead:
			collect(func(t ir.TypeID, _ []id) id { return w.zero(t) })
		default:
			var cond id
			if exit != 0 {
				cond = w.writeExit(exit)
				reached = true
			}
			w.flow(last, first)
			back := g.PredIndex(first, last)
			collect(func(_ ir.TypeID, sources []id) id { return sources[back] })
			w.closeIteration(phis, values, w.block)
			switch {
			case exit == 0:
				w.branch(header)
			case w.leavesBy(g.Then(exit)):
				w.branchIf(cond, merge, header)
			default:
				w.branchIf(cond, header, merge)
			}
		}
	}
	if w.block != 0 {
		w.closeIteration(phis, values, w.block)
		w.branch(header)
	}
	w.leave()
	w.merge(merge, reached)
}

// closeIteration puts the second sources into the phis of a loop's header.
func (w *Writer) closeIteration(phis int, values []id, label id) {
	words := w.code.Contents()
	for _, v := range values {
		words[phis+headerPhiValue], words[phis+headerPhiLabel] = v, label
		phis += headerPhiWords
	}
}

// leavesBy reports whether a list is one block that ends in a break.
func (w *Writer) leavesBy(l ssa.ListID) bool {
	g := w.ssa.g
	b := g.ListFirst(l)
	j := g.Jump(b)
	return b == g.ListLast(l) && j != 0 && g.Op(j) == op.Break
}

// exitAtEnd is the if that ends a continue list with a way out of the loop, or 0.
func (w *Writer) exitAtEnd(loop ssa.NodeID, l ssa.ListID) ssa.NodeID {
	g := w.ssa.g
	n := g.PrevNode(g.ListLast(l))
	if n == 0 || g.Kind(n) != ssa.NodeIf || w.leavesBy(g.Then(n)) == w.leavesBy(g.Else(n)) {
		return 0
	}
	return n
}

// writeExit writes the code in and after the if that a continue list ends with, ahead of
// the branch that it becomes, and returns the condition.
func (w *Writer) writeExit(n ssa.NodeID) id {
	g := w.ssa.g
	w.span = g.NodeSpan(n)
	w.line(w.span)
	cond, _ := w.read(g.Cond(n), boolean)
	stay, leave := g.Then(n), g.Else(n)
	if w.leavesBy(stay) {
		stay, leave = leave, stay
	}
	before, last := g.Before(n), g.After(n)
	out, in := g.ListFirst(leave), g.ListFirst(stay)
	w.flow(before, out)
	w.flow(before, in)
	w.writePure(out)
	w.flow(out, g.JumpTarget(g.Jump(out)))
	w.writePure(in)
	w.flow(in, last)
	if in != g.ListLast(stay) || g.Jump(in) != 0 {
		w.fail("a continue list that ends in more than a way out of its loop has no form in SPIR-V")
	}
	w.writePure(last)
	return cond
}

// writePure writes a block whose instructions have no effect.
func (w *Writer) writePure(b ssa.NodeID) {
	g := w.ssa.g
	if i := g.First(b); i != 0 && g.Op(i) == op.Phi {
		w.writePhis(b)
	}
	for i := range g.Instrs(b) {
		o := g.Op(i)
		switch {
		case o.Class() == op.ClassJump, o == op.Phi:
		case o.Has(op.Pure) && !o.Has(op.Convergent):
			w.writeInstr(i)
		default:
			w.span = g.SpanOf(i)
			w.fail("a " + o.String() + " after the condition that ends a continue list has no form in SPIR-V")
		}
	}
}
