package ssa

// This file writes shaders in binary, for caches and for handing shaders between
// processes. Declarations, variables and signatures are written in the text form
// (they are few, and their handles need no other encoding), bodies in varints:
//
//	"RSSA" version
//	text: length, bytes; each function's body holds its variables, registers
//	      and a line "type : T" per type of the module that its values have
//	per function: a list
//	list: blocks, each followed by what comes after it (0: the list ends)
//	block: number of instructions, instructions
//	if: span, condition, two lists
//	loop: shape, whether there is a continue list, span, lists
//	switch: number of clauses, span, selector, clauses
//	clause: default | fallthrough<<1, number of values, values, list
//	instruction: operation, what is there (bits), fields in that order, sources
//	source: 0 absent, or (1 + distance)*2 + whether components and swizzle follow
//
// Instructions are numbered in program order; a source is the distance from its
// user back to its value, zigzag, so that most take one byte. Positions are
// distances from the last one.

import (
	"encoding/binary"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

const encodingMagic = "RSSA\x01"

// The parts of an instruction that are present.
const (
	hasType = 1 << iota
	hasFlags
	hasFP
	hasSpan
	hasName
	hasWords
)

// Encode writes a shader in binary. Decode reads it back to an equal shader with
// the positions of instructions and nodes; the module's sources aren't part of
// it. Every function must be there, none of them in flat form, and control flow must
// be sound, as Verify checks.
func Encode(s *Shader) []byte {
	e := encoder{out: []byte(encodingMagic)}
	e.tables = make([][]uint32, len(s.Funcs))
	types := make([][]ir.TypeID, len(s.Funcs))
	for id, f := range s.Funcs {
		if f != nil {
			e.tables[id], types[id] = f.typeTable()
		}
	}
	text := AppendText(nil, s, PrintOptions{Spans: true, heads: types})
	e.uint(uint64(len(text)))
	e.out = append(e.out, text...)
	for id, f := range s.Funcs {
		if f != nil {
			e.function(f, e.tables[id])
		}
	}
	return e.out
}

// typeTable lists the types of the module that values of a function have, and by type its
// number: FirstModuleType and its place.
func (f *Function) typeTable() (place []uint32, list []ir.TypeID) {
	place = make([]uint32, f.Shader.Module.Types.Len())
	for b := range f.Blocks() { // in the order of the program, which a reader keeps
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			if t := f.instrs[i].ty; t >= ir.FirstModuleType && place[t] == 0 {
				place[t] = uint32(ir.FirstModuleType) + uint32(len(list))
				list = append(list, t)
			}
		}
	}
	return place, list
}

type encoder struct {
	out    []byte
	tables [][]uint32
	f      *Function
	types  []uint32
	number []uint32 // by instruction, from 1
	block  []uint32 // by node: number in program order
	at     uint32   // number of the current instruction
	span   diag.Span
}

func (e *encoder) uint(v uint64) { e.out = binary.AppendUvarint(e.out, v) }
func (e *encoder) int(v int64)   { e.out = binary.AppendVarint(e.out, v) }

func (e *encoder) position(s diag.Span) {
	e.int(int64(s.Start) - int64(e.span.Start))
	e.int(int64(s.End) - int64(s.Start))
	e.span = s
}

func (e *encoder) function(f *Function, types []uint32) {
	e.f, e.types, e.at, e.span = f, types, 0, diag.Span{}
	e.number, e.block = make([]uint32, len(f.instrs)), make([]uint32, len(f.nodes))
	n, blocks := uint32(0), uint32(0)
	for b := range f.Blocks() {
		blocks++
		e.block[b] = blocks
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			n++
			e.number[i] = n
		}
	}
	e.list(Body)
}

