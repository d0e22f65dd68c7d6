package ssa

// This file reads instructions of the text form.

import (
	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// source reads a source into a slot: a value, and what is taken of it.
func (p *parser) source(u UseID, o op.Op, k int) {
	r := p.r
	if r.AcceptWord("_") {
		return
	}
	start := r.Start()
	x := fix{use: u, k: k, op: o, label: r.Label('%', "a value")}
	if r.Accept('.') {
		word := r.Word("components")
		if word == "whole" {
			x.whole = true
		} else {
			if len(word) > 4 {
				r.Fail("%s picks more than four components", word)
			}
			for at := range len(word) {
				c := -1
				for i := range 4 {
					if "xyzw"[i] == word[at] {
						c = i
					}
				}
				if c < 0 {
					r.Fail("%s picks no components", word)
				}
				x.swz.Swizzle = x.swz.Swizzle.With(at, c)
			}
			x.swz.Comps = uint8(len(word))
		}
	}
	x.span = r.Span(start)
	p.fixes = append(p.fixes, x)
}

// freedoms reads the floating-point freedoms after an operation.
func (p *parser) freedoms() (list FP) {
	r := p.r
	for r.Accept('.') {
		word := r.Word("a freedom")
		bit := FP(0)
		if word == "fast" {
			bit = Fast
		}
		for k, name := range fpNames {
			if name == word {
				bit = 1 << k
			}
		}
		if bit == 0 {
			r.Fail("%s is no floating-point freedom", word)
		}
		list |= bit
	}
	return list
}

// instr reads a line that makes an instruction.
func (p *parser) instr(start int) {
	r, f := p.r, p.f
	label := ""
	if r.IsLabel('%') {
		label = r.Label('%', "a value")
		if _, twice := p.values[label]; twice {
			r.Fail("%%%s is defined twice", label)
		}
		r.Expect('=')
	}
	word := r.Peek()
	o, ok := op.ByName(word)
	if !ok {
		r.Fail("unknown operation %q", word)
	}
	r.Word("an operation")
	i := f.addInstr(o, 0, nil, diag.Span{})
	f.instrs[i].fp = p.freedoms()
	rd := instrReader{p: p, i: i, o: o, info: o.Info(), first: len(p.fixes), firstPhi: len(p.phis)}
	rd.items()
	n := &f.instrs[i]
	if (label != "") != r.Is(':') {
		r.Fail("an operation has a result and a type, or neither")
	}
	if r.Accept(':') {
		if n.ty = r.Type(); n.ty == 0 {
			r.Fail("the result needs a type")
		}
	}
	rd.finish()
	n.flags = r.Flags()
	name := ""
	if r.IsString() {
		name = r.String()
	}
	span := r.Span(start)
	r.SpanAttr(&span)
	f.spans[i] = span
	f.linkInstr(i, p.block, 0)
	if name != "" {
		f.SetName(i, name)
	}
	if label != "" {
		p.values[label] = i
	}
}

// instrReader holds what of an instruction is read.
type instrReader struct {
	p        *parser
	i        InstrID
	o        op.Op
	info     *op.Info
	first    int // of the parser's fixes
	firstPhi int
	consts   []string
	regs     []uint32
	places   []int // of sources that fixes[first:] are
	top      int   // one more than the last source
}

// source reads the source for a place.
func (d *instrReader) source(k int) {
	if k > 4096 {
		d.p.r.Fail("an operation has at most 4096 sources")
	}
	had := len(d.p.fixes)
	d.p.source(0, d.o, k)
	d.top = max(d.top, k+1)
	if len(d.p.fixes) > had {
		d.places = append(d.places, k)
	}
}

// items reads sources and fields, up to the type.
func (d *instrReader) items() {
	r, p := d.p.r, d.p
	words := &p.f.instrs[d.i].words
	if d.o == op.Call {
		words[0] = uint32(r.Func())
		if r.AtEnd() || r.Is(':') {
			return
		}
		r.Expect(',')
	}
	for !r.AtEnd() && !r.Is(':') && !r.IsLabel('!') && !r.IsString() {
		switch word := r.Peek(); {
		case r.IsNumber() && d.o == op.Const:
			d.consts = append(d.consts, r.Number())
		case d.o == op.Const && (word == "true" || word == "false"):
			d.consts = append(d.consts, r.Word(""))
		case r.IsLabel('%') || word == "_":
			d.source(d.top)
		case r.IsLabel('@'):
			words[0] = d.moduleRef()
		case r.IsLabel('$') && (d.o == op.DerefVar || d.o == op.Declare):
			label := r.Label('$', "")
			v, ok := p.locals[label]
			if !ok {
				r.Fail("no variable $%s in this function", label)
			}
			words[0] = uint32(v)
		case word == "":
			r.Fail("expected a source or a field")
		case d.o == op.LoadReg || d.o == op.StoreReg:
			if _, ok := p.regs[word]; ok {
				words[0] = uint32(p.regs[r.Word("")])
				break
			}
			fallthrough
		default:
			d.named()
		}
		if !r.Accept(',') {
			return
		}
		for r.Newline() {
		}
	}
}

// moduleRef reads what a name of module scope stands for.
func (d *instrReader) moduleRef() uint32 {
	r := d.p.r
	k, handle := r.Ref()
	want, ok := map[op.Op]ir.Kind{op.DerefVar: ir.KindGlobal, op.Declare: ir.KindGlobal,
		op.Constant: ir.KindConstant, op.Override: ir.KindOverride}[d.o]
	if !ok || k != want {
		r.Fail("%s doesn't take this name", d.info.Name)
	}
	return handle
}

// named reads a source with a name, or a field.
func (d *instrReader) named() {
	r, p := d.p.r, d.p
	start := r.Start()
	word := r.Word("a source or a field")
	if r.Accept('=') {
		for k := range d.info.Fields {
			if fd := &d.info.Fields[k]; fd.Name == word {
				fd.Put(&p.f.instrs[d.i].words, d.fieldValue(fd))
				return
			}
		}
		r.Fail("%s has no field %s", d.info.Name, word)
	}
	r.Expect(':')
	switch d.o {
	case op.Phi:
		x := phiSource{phi: d.i, block: word, value: r.Label('%', "a value")}
		x.span = r.Span(start)
		p.phis = append(p.phis, x)
		return
	case op.ParallelCopy:
		reg, ok := p.regs[word]
		if !ok {
			r.Fail("no register %s", word)
		}
		d.regs = append(d.regs, uint32(reg))
		d.source(d.top)
		return
	}
	for k := range d.info.Srcs {
		if d.info.Srcs[k].Name == word {
			d.source(k)
			return
		}
	}
	r.Fail("%s has no source %s", d.info.Name, word)
}

func (d *instrReader) fieldValue(fd *op.Field) uint32 {
	r := d.p.r
	if r.IsNumber() {
		v := r.Uint32()
		if fd.Bits < 32 && v>>fd.Bits != 0 {
			r.Fail("the field %s has %d bits", fd.Name, fd.Bits)
		}
		return v
	}
	word := r.Word("a value of " + fd.Name)
	if fd.Names != nil {
		for v := range fd.Count {
			if fd.Names(v) == word {
				return v
			}
		}
	}
	r.Fail("%s is no value of %s", word, fd.Name)
	return 0
}

// finish makes the slots of sources, and stores constants and registers.
func (d *instrReader) finish() {
	r, f := d.p.r, d.p.f
	n := &f.instrs[d.i]
	if d.o == op.Phi {
		return
	}
	srcs := make([]Src, d.top)
	at := f.addSrcs(uint32(d.i), srcs)
	n.src, n.nsrc = at, uint32(d.top)
	for k, place := range d.places {
		d.p.fixes[d.first+k].use = at + UseID(place)
	}
	switch d.o {
	case op.Const:
		types := &r.Module().Types
		if len(d.consts) == 0 || types.ComponentCount(n.ty) != len(d.consts) {
			r.Fail("a constant has as many values as its type has components")
		}
		if len(d.consts) == 1 && n.ty > ir.TypeF64 {
			r.Fail("a constant has a concrete type")
		}
		bits := make([]uint64, len(d.consts))
		for k, text := range d.consts {
			v, ok := parseConst(types.ScalarOf(n.ty), text)
			if !ok {
				r.Fail("%s is no value of the type", text)
			}
			bits[k] = v
		}
		f.setConst(d.i, bits)
	case op.ParallelCopy:
		if len(d.regs) != d.top {
			r.Fail("a parallel copy has a register for each source")
		}
		n.words[0] = uint32(len(f.words))
		f.words = append(f.words, d.regs...)
	}
}
