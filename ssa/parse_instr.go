package ssa

// This file reads instructions of the text form.

import (
	"strings"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// source reads a source: a value, and its swizzle. It is false if the source is absent.
func (p *parser) source(o op.Op, k int) (x fix, ok bool) {
	r := p.r
	if r.AcceptWord("_") {
		return x, false
	}
	start := r.Start()
	x = fix{k: k, op: o, label: r.Label('%', "a value")}
	if r.Accept('.') {
		word := r.Word("components")
		if word == "whole" {
			x.whole = true
		} else {
			if len(word) > 4 {
				r.Fail("%s picks more than four components", word)
			}
			for at := range len(word) {
				c := strings.IndexByte("xyzw", word[at])
				if c < 0 {
					r.Fail("%s picks no components", word)
				}
				x.swz.Swizzle = x.swz.Swizzle.With(at, c)
			}
			x.swz.Comps = uint8(len(word))
		}
	}
	x.span = r.Span(start)
	return x, true
}

// setUse reads a source into a slot.
func (p *parser) setUse(u UseID, o op.Op, k int) {
	x, ok := p.source(o, k)
	if !ok {
		return
	}
	if v := InstrID(p.values.get(x.label)); v != 0 {
		p.f.setUse(u, x.source(p.f, v))
		return
	}
	x.use = u
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
		if p.values.get(label) != 0 {
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
	rd := instrReader{p: p, i: i, o: o, info: o.Info(), first: len(p.fixes)}
	p.srcs, p.consts, p.copied = p.srcs[:0], p.consts[:0], p.copied[:0]
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
		p.values.set(label, uint32(i))
	}
}

// instrReader reads an instruction.
type instrReader struct {
	p     *parser
	i     InstrID
	o     op.Op
	info  *op.Info
	first int // of the parser's fixes, whose use is the source's place until there are slots
}

// source reads the source for a place.
func (d *instrReader) source(k int) {
	p := d.p
	if k > 4096 {
		p.r.Fail("an operation has at most 4096 sources")
	}
	for len(p.srcs) <= k {
		p.srcs = append(p.srcs, Src{})
	}
	x, ok := p.source(d.o, k)
	if !ok {
		return
	}
	if v := InstrID(p.values.get(x.label)); v != 0 {
		p.srcs[k] = x.source(p.f, v)
		return
	}
	x.use = UseID(k)
	p.fixes = append(p.fixes, x)
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
			p.consts = append(p.consts, r.Number())
		case d.o == op.Const && (word == "true" || word == "false"):
			p.consts = append(p.consts, r.Word(""))
		case r.IsLabel('%') || word == "_":
			d.source(len(p.srcs))
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

// moduleRef reads a name of module scope.
func (d *instrReader) moduleRef() uint32 {
	r := d.p.r
	k, handle := r.Ref()
	ok := false
	switch d.o {
	case op.DerefVar, op.Declare, op.ResourceIndex:
		ok = k == ir.KindGlobal
	case op.Constant:
		ok = k == ir.KindConstant
	case op.Override:
		ok = k == ir.KindOverride
	}
	if !ok {
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
		p.copied = append(p.copied, uint32(reg))
		d.source(len(p.srcs))
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
	p := d.p
	r, f := p.r, p.f
	n := &f.instrs[d.i]
	if d.o == op.Phi {
		return
	}
	for len(p.srcs) < d.o.Slots() {
		p.srcs = append(p.srcs, Src{})
	}
	at := f.addSrcs(uint32(d.i), p.srcs)
	n.src, n.nsrc = at, uint32(len(p.srcs))
	for k := d.first; k < len(p.fixes); k++ {
		p.fixes[k].use += at
	}
	switch d.o {
	case op.Const:
		types := &r.Module().Types
		if len(p.consts) == 0 || types.ComponentCount(n.ty) != len(p.consts) {
			r.Fail("a constant has as many values as its type has components")
		}
		if len(p.consts) == 1 && n.ty > ir.TypeF64 {
			r.Fail("a constant has a concrete type")
		}
		var bits [4]uint64
		for k, text := range p.consts {
			v, ok := parseConst(types.ScalarOf(n.ty), text)
			if !ok {
				r.Fail("%s is no value of the type", text)
			}
			bits[k] = v
		}
		f.setConst(d.i, bits[:len(p.consts)])
	case op.ParallelCopy:
		if len(p.copied) != len(p.srcs) {
			r.Fail("a parallel copy has a register for each source")
		}
		n.words[0] = uint32(len(f.words))
		f.words = append(f.words, p.copied...)
	}
}
