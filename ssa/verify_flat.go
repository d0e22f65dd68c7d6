package ssa

// This file checks functions in flat form: the chain of blocks, endings, phis and
// dominance.

import (
	"slices"

	"refract/internal/graph"
	"refract/ssa/op"
)

// flatFunction checks the body of a function in flat form.
func (v *verifier) flatFunction() {
	f := v.f
	if v.built && f.FirstBlock() != 0 {
		if !v.numberBuilt() {
			return
		}
	} else if !v.flatLinks() {
		return
	}
	v.edgesGood = true
	before := len(v.all)
	var g, preds *graph.Graph // of one block that leads nowhere: none
	first := f.FirstBlock()
	from := func(NodeID) []int32 { return nil }
	var buf [2]NodeID
	if len(v.blocks) > 1 || len(f.Targets(first, buf[:0])) > 0 {
		v.graph.Reset()
		g = f.Graph(&v.graph)
		preds = g.Reverse()
		from = func(b NodeID) []int32 { return preds.Succs(int32(b)) }
	}
	for _, b := range v.blocks {
		v.flatEnding(b)
		phis := true
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			isPhi := f.instrs[i].op == op.Phi
			if isPhi && !phis {
				v.complain(i, 0, "a phi after other instructions")
			}
			phis = phis && isPhi
			v.instr(i, b)
			if isPhi {
				v.flatPhi(i, from(b))
			}
		}
		if f.nodes[b].cond != 0 {
			v.condition(b)
		}
	}
	if len(from(first)) > 0 {
		v.complain(0, first, "a block leads to the first one")
	}
	v.useLists()
	if before == len(v.all) {
		var dom *graph.Dominators
		if g != nil {
			dom = g.Dominators(int32(first))
		}
		v.flatDominated(dom)
	}
}

// flatLinks checks the links of blocks and instructions, and reports whether they can be
// walked.
func (v *verifier) flatLinks() bool {
	f := v.f
	if b, what := f.flatBroken(); what != "" {
		v.breaks(b, "%s", what)
		return false
	}
	for b := range f.Blocks() {
		v.seen[b] = true
		v.blocks = append(v.blocks, b)
		if !v.links(b) {
			return false
		}
	}
	for i := range f.instrs {
		n := &f.instrs[i]
		if v.order[i] != 0 && n.op == op.Phi && uint64(n.words[0])+uint64(n.nsrc) > uint64(len(f.words)) {
			v.breaks(n.block, "a phi without predecessors")
			return false
		}
	}
	return true
}

// numberBuilt is flatLinks of a function whose links hold.
func (v *verifier) numberBuilt() bool {
	f := v.f
	for b := f.FirstBlock(); b != 0; b = f.nodes[b].next {
		v.seen[b] = true
		v.blocks = append(v.blocks, b)
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			n := &f.instrs[i]
			v.count++
			v.order[i] = v.count
			if n.next != 0 && n.op.Class() == op.ClassJump {
				v.breaks(b, "instructions follow a jump")
				return false
			}
		}
	}
	return true
}

// flatEnding checks how a block ends.
func (v *verifier) flatEnding(b NodeID) {
	f := v.f
	j := f.Jump(b)
	want := op.Invalid
	switch f.Ending(b) {
	case EndNone:
		v.complain(0, b, "the block has no ending")
	case EndReturn:
		want = op.Return
	case EndHalt:
		want = op.Halt
	}
	if have := f.instrs[j].op; have != want && j != 0 || want != op.Invalid && j == 0 {
		v.complain(0, b, "the block's last instruction isn't its ending")
	}
	if x := &f.flat.blocks[b]; x.loop && (x.merge == 0 || x.cont == 0) {
		v.complain(0, b, "a loop without a merge or continue target")
	}
}

// flatCases checks the values of a switch.
func (v *verifier) flatCases(b NodeID, bits int) {
	values := v.caseValues[:0]
	for _, c := range v.f.FlatCases(b) {
		values = append(values, c.Value)
	}
	v.values(b, bits, values)
}

// flatPhi checks that a phi has a source for each predecessor. The predecessors are sorted,
// and may be there several times.
func (v *verifier) flatPhi(i InstrID, preds []int32) {
	f := v.f
	var buf [16]NodeID
	have := buf[:0]
	for k := range f.NumSrcs(i) {
		have = append(have, f.PhiPred(i, k))
	}
	slices.Sort(have)
	k := 0
	for at, p := range preds {
		if at > 0 && preds[at-1] == p {
			continue
		}
		if k >= len(have) || have[k] != NodeID(p) {
			v.complain(i, 0, "not one source for each predecessor")
			return
		}
		k++
	}
	if k < len(have) {
		v.complain(i, 0, "not one source for each predecessor")
	}
}

// flatDominated checks that values are defined on every way to their uses. A single block
// has no dominators.
func (v *verifier) flatDominated(dom *graph.Dominators) {
	f := v.f
	first := f.FirstBlock()
	before := func(x Value, b NodeID, order uint32) bool {
		def := f.instrs[x].block
		if def == b {
			return v.order[x] < order
		}
		return def == first || dom.Reached(int32(def)) && dom.Dominates(int32(def), int32(b))
	}
	reached := func(b NodeID) bool { return dom == nil || dom.Reached(int32(b)) }
	for _, i := range v.far {
		n := &f.instrs[i]
		srcs := f.srcs[n.src : n.src+UseID(n.nsrc)]
		for k := range srcs {
			x := srcs[k].value
			switch {
			case x == 0:
			case n.op == op.Phi:
				if p := f.PhiPred(i, k); dom.Reached(int32(p)) && !before(x, p, ^uint32(0)) {
					v.complain(i, 0, "source %d isn't defined on every way through the predecessor", k)
				}
			case reached(n.block) && !before(x, n.block, v.order[i]):
				v.complain(i, 0, "source %d isn't defined on every way here", k)
			}
		}
	}
	for _, b := range v.blocks {
		if c := f.nodes[b].cond; c != 0 && reached(b) && !before(f.srcs[c].value, b, ^uint32(0)) {
			v.complain(0, b, "the condition isn't defined on every way here")
		}
	}
}
