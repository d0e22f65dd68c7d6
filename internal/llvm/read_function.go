package llvm

// This file reads functions' bodies. A value that is used before it is made is a number until the
// function has been read.

import (
	"cmp"
	"slices"
)

// later marks, in an operand, a value's number that is not known yet.
const later Value = 1 << 30

// A want is an operand whose type is known before its value.
type want struct {
	operand uint32 // its index among the function's operands
	t       Type
	offset  int // of the record, in bytes
}

// A bodyReader reads a function's body.
type bodyReader struct {
	*moduleReader
	f        *Function
	blocks   uint64 // as declared
	open     bool   // a block was begun and isn't ended
	operands []Value
	wants    []want
}

// readFunction reads the body of the next function that has one.
func (r *moduleReader) readFunction() {
	if len(r.pending) == 0 {
		r.fail("a body of no function")
		return
	}
	f := r.m.Functions[r.pending[0]]
	r.pending = r.pending[1:]
	module := len(r.numbers)
	for k := range f.params {
		r.numbers = append(r.numbers, Local|k)
	}
	b := &bodyReader{moduleReader: r, f: f}
	r.enter(blockFunction)
	for {
		it, block := r.next()
		if it == itemEnd {
			break
		}
		switch {
		case it == itemRecord:
			b.readRecord()
		case block == blockConstants && len(f.Instrs) == 0:
			r.readConstants()
		case block == blockSymbols:
			r.each(block, b.readSymbol)
		case block == blockAttachments:
			r.each(block, b.readAttachment)
		default:
			r.fail("the block %d is not supported in a function", block)
		}
	}
	b.finish()
	r.leave()
	r.numbers = r.numbers[:module]
}

// finish replaces numbers by values, and checks the body.
func (b *bodyReader) finish() {
	if b.err != nil {
		return
	}
	f := b.f
	if uint64(len(f.Blocks)) != b.blocks || b.open || b.blocks == 0 {
		b.fail("the function %q declares %d blocks and has %d", f.Name, b.blocks, len(f.Blocks))
		return
	}
	for i, v := range f.operands {
		if v&Local != 0 && v&later != 0 {
			n := v &^ (Local | later)
			if int(n) >= len(b.numbers) {
				b.fail("an operand is the value %d, which is none", n)
				return
			}
			f.operands[i] = b.numbers[n]
		}
	}
	for _, w := range b.wants {
		if f.TypeOf(f.operands[w.operand]) != w.t {
			b.err = &Error{w.offset, "an operand is of another type"}
			return
		}
	}
	slices.SortStableFunc(f.Attach, func(x, y Attachment) int { return cmp.Compare(x.Instr, y.Instr) })
	if err := f.check(); err != nil {
		b.fail("%v", err)
	}
}

// value reads an operand: a number relative to that of the instruction.
func (b *bodyReader) value(relative uint64) Value {
	return b.numbered(uint32(len(b.numbers)) - uint32(relative))
}

// numbered returns the value with a number, or the number if it is made later.
func (b *bodyReader) numbered(n uint32) Value {
	switch {
	case int(n) < len(b.numbers):
		return b.numbers[n]
	case n < uint32(later):
		return Local | later | Value(n)
	}
	b.failRecord("an operand is the value %d, which is none", n)
	return 0
}

func isLater(v Value) bool { return v&Local != 0 && v&later != 0 }

// typed reads an operand, and its type if it is made later; at is moved behind them.
func (b *bodyReader) typed(at *int) (Value, Type) {
	if *at >= len(b.record) {
		b.failRecord("a record of code %d has %d values, too few", b.code, len(b.record))
		return 0, 0
	}
	v := b.value(b.record[*at])
	*at++
	if b.err != nil {
		return 0, 0
	}
	if !isLater(v) {
		t := b.f.TypeOf(v)
		b.operands = append(b.operands, v)
		return v, t
	}
	if *at >= len(b.record) {
		b.failRecord("a record of code %d has %d values, too few", b.code, len(b.record))
		return 0, 0
	}
	t := b.typeAt(b.record[*at])
	*at++
	b.want(v, t)
	return v, t
}

// of reads an operand of a known type.
func (b *bodyReader) of(at *int, t Type) Value {
	if *at >= len(b.record) {
		b.failRecord("a record of code %d has %d values, too few", b.code, len(b.record))
		return 0
	}
	v := b.value(b.record[*at])
	*at++
	b.want(v, t)
	return v
}

// want adds an operand of a known type, which is checked now or at the end.
func (b *bodyReader) want(v Value, t Type) {
	if b.err != nil {
		return
	}
	if isLater(v) {
		b.wants = append(b.wants, want{uint32(len(b.f.operands) + len(b.operands)), t, int(b.start / 8)})
	} else if b.f.TypeOf(v) != t {
		b.failRecord("an operand is of another type")
	}
	b.operands = append(b.operands, v)
}

