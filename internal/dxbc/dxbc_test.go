package dxbc

// This file tests the package with programs of its own making: every opcode and operand, malformed
// input, and the size of structures.

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unsafe"
)

// everything is a program with every opcode, each operand kind and index kind among them.
func everything(minor uint8) *Program {
	p := NewProgram(Pixel, 5, minor)
	kind := OperandKind(0)
	operand := func(destination bool) Operand {
		for kind = (kind + 1) % operandKinds; kind.immediate() && destination; {
			kind++
		}
		switch kind {
		case Immediate32:
			return p.Immediate(0x3fc00000, 7, 20000, 0xffffffff)
		case Immediate64:
			return p.ImmediateDouble(0x3ff8000000000000, 1)
		}
		relative := p.AtRelative(3, p.Register(Temp, Selected, 2, At(5)))
		form := []Form{Swizzled, Selected}[kind&1]
		selection := uint8(2)
		if destination {
			form, selection = Masked, 7
		}
		o := p.Register(kind, form, selection, []Index{At(1), relative, At(9)}[:kind%4]...)
		o.Modifier, o.NonUniform = Modifier(kind&3), kind&8 != 0
		return o
	}
	for op := range opcodes {
		r := &rows[op]
		if r.name == "" {
			continue
		}
		var operands []Operand
		for range r.dests {
			operands = append(operands, operand(true))
		}
		for range r.sources {
			if r.class == ClassDeclare {
				operands = append(operands, declaredOperand(p, op))
				continue
			}
			operands = append(operands, operand(false))
		}
		words := make([]uint32, r.words)
		if minor > 0 && r.class == ClassDeclare {
			words = append(words, make([]uint32, map[uint8]int{wordsSpace: 1, wordsSizeSpace: 2}[r.more])...)
		}
		switch op {
		case OpDclFunctionTable:
			words = []uint32{1, 2, 7, 8}
		case OpDclInterface:
			words = []uint32{1, 3, 2 | 4<<16, 5, 6}
		case OpDclIndexableTemp:
			words = []uint32{1, 8, 4}
		case OpCustomData:
			words = []uint32{0x64636261, 0x65}
		}
		p.Emit(Instruction{Opcode: op, Extended: Extended(op) & 7, Offsets: [3]int8{-8, 0, 7}, Resource: DimensionTexture2D, Returns: Returns(ReturnFloat)}, operands, words...)
		if r.class == ClassDeclare || r.class == ClassData {
			p.Instructions[len(p.Instructions)-1].Extended = 0
		}
	}
	return p
}

// declaredOperand is the operand of a declaration.
func declaredOperand(p *Program, op Opcode) Operand {
	kind, form, selection := Input, Masked, uint8(7)
	switch op {
	case OpDclResource, OpDclResourceRaw, OpDclResourceStructured:
		kind, form = Resource, None
	case OpDclUAVTyped, OpDclUAVRaw, OpDclUAVStructured:
		kind, form = UnorderedAccessView, None
	case OpDclSampler:
		kind, form = Sampler, None
	case OpDclConstantBuffer:
		kind, form, selection = ConstantBuffer, Swizzled, Identity
	case OpDclStream:
		kind, form = Stream, None
	case OpDclTGSMRaw, OpDclTGSMStructured:
		kind, form = ThreadGroupSharedMemory, None
	case OpDclOutput, OpDclOutputSGV, OpDclOutputSIV:
		kind = Output
	}
	if form == None {
		selection = 0
	}
	switch {
	case rows[op].more != wordsNone && p.Minor > 0:
		return p.Register(kind, form, selection, At(1), At(4), At(7))
	case kind == ConstantBuffer:
		return p.Register(kind, form, selection, At(1), At(4))
	}
	return p.Register(kind, form, selection, At(3))
}

// TestEverything writes, reads and prints every opcode.
func TestEverything(t *testing.T) {
	for minor := range uint8(2) {
		p := everything(minor)
		chunk, err := p.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		q, err := ReadProgram(chunk)
		if err != nil {
			t.Fatal(err)
		}
		again, err := q.Bytes()
		if err != nil || !bytes.Equal(again, chunk) {
			t.Errorf("the program differs when it is read and written: %v", err)
		}
		text := q.String()
		if text != p.String() {
			t.Error("the text differs when the program is read and written")
		}
		for op := range opcodes {
			name := rows[op].name
			if op == OpCustomData {
				name = "// COMMENT"
			}
			if name != "" && !strings.Contains(text, name) {
				t.Errorf("the text has no %s", name)
			}
		}
		p.Count()
	}
}

// TestInstructionTooLong: an instruction has at most 127 tokens.
func TestInstructionTooLong(t *testing.T) {
	p := NewProgram(Vertex, 4, 0)
	p.Emit(Instruction{Opcode: OpDclInterface}, nil, make([]uint32, 200)...)
	if _, err := p.Bytes(); err == nil {
		t.Error("no error")
	}
	p.Instructions[0].LongLength = true
	chunk, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if q, err := ReadProgram(chunk); err != nil || q.Instructions[0].Words.Count != 200 {
		t.Error(err)
	}
}

