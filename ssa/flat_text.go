package ssa

// This file prints and reads the parts of the text that only the flat form has: see
// print.go.

import (
	"slices"
	"strconv"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// flat writes the body of a function in flat form.
func (p *printer) flat() {
	f, w := p.f, p.w
	w.Str("  flat\n")
	preds := p.flatPreds()
	for b := f.lists[Body].first; b != 0; b = f.nodes[b].next {
		p.line()
		p.blockName(b)
		w.Str(":")
		for k, x := range preds[b] {
			if k == 0 {
				w.Str(" // ")
			} else {
				w.Str(", ")
			}
			p.blockName(x)
		}
		w.Str("\n")
		p.notes(0, b)
		p.indent++
		jump := f.Jump(b)
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			if i == jump {
				p.merge(b)
			}
			p.line()
			p.instr(i, b)
			p.notes(i, 0)
		}
		if jump == 0 {
			p.merge(b)
			p.ending(b)
		}
		p.indent--
	}
}

// flatPreds are the predecessors of blocks, each once, in program order.
func (p *printer) flatPreds() [][]NodeID {
	f := p.f
	preds := make([][]NodeID, len(f.nodes))
	var buf [16]NodeID
	for b := f.lists[Body].first; b != 0; b = f.nodes[b].next {
		for _, t := range f.Targets(b, buf[:0]) {
			if list := preds[t]; len(list) == 0 || list[len(list)-1] != b {
				preds[t] = append(list, b)
			}
		}
	}
	return preds
}

// merge writes a block's declarations of merges.
func (p *printer) merge(b NodeID) {
	x := &p.f.flat.blocks[b]
	if x.merge == 0 {
		return
	}
	p.line()
	p.w.Str("merge ")
	p.blockName(x.merge)
	if x.cont != 0 {
		p.w.Str(", continue ")
		p.blockName(x.cont)
	}
	p.w.Str("\n")
}

// ending writes an ending that is no instruction.
func (p *printer) ending(b NodeID) {
	f, w := p.f, p.w
	x := &f.flat.blocks[b]
	switch x.ending {
	case EndGoto:
		p.line()
		w.Str("goto ")
		p.blockName(NodeID(x.a))
	case EndBranch:
		p.line()
		w.Str("branch ")
		p.src(f.use(f.nodes[b].cond), 0)
		w.Str(", ")
		p.blockName(NodeID(x.a))
		w.Str(", ")
		p.blockName(NodeID(x.b))
	case EndSwitch:
		p.line()
		w.Str("switch ")
		p.src(f.use(f.nodes[b].cond), 0)
		selector := ir.U64
		if v := f.Cond(b).Value; v != 0 && f.Comps(v) == 1 {
			selector = f.s().Types.ScalarOf(f.Type(v))
		}
		for _, c := range f.FlatCases(b) {
			w.Str(", ")
			w.Append(func(b []byte) []byte { return appendCaseValue(b, c.Value, selector) })
			w.Str(": ")
			p.blockName(c.Target)
		}
		w.Str(", default: ")
		p.blockName(NodeID(x.a))
	case EndUnreachable:
		p.line()
		w.Str("unreachable")
	default:
		return
	}
	w.End(f.nodes[b].span)
}

// flatEnd is a block that is named before it is known: as the merge, the continue
// target or a target of another.
type flatEnd struct {
	from  NodeID
	place int // flatMerge, flatContinue, flatA, flatB, or a place in the cases
	label string
	span  diag.Span
}

const (
	flatMerge = -1 - iota
	flatContinue
	flatA
	flatB
)

// startFlat reads the line that declares that a function is in flat form.
func (p *parser) startFlat() {
	r, f := p.r, p.f
	if f.IsFlat() || f.First(p.block) != 0 || f.NextNode(p.block) != 0 || p.block != f.FirstBlock() || p.heads {
		r.Fail("flat stands before the blocks of a function")
	}
	r.Word("flat")
	f.makeFlat()
	p.block = 0
}

// target reads the name of a block.
func (p *parser) target(place int) {
	r := p.r
	start := r.Start()
	label := r.Word("a block")
	p.ends = append(p.ends, flatEnd{p.block, place, label, r.Span(start)})
}

// flatLine reads a line of the flat form that is neither an instruction nor a block's
// label, if that is next. It also checks that other lines have a block.
func (p *parser) flatLine(word string, start int) bool {
	r, f := p.r, p.f
	if len(word) > 1 && word[0] == 'b' && word[1] >= '0' && word[1] <= '9' {
		if p.block != 0 && f.flat.blocks[p.block].ending == EndNone {
			p.endByJump()
		}
		return false
	}
	if word == "var" || word == "reg" || word == "flat" {
		return false
	}
	if p.block == 0 {
		r.Fail("a function in flat form has labels of blocks")
	}
	if f.flat.blocks[p.block].ending != EndNone || f.Jump(p.block) != 0 {
		r.Fail("the block has ended")
	}
	switch word {
	case "if", "loop":
		r.Fail("a function in flat form has no tree")
	case "merge":
		r.Word(word)
		p.target(flatMerge)
		if r.Accept(',') {
			if !r.AcceptWord("continue") {
				r.Fail("expected continue")
			}
			p.target(flatContinue)
		}
		return true
	case "goto":
		r.Word(word)
		f.end(p.block, EndGoto, diag.Span{})
		p.target(flatA)
	case "branch":
		r.Word(word)
		p.flatCond(EndBranch)
		p.target(flatA)
		r.Expect(',')
		p.target(flatB)
	case "switch":
		r.Word(word)
		p.flatCond(EndSwitch)
		p.flatCases()
	case "unreachable":
		r.Word(word)
		f.end(p.block, EndUnreachable, diag.Span{})
	default:
		return false
	}
	span := r.Span(start)
	r.SpanAttr(&span)
	f.nodes[p.block].span = span
	return true
}