// plain reads a value of the record that isn't an operand.
func (b *bodyReader) plain(at *int, most uint64) uint64 {
	if *at >= len(b.record) {
		b.failRecord("a record of code %d has %d values, too few", b.code, len(b.record))
		return 0
	}
	v := b.record[*at]
	*at++
	if v > most {
		b.failRecord("a record of code %d has the value %d, above %d", b.code, v, most)
		return 0
	}
	return v
}

// plainType reads a type.
func (b *bodyReader) plainType(at *int) Type { return b.typeAt(b.plain(at, 1<<32)) }

// target reads a block.
func (b *bodyReader) target(at *int) BlockID {
	if b.blocks == 0 {
		b.failRecord("a function declares no blocks")
		return 0
	}
	return BlockID(b.plain(at, b.blocks-1))
}

// done reports values that are left in the record.
func (b *bodyReader) done(at int) {
	if at < len(b.record) {
		b.failRecord("a record of code %d has %d values, too many", b.code, len(b.record))
	}
}

// add adds an instruction with the operands that were read.
func (b *bodyReader) add(in Instr, targets ...BlockID) {
	if b.err != nil {
		return
	}
	f := b.f
	if !b.open {
		if uint64(len(f.Blocks)) >= b.blocks {
			b.failRecord("the function %q has more than %d blocks", f.Name, b.blocks)
			return
		}
		f.Begin(f.NewBlock())
	}
	b.open = !in.Op.terminates()
	v := f.Jump(in, targets, b.operands...)
	b.operands = b.operands[:0]
	if f.HasValue(&in) {
		b.numbers = append(b.numbers, v)
	}
}

// readSymbol reads the name of a parameter, an instruction or a block.
func (b *bodyReader) readSymbol() {
	if b.err != nil || !b.atLeast(1) {
		return
	}
	f, n := b.f, b.record[0]
	name := b.string(1)
	switch {
	case b.code == symbolBlock && n < uint64(len(f.Blocks)):
		f.Labels = setName(f.Labels, int(n), name)
	case b.code == symbolEntry && n < uint64(len(b.numbers)) && b.numbers[n]&Local != 0:
		f.Names = setName(f.Names, int(b.numbers[n]&^Local), name)
	default:
		b.failRecord("a name of the value or block %d, which is none", n)
	}
}

// setName sets element i of a list of names, which grows as needed.
func setName(list []string, i int, name string) []string {
	if i >= len(list) {
		list = append(list, make([]string, i+1-len(list))...)
	}
	list[i] = name
	return list
}

// readAttachment reads the metadata of an instruction.
func (b *bodyReader) readAttachment() {
	v := b.record
	switch {
	case b.err != nil:
		return
	case b.code != metadataAttachment:
		b.unknown()
		return
	case len(v)%2 == 0 || v[0] >= uint64(len(b.f.Instrs)):
		b.failRecord("metadata of a function, or of an instruction that is none, is not supported")
		return
	}
	for i := 1; i < len(v); i += 2 {
		if v[i] >= uint64(len(b.m.Kinds)) || v[i+1] >= uint64(len(b.m.Metadata)) || b.m.Metadata[v[i+1]].Kind != MDNode {
			b.failRecord("the metadata %d of kind %d is unknown", v[i+1], v[i])
			return
		}
		b.f.Attach = append(b.f.Attach, Attachment{uint32(v[0]), uint32(v[i]), MD(v[i+1] + 1)})
	}
}