// words are words as bytes.
func words(list ...uint32) (b []byte) {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// TestMalformedPrograms: a mistake is an error with its offset.
func TestMalformedPrograms(t *testing.T) {
	const version = uint32(Vertex)<<16 | 0x40
	for _, c := range []struct {
		name   string
		chunk  []byte
		offset int
		reason string
	}{
		{"odd", []byte{1, 2, 3}, 0, "no sequence of tokens"},
		{"stage", words(0x70040, 2), 0, "version token"},
		{"length", words(version, 9), 4, "length of 9 tokens"},
		{"opcode", words(version, 3, 0x010007ff), 8, "opcode 2047"},
		{"short", words(version, 3, uint32(OpMov)|5<<lengthShift), 8, "length of 5 tokens"},
		{"missing operand", words(version, 3, uint32(OpMov)|1<<lengthShift), 12, "operand is missing"},
		{"operand kind", words(version, 5, uint32(OpMov)|3<<lengthShift, 0xff000, 0), 12, "operand kind 255"},
		{"index kind", words(version, 5, uint32(OpMov)|3<<lengthShift, 1<<20|1<<22, 0), 16, "indices of kind 1"},
		{"too many", words(version, 4, uint32(OpDclTemps)|2<<lengthShift, 4, 0)[:16], 0, ""},
		{"trailing", words(version, 5, uint32(OpDclTemps)|3<<lengthShift, 4, 0), 12, "2 tokens behind"},
		{"custom", words(version, 4, uint32(OpCustomData), 7), 12, "length of 7 tokens"},
		{"extended", words(version, 5, uint32(OpMov)|3<<lengthShift|extendedBit, 9, 0), 12, "kind 9"},
	} {
		p, err := ReadProgram(c.chunk)
		if c.reason == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		e, is := err.(*Error)
		if !is || p != nil || e.Offset != c.offset || !strings.Contains(e.Reason, c.reason) {
			t.Errorf("%s: %v instead of offset %d: %s", c.name, err, c.offset, c.reason)
		}
	}
}

// TestMalformedContainers: a mistake in a container is an error.
func TestMalformedContainers(t *testing.T) {
	c := &Container{}
	c.Add(ChunkISGN, (&Signature{Kind: ChunkISGN, Elements: []Element{{Semantic: "A"}}}).Bytes())
	chunk, _ := everything(0).Bytes()
	c.Add(ChunkSHEX, chunk)
	good := c.Bytes()
	if _, err := ReadContainer(good); err != nil || !Verify(good) {
		t.Fatal("the container isn't read", err)
	}
	change := func(at int, v uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[at:], v)
		return b
	}
	for _, x := range []struct {
		data   []byte
		reason string
	}{
		{nil, "no mark"},
		{good[:20], "cut short"},
		{good[:len(good)-1], "size"},
		{change(20, 3), "version 3"},
		{change(28, 1<<30), "table of"},
		{change(32, 1<<31), "beyond the file"},
		{change(36, 40), "within the chunk"},
		{change(44, 1<<20), "exceeds the file"},
	} {
		if _, err := ReadContainer(x.data); err == nil || !strings.Contains(err.Error(), x.reason) {
			t.Errorf("%v instead of %s", err, x.reason)
		}
	}
	bad, err := ReadContainer(change(48+8, 1<<24)) // the first element's name
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bad.Text(); err == nil || !strings.Contains(err.Error(), "chunk ISGN") {
		t.Errorf("%v", err)
	}
}

// TestRecursiveTypes: a type that contains itself is refused, types within each other are bounded.
func TestRecursiveTypes(t *testing.T) {
	d := &ResourceDefinitions{Stage: Pixel, Major: 4, Buffers: []Buffer{{Name: "b", Variables: []Variable{{Name: "v"}}}}}
	for i := range int32(30) {
		x := Type{Class: ClassStruct, Base: NoType, SubType: NoType}
		if i > 0 {
			x.Members = []Member{{"left", i - 1, 0}, {"right", i - 1, 4}}
		}
		d.Types = append(d.Types, x)
	}
	d.Buffers[0].Variables[0].Type = 29
	chunk := d.Bytes()
	c := &Container{}
	c.Add(ChunkRDEF, chunk)
	for _, kind := range []FourCC{ChunkISGN, ChunkOSGN} {
		c.Add(kind, (&Signature{Kind: kind}).Bytes())
	}
	p := NewProgram(Pixel, 4, 0)
	program, _ := p.Bytes()
	c.Add(ChunkSHDR, program)
	if _, err := c.Text(); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("the text of 2^30 members: %v", err)
	}
	r, err := ReadResourceDefinitions(chunk)
	if err != nil || !bytes.Equal(r.Bytes(), chunk) {
		t.Fatalf("the definitions differ: %v", err)
	}
	// The last type's list of members is in front of it: its first member becomes itself.
	at := bytes.Index(chunk, words(uint32(ClassStruct), 0, 2<<16))
	last := bytes.LastIndex(chunk, words(uint32(ClassStruct), 0, 2<<16))
	if at < 0 || last == at {
		t.Fatal("no types")
	}
	list := binary.LittleEndian.Uint32(chunk[last+12:])
	binary.LittleEndian.PutUint32(chunk[list+4:], uint32(last))
	if _, err := ReadResourceDefinitions(chunk); err == nil || !strings.Contains(err.Error(), "contains itself") {
		t.Errorf("a type of itself: %v", err)
	}
}

// TestSizes: structures are compact.
func TestSizes(t *testing.T) {
	for name, c := range map[string][2]uintptr{
		"Instruction": {unsafe.Sizeof(Instruction{}), 40},
		"Operand":     {unsafe.Sizeof(Operand{}), 12},
		"Index":       {unsafe.Sizeof(Index{}), 12},
	} {
		if c[0] > c[1] {
			t.Errorf("%s has %d bytes instead of %d", name, c[0], c[1])
		}
	}
}