// endByJump gives a block the ending of its last instruction.
func (p *parser) endByJump() {
	f := p.f
	if j := f.Jump(p.block); j != 0 {
		switch f.instrs[j].op {
		case op.Return:
			f.end(p.block, EndReturn, f.spans[j])
		case op.Halt:
			f.end(p.block, EndHalt, f.spans[j])
		}
	}
}

// flatCond starts an ending with a condition or selector, and reads that.
func (p *parser) flatCond(e Ending) {
	f := p.f
	f.end(p.block, e, diag.Span{})
	f.setNodeCond(p.block, Src{})
	p.setUse(f.nodes[p.block].cond, 0, 0)
	p.r.Expect(',')
}

// flatCases reads the cases of a switch.
func (p *parser) flatCases() {
	r, f := p.r, p.f
	x := &f.flat.blocks[p.block]
	x.b = uint32(len(f.flat.cases))
	for !r.AcceptWord("default") {
		text := r.Number()
		v, err := strconv.ParseUint(text, 10, 64)
		if text[0] == '-' {
			var n int64
			n, err = strconv.ParseInt(text, 10, 64)
			v = uint64(n)
			p.negative = append(p.negative, negativeValue{p.block, len(f.flat.cases)})
		}
		if err != nil {
			r.Fail("malformed value of a case")
		}
		r.Expect(':')
		p.target(len(f.flat.cases))
		f.flat.cases = append(f.flat.cases, FlatCase{Value: v})
		x.n++
		r.Expect(',')
	}
	r.Expect(':')
	p.target(flatA)
}

// resolveFlat gives endings their blocks and phis their sources.
func (p *parser) resolveFlat() {
	f := p.f
	if p.block != 0 && f.flat.blocks[p.block].ending == EndNone {
		p.endByJump()
	}
	for _, x := range p.ends {
		t := p.flatBlock(x.label, x.span)
		b := &f.flat.blocks[x.from]
		switch x.place {
		case flatMerge:
			b.merge = t
		case flatContinue:
			b.cont, b.loop = t, true
		case flatA:
			b.a = uint32(t)
		case flatB:
			b.b = uint32(t)
		default:
			f.flat.cases[x.place].Target = t
		}
	}
	for _, x := range p.negative {
		if v := f.Cond(x.node).Value; v != 0 {
			if size := f.Bits(v); size > 0 && size < 64 {
				f.flat.cases[x.at].Value &= 1<<size - 1
			}
		}
	}
	for at := 0; at < len(p.phis); {
		phi := p.phis[at].phi
		p.srcs = p.srcs[:0]
		words := uint32(len(f.words))
		for ; at < len(p.phis) && p.phis[at].phi == phi; at++ {
			x := &p.phis[at]
			v := InstrID(p.values.get(x.value))
			if v == 0 {
				p.r.Errorf(x.span, "no value %%%s in this function", x.value)
			}
			f.words = append(f.words, uint32(p.flatBlock(x.block, x.span)))
			p.srcs = append(p.srcs, Whole(v))
		}
		f.setSrcs(phi, p.srcs)
		f.instrs[phi].words[0] = words
	}
}

// flatBlock is the block of a name.
func (p *parser) flatBlock(label string, span diag.Span) NodeID {
	t := NodeID(0)
	if len(label) > 1 && label[0] == 'b' {
		t = NodeID(p.blocks.get(label[1:]))
	}
	if t == 0 {
		p.r.Errorf(span, "no block %s in this function", label)
	}
	return t
}

// flatBroken is the reason that a function in flat form can't be walked: its chain of
// blocks or a name of a block is wrong.
func (f *Function) flatBroken() (NodeID, string) {
	isBlock := func(b NodeID) bool {
		return b != 0 && int(b) < len(f.nodes) && f.nodes[b].kind == NodeBlock && f.nodes[b].list == Body
	}
	if len(f.flat.blocks) != len(f.nodes) || f.lists[Body].first == 0 {
		return 0, "a function in flat form has blocks"
	}
	prev := NodeID(0)
	count := 0
	for b := f.lists[Body].first; b != 0; b = f.nodes[b].next {
		if count++; !isBlock(b) || f.nodes[b].prev != prev || count > len(f.nodes) {
			return prev, "the next block isn't there"
		}
		prev = b
		x := &f.flat.blocks[b]
		if x.merge != 0 && !isBlock(x.merge) || x.cont != 0 && !isBlock(x.cont) {
			return b, "the merge or continue target isn't there"
		}
		hasCond := f.nodes[b].cond != 0 && int(f.nodes[b].cond) < len(f.srcs)
		if hasCond != (x.ending == EndBranch || x.ending == EndSwitch) {
			return b, "a branch or switch has a condition"
		}
		if x.ending == EndSwitch && uint64(x.b)+uint64(x.n) > uint64(len(f.flat.cases)) {
			return b, "the cases aren't there"
		}
		var buf [16]NodeID
		if slices.ContainsFunc(f.Targets(b, buf[:0]), func(t NodeID) bool { return !isBlock(t) }) {
			return b, "a target isn't there"
		}
	}
	if f.lists[Body].last != prev {
		return prev, "the last block isn't the body's"
	}
	return 0, ""
}
