package llvm

// This file reads the instructions with forms of their own: calls, jumps, atomic operations and parts
// of values.

func (b *bodyReader) selectRecord() {
	at := 0
	_, t := b.typed(&at)
	b.of(&at, t)
	_, condition := b.typed(&at)
	if b.err != nil {
		return
	}
	if !b.m.valid(t) || condition != b.m.IntType(1) && condition != b.m.booleans(t) {
		b.failRecord("a selection by another type")
		return
	}
	// The condition is the last operand of the record, and the first of the instruction.
	ops := b.operands
	ops[0], ops[1], ops[2] = ops[2], ops[0], ops[1]
	base := uint32(len(b.f.operands))
	for i := range b.wants {
		if w := &b.wants[i]; w.operand >= base {
			w.operand = base + (w.operand-base+1)%3
		}
	}
	b.finishRecord(at, Instr{Op: OpSelect, Type: t})
}

func (b *bodyReader) phi() {
	at := 0
	t := b.plainType(&at)
	var from []BlockID
	for at < len(b.record) && b.err == nil {
		v := b.numbered(uint32(int64(len(b.numbers)) - unsigned(b.record[at])))
		at++
		b.want(v, t)
		from = append(from, b.target(&at))
	}
	if b.err == nil && !b.m.valid(t) {
		b.failRecord("a phi of another type")
	}
	b.finishRecord(at, Instr{Op: OpPhi, Type: t}, from...)
}

func (b *bodyReader) call() {
	at := 0
	list, flags := b.plain(&at, uint64(len(b.lists))), b.plain(&at, 1<<16-1)
	if flags&^callTail&^callFast != callExplicit {
		b.failRecord("a call of the form 0x%x is not supported", flags)
	}
	t := b.plainType(&at)
	_, p := b.typed(&at)
	if b.err == nil && (!b.m.pointsTo(p, t) || b.m.Types[t].Kind != FunctionType) {
		b.failRecord("a call of a function of another type")
	}
	if b.err != nil {
		return
	}
	info := b.m.Types[t]
	for _, param := range info.Fields {
		if !b.m.valid(param) {
			b.failRecord("an argument without a value, as of functions for debuggers, is not supported")
			return
		}
		b.of(&at, param)
	}
	for info.VarArg && at < len(b.record) && b.err == nil {
		b.typed(&at)
	}
	in := Instr{Op: OpCall, Type: info.Elem}
	if flags&callTail != 0 {
		in.Flags = Tail
	}
	if flags&callFast != 0 {
		in.Flags |= FastCall
	}
	if list > 0 {
		c := CallAttributes{Instr: uint32(len(b.f.Instrs))}
		var strings []StringAttribute
		c.Attributes, strings, c.Params = attributesOf(b.lists[list-1])
		if len(strings) > 0 {
			b.failRecord("a string attribute of a call is not supported")
			return
		}
		b.f.Calls = append(b.f.Calls, c)
	}
	b.finishRecord(at, in)
}

// attributesOf returns the attributes in groups, by their slots.
func attributesOf(groups []attributeGroup) (own Attribute, strings []StringAttribute, params []Attribute) {
	for _, g := range groups {
		if g.slot == attributesOfFunction {
			own, strings = g.enums, g.strings
			continue
		}
		if int(g.slot) >= len(params) {
			params = append(params, make([]Attribute, int(g.slot)+1-len(params))...)
		}
		params[g.slot] = g.enums
	}
	return own, strings, params
}

// setGroups sets the attributes of a function.
func (f *Function) setGroups(groups []attributeGroup) {
	f.Attributes, f.Strings, f.Params = attributesOf(groups)
}

func (b *bodyReader) jump() {
	at := 0
	in := Instr{Type: b.m.Of(Void)}
	var to []BlockID
	switch b.code {
	case funcReturn:
		in.Op = OpRet
		result := b.m.Types[b.f.Type].Elem
		if len(b.record) > 0 {
			b.typed(&at)
		}
		if b.err == nil && (len(b.operands) == 0) != (b.m.Types[result].Kind == Void) ||
			b.err == nil && len(b.operands) > 0 && b.operandType(b.operands[0]) != result {
			b.failRecord("a return of another type")
		}
	case funcBranch:
		in.Op = OpBr
		to = append(to, b.target(&at))
		if len(b.record) > 1 {
			to = append(to, b.target(&at))
			b.of(&at, b.m.IntType(1))
		}
	case funcSwitch:
		in.Op = OpSwitch
		t := b.plainType(&at)
		if b.err == nil && b.m.Types[t].Kind != Integer {
			b.failRecord("a switch of another type")
		}
		b.of(&at, t)
		to = append(to, b.target(&at))
		for at < len(b.record) && b.err == nil {
			v := b.numbered(uint32(b.plain(&at, 1<<31)))
			if c := b.m.ConstantAt(v); b.err == nil && (c == nil || c.Kind != Int && c.Kind != Null) {
				b.failRecord("a case that isn't a constant")
			}
			b.want(v, t)
			to = append(to, b.target(&at))
		}
	case funcUnreachable:
		in.Op = OpUnreachable
	default:
		b.unknown()
	}
	b.finishRecord(at, in, to...)
}