// readRecord reads an instruction.
func (b *bodyReader) readRecord() {
	if b.err != nil {
		return
	}
	m, at := b.m, 0
	switch b.code {
	case funcBlocks:
		b.blocks = b.plain(&at, 1<<30)
		if b.blocks > b.end-b.at {
			b.failRecord("%d blocks exceed the function", b.blocks)
		}
	case funcBinary:
		_, t := b.typed(&at)
		b.of(&at, t)
		op := OpAdd + Op(b.plain(&at, uint64(OpXor-OpAdd)))
		in := Instr{Op: op, Type: t}
		if at < len(b.record) {
			in.Flags = b.arithmeticFlags(op, t, b.plain(&at, 31))
		}
		if b.err == nil && (m.number(t) == 0 || m.number(t) != Integer && !op.ofFloats()) {
			b.failRecord("arithmetic on another type")
		}
		b.finishRecord(at, in)
	case funcCast:
		_, from := b.typed(&at)
		to := b.plainType(&at)
		op := OpTrunc + Op(b.plain(&at, uint64(OpAddrSpaceCast-OpTrunc)))
		if b.err == nil && !castFits(m, op, from, to) {
			b.failRecord("a conversion between types that it doesn't take")
		}
		b.finishRecord(at, Instr{Op: op, Type: to})
	case funcCompare:
		_, t := b.typed(&at)
		b.of(&at, t)
		in := Instr{Op: OpFCmp, Sub: uint8(b.plain(&at, ISLE)), Type: m.booleans(t)}
		if in.Sub >= IEQ {
			in.Op = OpICmp
		}
		if at < len(b.record) {
			in.Flags = b.arithmeticFlags(OpFCmp, t, b.plain(&at, 31))
		}
		if k := m.number(t); b.err == nil && ((k == Integer || k == Pointer) != (in.Op == OpICmp) || k == 0 || in.Sub >= 16 && in.Sub < IEQ) {
			b.failRecord("a comparison of another type")
		}
		b.finishRecord(at, in)
	case funcSelect:
		b.selectRecord()
	case funcPhi:
		b.phi()
	case funcCall:
		b.call()
	case funcAlloca:
		base, count := b.plainType(&at), b.plainType(&at)
		v := b.numbered(uint32(b.plain(&at, 1<<31)))
		b.want(v, count)
		align := b.plain(&at, 1<<7-1)
		if align&allocaExplicit == 0 || align&(1<<5) != 0 {
			b.failRecord("an alloca of another form is not supported")
		}
		if b.err == nil && (!m.valid(base) || m.number(count) != Integer) {
			b.failRecord("an alloca of another type")
		}
		if b.err == nil {
			b.finishRecord(at, Instr{Op: OpAlloca, Type: m.PointerTo(base, 0), Base: base, Align: b.bytesOf(align & 31)})
		}
	case funcLoad:
		_, p := b.typed(&at)
		t := b.plainType(&at)
		in := Instr{Op: OpLoad, Type: t, Base: t, Align: b.bytesOf(b.plain(&at, 31))}
		if b.plain(&at, 1) != 0 {
			in.Flags = Volatile
		}
		if b.err == nil && (!m.pointsTo(p, t) || !m.valid(t)) {
			b.failRecord("a load of another type")
		}
		b.finishRecord(at, in)
	case funcStore:
		_, p := b.typed(&at)
		_, t := b.typed(&at)
		in := Instr{Op: OpStore, Type: m.Of(Void), Align: b.bytesOf(b.plain(&at, 31))}
		if b.plain(&at, 1) != 0 {
			in.Flags = Volatile
		}
		if b.err == nil && (!m.pointsTo(p, t) || !m.valid(t)) {
			b.failRecord("a store of another type")
		}
		b.finishRecord(at, in)
	case funcGEP:
		in := Instr{Op: OpGEP}
		if b.plain(&at, 1) != 0 {
			in.Flags = InBounds
		}
		in.Base = b.plainType(&at)
		_, p := b.typed(&at)
		for at < len(b.record) && b.err == nil {
			b.typed(&at)
		}
		if b.err != nil {
			return
		}
		t, ok := m.elementPointer(in.Base, p, b.operands[1:], b.operandType)
		if !ok {
			b.failRecord("an element pointer into another type")
		}
		in.Type = t
		b.finishRecord(at, in)
	case funcAtomicRMW, funcCmpXchg, funcFence:
		b.atomic()
	case funcExtract, funcInsert, funcExtractElem, funcInsertElem, funcShuffle:
		b.parts()
	default:
		b.jump()
	}
}

// finishRecord adds the instruction of a record that has been read up to a value.
func (b *bodyReader) finishRecord(at int, in Instr, targets ...BlockID) {
	b.done(at)
	b.add(in, targets...)
}

// operandType returns the type of an operand of the record: of later values as the record has it.
func (b *bodyReader) operandType(v Value) Type {
	if !isLater(v) {
		return b.f.TypeOf(v)
	}
	for i := len(b.wants) - 1; i >= 0; i-- {
		k := int(b.wants[i].operand) - len(b.f.operands)
		if k < 0 {
			break
		}
		if k < len(b.operands) && b.operands[k] == v {
			return b.wants[i].t
		}
	}
	return b.m.Of(Void)
}

// arithmeticFlags returns the flags that a record has.
func (b *bodyReader) arithmeticFlags(op Op, t Type, v uint64) uint16 {
	if b.err != nil {
		return 0
	}
	if b.m.number(t) != Integer {
		if v == fastFlags {
			return Fast
		}
		return uint16(v)
	}
	var flags uint16
	switch op {
	case OpAdd, OpSub, OpMul, OpShl:
		if v&1 != 0 {
			flags |= NoUnsignedWrap
		}
		if v&2 != 0 {
			flags |= NoSignedWrap
		}
	case OpUDiv, OpSDiv, OpLShr, OpAShr:
		if v&1 != 0 {
			flags |= Exact
		}
	}
	return flags
}
