package ssa

// This file reads shaders in binary: see encode.go.

import (
	"encoding/binary"
	"errors"
	"fmt"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// maxEncodedDepth bounds how deep lists may nest in the input of Decode.
const maxEncodedDepth = 1000

// Decode reads the output of Encode. Any other bytes give an error, in memory that is a
// small multiple of their number. It doesn't verify.
func Decode(data []byte) (*Shader, error) {
	if len(data) > maxTextSize {
		return nil, fmt.Errorf("ssa: the encoded shader exceeds %d bytes", maxTextSize)
	}
	if len(data) < len(encodingMagic) || string(data[:len(encodingMagic)]) != encodingMagic {
		return nil, errors.New("ssa: these bytes aren't an encoded shader of this version")
	}
	d := decoder{in: data[len(encodingMagic):]}
	n := d.uint(uint64(len(d.in)))
	if d.err != nil || n > uint64(len(d.in)) {
		return nil, errors.New("ssa: the encoded shader is cut short")
	}
	s, tables, err := parseHeads(string(d.in[:n]))
	if err != nil {
		return nil, fmt.Errorf("ssa: the encoded shader's declarations: %w", err)
	}
	d.in = d.in[n:]
	d.s = s
	for id, f := range s.Funcs {
		if f == nil {
			continue
		}
		d.types = nil
		if id < len(tables) {
			d.types = tables[id]
		}
		d.function(f)
		if d.err != nil {
			return nil, fmt.Errorf("ssa: the encoded function %s: %w", f.Name, d.err)
		}
	}
	if len(d.in) != 0 {
		return nil, errors.New("ssa: bytes follow the encoded shader")
	}
	return s, nil
}

type decoder struct {
	in    []byte
	err   error
	s     *Shader
	f     *Function
	types []ir.TypeID
	at    uint32
	span  diag.Span
	fixes []encodedUse
	depth int
}

// encodedUse is a source whose value may not be known yet.
type encodedUse struct {
	use     UseID
	value   uint32
	k       int
	op      op.Op
	implied bool
	src     Src
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
	d.in = nil
}

// uint reads a number that isn't greater than a limit.
func (d *decoder) uint(limit uint64) uint64 {
	v, n := binary.Uvarint(d.in)
	if n <= 0 || v > limit {
		d.fail("a number is missing or too large")
		return 0
	}
	d.in = d.in[n:]
	return v
}

// count reads a number of things that take a byte each at least.
func (d *decoder) count() int {
	n := d.uint(uint64(len(d.in)))
	if n > uint64(len(d.in)) {
		d.fail("more is announced than follows")
		return 0
	}
	return int(n)
}

func (d *decoder) u32() uint32 { return uint32(d.uint(1<<32 - 1)) }

func (d *decoder) position() diag.Span {
	var v [2]int64
	for k := range v {
		x, n := binary.Varint(d.in)
		if n <= 0 || x < -1<<32 || x > 1<<32 {
			d.fail("a position is missing or too far")
			return diag.Span{}
		}
		v[k] = x
		d.in = d.in[n:]
	}
	start := int64(d.span.Start) + v[0]
	end := start + v[1]
	if start < 0 || start >= 1<<32 || end < 0 || end >= 1<<32 {
		d.fail("a position is out of range")
		return diag.Span{}
	}
	d.span = diag.Span{Start: uint32(start), End: uint32(end)}
	return d.span
}

func (d *decoder) function(f *Function) {
	d.f, d.at, d.span, d.fixes = f, 0, diag.Span{}, d.fixes[:0]
	d.list(Body)
	if d.err != nil {
		return
	}
	// Instructions are numbered as they were made: number and handle are one.
	for _, x := range d.fixes {
		if x.value == 0 || int(x.value) >= len(f.instrs) {
			d.fail("a source that isn't there")
			return
		}
		s := x.src
		s.Value = Value(x.value)
		if x.implied {
			if n := f.implied(x.op, x.k, s.Value); n > 0 {
				s.Comps, s.Swizzle = uint8(n), Identity
			}
		}
		f.setUse(x.use, s)
	}
	for b := range f.Blocks() {
		var buf [8]NodeID
		for _, x := range f.Succs(b, buf[:0]) {
			f.pushPred(x, b)
		}
	}
}

func (d *decoder) list(l ListID) {
	f := d.f
	if d.depth++; d.depth > maxEncodedDepth {
		d.fail("lists nest deeper than %d", maxEncodedDepth)
	}
	for d.err == nil {
		b := f.lists[l].last
		d.instrs(b)
		kind := NodeKind(d.uint(uint64(NodeSwitch)))
		if kind == 0 || d.err != nil {
			break
		}
		if kind == NodeBlock || f.Jump(b) != 0 {
			d.fail("a node out of place")
			break
		}
		d.node(kind, b)
		f.insertAfter(f.newNode(NodeBlock, l, diag.Span{}), f.lists[l].last)
	}
	d.depth--
}

func (d *decoder) node(kind NodeKind, b NodeID) {
	f := d.f
	n := f.newNode(kind, 0, diag.Span{})
	f.insertAfter(n, b)
	switch kind {
	case NodeIf:
		f.nodes[n].span = d.position()
		d.cond(n)
		then := f.newList(n)
		els := f.newList(n)
		f.nodes[n].a, f.nodes[n].b = uint32(then), uint32(els)
		d.list(then)
		d.list(els)
	case NodeLoop:
		f.nodes[n].control = uint8(d.uint(uint64(len(shapeWords) - 1)))
		hasContinue := d.uint(1) == 1
		f.nodes[n].span = d.position()
		body := f.newList(n)
		f.nodes[n].a = uint32(body)
		d.list(body)
		if hasContinue {
			l := f.newList(n)
			f.nodes[n].b = uint32(l)
			d.list(l)
		}
	case NodeSwitch:
		count := d.count()
		f.nodes[n].span = d.position()
		d.cond(n)
		var cases []Case
		for len(cases) < count && d.err == nil {
			cases = append(cases, d.clause(n, len(cases)))
		}
		if len(cases) == 0 {
			d.fail("a switch without clauses")
			return
		}
		f.nodes[n].a, f.nodes[n].b = uint32(len(f.cases)), uint32(len(cases))
		f.cases = append(f.cases, cases...)
	}
}

func (d *decoder) clause(n NodeID, place int) Case {
	f := d.f
	bits := d.uint(3)
	c := Case{Default: bits&1 != 0, FallThrough: bits&2 != 0, off: uint32(len(f.values))}
	c.n = uint32(d.count())
	for range c.n {
		f.values = append(f.values, d.uint(1<<64-1))
	}
	c.List = f.newList(n)
	f.lists[c.List].clause = uint32(place)
	d.list(c.List)
	return c
}

func (d *decoder) cond(n NodeID) {
	d.f.setNodeCond(n, Src{})
	d.source(d.f.nodes[n].cond, op.Phi, 0)
}

// source reads a source into a slot.
func (d *decoder) source(u UseID, o op.Op, k int) {
	v := d.uint(1 << 40)
	if v == 0 {
		return
	}
	x := encodedUse{use: u, k: k, op: o, implied: v&1 == 0}
	z := v>>1 - 1
	at := int64(d.at) - (int64(z>>1) ^ -int64(z&1))
	if at <= 0 || at > 1<<32-1 {
		d.fail("a source that isn't there")
		return
	}
	x.value = uint32(at)
	if !x.implied {
		x.src.Comps = uint8(d.uint(4))
		if len(d.in) == 0 {
			d.fail("a source is cut short")
			return
		}
		x.src.Swizzle = Swizzle(d.in[0])
		d.in = d.in[1:]
	}
	d.fixes = append(d.fixes, x)
}

func (d *decoder) instrs(b NodeID) {
	for range d.count() {
		if d.err != nil {
			return
		}
		if d.f.Jump(b) != 0 {
			d.fail("an instruction follows a jump")
			return
		}
		d.at++
		d.instr(b)
	}
}

func (d *decoder) typeID() ir.TypeID {
	t := d.u32()
	switch k := int64(t) - int64(ir.FirstModuleType); {
	case k < 0:
		return ir.TypeID(t)
	case k < int64(len(d.types)):
		return d.types[k]
	}
	d.fail("a type that isn't there")
	return 0
}

func (d *decoder) instr(b NodeID) {
	f := d.f
	o := op.Op(d.uint(uint64(op.Count - 1)))
	there := d.uint(2*hasWords - 1)
	if o == op.Invalid {
		d.fail("an instruction without an operation")
		return
	}
	i := f.addInstr(o, 0, nil, d.span)
	n := &f.instrs[i]
	if there&hasType != 0 {
		n.ty = d.typeID()
	}
	if there&hasFlags != 0 {
		n.flags = ir.Flags(d.uint(1<<16 - 1))
	}
	if there&hasFP != 0 {
		n.fp = FP(d.uint(uint64(Fast)))
	}
	if there&hasSpan != 0 {
		f.spans[i] = d.position()
	}
	if there&hasName != 0 {
		k := d.count()
		name := string(d.in[:k])
		d.in = d.in[k:]
		f.SetName(i, name)
	}
	if there&hasWords != 0 {
		n.words = [2]uint32{d.u32(), d.u32()}
	}
	f.linkInstr(i, b, 0)
	if o == op.Const {
		d.constant(i)
		return
	}
	count := d.count()
	if d.err != nil {
		return
	}
	at := f.addSrcs(uint32(i), make([]Src, count))
	f.instrs[i].src, f.instrs[i].nsrc = at, uint32(count)
	if o == op.ParallelCopy {
		f.instrs[i].words[0] = uint32(len(f.words))
	}
	for k := range count {
		if d.source(at+UseID(k), o, k); o == op.ParallelCopy {
			r := d.u32()
			if r == 0 || int(r) >= len(f.Regs) {
				d.fail("a register that isn't there")
			}
			f.words = append(f.words, r)
		}
	}
	d.handles(i)
}

func (d *decoder) constant(i InstrID) {
	f := d.f
	comps := f.Comps(i)
	if comps == 0 || f.s().Types.ScalarOf(f.Type(i)).IsAbstract() {
		d.fail("a constant of no scalar or vector type")
		return
	}
	var bits [4]uint64
	for k := range comps {
		bits[k] = d.uint(1<<64 - 1)
	}
	f.setConst(i, bits[:comps])
}

// handles checks that the handles in the words of an instruction exist.
func (d *decoder) handles(i InstrID) {
	f := d.f
	w := f.instrs[i].words[0]
	good := true
	switch f.Op(i) {
	case op.DerefVar, op.Declare, op.ResourceIndex:
		if v := VarID(w); v.IsLocal() {
			good = v != LocalVar && int(v&^LocalVar) < len(f.Vars)
		} else {
			good = v != 0 && int(v) < len(d.s.Vars)
		}
	case op.Call:
		good = w != 0 && int(w) < len(d.s.Funcs)
	case op.Constant:
		good = w != 0 && int(w) < len(d.s.Module.Constants)
	case op.Override:
		good = w != 0 && int(w) < len(d.s.Module.Overrides)
	case op.Print:
		good = w != 0 && int(w) < len(d.s.Module.Formats)
	case op.LoadReg, op.StoreReg:
		good = w != 0 && int(w) < len(f.Regs)
	}
	if !good {
		d.fail("%s of what isn't there", f.Op(i))
	}
}