func (b *bodyReader) atomic() {
	m, at := b.m, 0
	if b.code == funcFence {
		in := Instr{Op: OpFence, Type: m.Of(Void), Flags: uint16(b.plain(&at, SequentiallyConsistent))}
		b.scope(&at)
		b.finishRecord(at, in)
		return
	}
	_, p := b.typed(&at)
	if b.err != nil {
		return
	}
	if m.Types[p].Kind != Pointer {
		b.failRecord("an atomic operation on another type")
		return
	}
	t := m.Types[p].Elem
	if m.Types[t].Kind != Integer && floatBits(m.Types[t].Kind) == 0 {
		b.failRecord("an atomic operation on another type")
		return
	}
	volatile := func() uint16 {
		if b.plain(&at, 1) != 0 {
			return Volatile
		}
		return 0
	}
	if b.code == funcAtomicRMW {
		b.of(&at, t)
		in := Instr{Op: OpAtomicRMW, Type: t, Sub: uint8(b.plain(&at, RMWUMin))}
		in.Flags = volatile()
		in.Flags |= uint16(b.plain(&at, SequentiallyConsistent))
		b.scope(&at)
		b.finishRecord(at, in)
		return
	}
	if _, compared := b.typed(&at); b.err == nil && compared != t {
		b.failRecord("a comparison with another type")
	}
	b.of(&at, t)
	in := Instr{Op: OpCmpXchg, Type: m.StructOf("", t, m.IntType(1)), Flags: volatile()}
	in.Flags |= uint16(b.plain(&at, SequentiallyConsistent))
	b.scope(&at)
	in.Sub = uint8(b.plain(&at, SequentiallyConsistent))
	if b.plain(&at, 1) != 0 {
		in.Flags |= Weak
	}
	b.finishRecord(at, in)
}

// scope reads the threads that an atomic operation is for.
func (b *bodyReader) scope(at *int) {
	if b.plain(at, 1) != crossThread {
		b.failRecord("an atomic operation for one thread is not supported")
	}
}

// parts reads an operation on parts of a struct, array or vector.
func (b *bodyReader) parts() {
	m, at := b.m, 0
	_, t := b.typed(&at)
	if b.err != nil {
		return
	}
	switch b.code {
	case funcExtract, funcInsert:
		in := Instr{Op: OpExtractValue}
		var inserted Type
		if b.code == funcInsert {
			in.Op, in.Type = OpInsertValue, t
			_, inserted = b.typed(&at)
		}
		var path []BlockID
		for at < len(b.record) && b.err == nil {
			k := b.plain(&at, 1<<31-1)
			info := &m.Types[t]
			switch {
			case info.Kind == Struct && k < uint64(len(info.Fields)):
				t = info.Fields[k]
			case info.Kind == Array && k < uint64(info.N):
				t = info.Elem
			default:
				b.failRecord("the member %d of another type", k)
				return
			}
			path = append(path, BlockID(k))
		}
		switch {
		case b.err != nil:
			return
		case len(path) == 0:
			b.failRecord("a part without a place")
		case in.Op == OpExtractValue:
			in.Type = t
		case inserted != t:
			b.failRecord("a part of another type is inserted")
		}
		if len(path) == 1 && path[0] < 256 {
			in.Sub, path = uint8(path[0]), nil
		}
		b.finishRecord(at, in, path...)
		return
	}
	if m.Types[t].Kind != Vector {
		b.failRecord("an element of another type than a vector")
		return
	}
	in := Instr{Type: t}
	switch b.code {
	case funcExtractElem:
		in.Op, in.Type = OpExtractElement, m.Types[t].Elem
		_, index := b.typed(&at)
		if b.err == nil && m.Types[index].Kind != Integer {
			b.failRecord("an index of another type")
		}
	case funcInsertElem:
		in.Op = OpInsertElement
		b.of(&at, m.Types[t].Elem)
		_, index := b.typed(&at)
		if b.err == nil && m.Types[index].Kind != Integer {
			b.failRecord("an index of another type")
		}
	case funcShuffle:
		in.Op = OpShuffleVector
		b.of(&at, t)
		if at >= len(b.record) {
			b.failRecord("a shuffle without indices")
			return
		}
		v := b.value(b.record[at])
		at++
		if b.err != nil {
			return
		}
		c := m.ConstantAt(v)
		if c == nil || m.Types[c.Type].Kind != Vector || m.Types[c.Type].Elem != m.IntType(32) {
			b.failRecord("a shuffle by indices of another type")
			return
		}
		b.operands = append(b.operands, v)
		in.Type = m.VectorOf(m.Types[t].Elem, m.Types[c.Type].N)
	}
	b.finishRecord(at, in)
}