func (e *encoder) list(l ListID) {
	f := e.f
	for n := f.lists[l].first; n != 0; n = f.nodes[n].next {
		x := &f.nodes[n]
		switch x.kind {
		case NodeBlock:
			e.instrs(n)
			continue
		case NodeIf:
			e.uint(uint64(NodeIf))
			e.position(x.span)
			e.source(f.use(x.cond), 0)
			e.list(ListID(x.a))
			e.list(ListID(x.b))
		case NodeLoop:
			e.uint(uint64(NodeLoop))
			e.uint(uint64(x.control))
			if x.b != 0 {
				e.uint(1)
			} else {
				e.uint(0)
			}
			e.position(x.span)
			e.list(ListID(x.a))
			if x.b != 0 {
				e.list(ListID(x.b))
			}
		case NodeSwitch:
			e.uint(uint64(NodeSwitch))
			e.uint(uint64(x.b))
			e.position(x.span)
			e.source(f.use(x.cond), 0)
			for _, c := range f.Cases(n) {
				e.clause(&c)
			}
		}
	}
	e.uint(0)
}

func (e *encoder) clause(c *Case) {
	bits := uint64(0)
	if c.Default {
		bits = 1
	}
	if c.FallThrough {
		bits |= 2
	}
	e.uint(bits)
	values := e.f.CaseValues(c)
	e.uint(uint64(len(values)))
	for _, v := range values {
		e.uint(v)
	}
	e.list(c.List)
}

func (e *encoder) instrs(b NodeID) {
	f := e.f
	count := uint64(0)
	for i := f.First(b); i != 0; i = f.instrs[i].next {
		count++
	}
	e.uint(count)
	for i := f.First(b); i != 0; i = f.instrs[i].next {
		e.at++
		e.instr(i, b)
	}
}

func (e *encoder) instr(i InstrID, b NodeID) {
	f := e.f
	n := &f.instrs[i]
	e.uint(uint64(n.op))
	name := f.NameOf(i)
	there := uint64(0)
	set := func(bit uint64, is bool) {
		if is {
			there |= bit
		}
	}
	set(hasType, n.ty != 0)
	set(hasFlags, n.flags != 0)
	set(hasFP, n.fp != 0)
	set(hasSpan, f.spans[i] != e.span)
	set(hasName, name != "")
	set(hasWords, n.words != [2]uint32{} && n.op != op.Const && n.op != op.ParallelCopy)
	e.uint(there)
	if n.ty >= ir.FirstModuleType {
		e.uint(uint64(e.types[n.ty]))
	} else if n.ty != 0 {
		e.uint(uint64(n.ty))
	}
	if n.flags != 0 {
		e.uint(uint64(n.flags))
	}
	if n.fp != 0 {
		e.uint(uint64(n.fp))
	}
	if there&hasSpan != 0 {
		e.position(f.spans[i])
	}
	if name != "" {
		e.uint(uint64(len(name)))
		e.out = append(e.out, name...)
	}
	if there&hasWords != 0 {
		e.uint(uint64(n.words[0]))
		e.uint(uint64(n.words[1]))
	}
	if n.op == op.Const {
		for k := range f.Comps(i) {
			e.uint(f.ConstBits(i, k))
		}
		return
	}
	e.uint(uint64(n.nsrc))
	var order []uint32
	if n.op == op.Phi && n.nsrc == f.nodes[b].n {
		order = f.predOrder(b, e.block)
	}
	for k := range n.nsrc {
		if order != nil {
			k = order[k]
		}
		s := f.use(n.src + UseID(k))
		e.source(s, f.implied(n.op, int(k), s.Value))
		if n.op == op.ParallelCopy {
			e.uint(uint64(f.words[n.words[0]+k]))
		}
	}
}

// source writes a source; comps is the number of components that it needn't state.
func (e *encoder) source(s Src, comps int) {
	if s.Value == 0 {
		e.out = append(e.out, 0)
		return
	}
	d := int64(e.at) - int64(e.number[s.Value])
	v := uint64(d<<1^d>>63) + 1
	if int(s.Comps) == comps && s.IsIdentity() {
		e.uint(v << 1)
		return
	}
	e.uint(v<<1 | 1)
	e.out = append(e.out, s.Comps, uint8(s.Swizzle))
}
