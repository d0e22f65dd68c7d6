package dxbc

// This file reads token programs. Each instruction has its length, so that the words of one
// instruction never depend on another instruction; every token that has no meaning is refused, so
// that a program that is read and written again has the same bytes.

import "encoding/binary"

const (
	// maxDepth is the number of operands within each other: an index has an operand, which has
	// an index.
	maxDepth = 4
	// maxOperands is the most operands of an instruction.
	maxOperands = 16

	extendedBit   = 1 << 31
	lengthShift   = 24
	lengthMask    = 0x7f
	opcodeMask    = 0x7ff
	versionTokens = 2
)

// A decoder reads a chunk.
type decoder struct {
	words   []uint32
	program *Program
	scratch [maxOperands]Operand
}

// ReadProgram returns the program with the contents of a SHDR or SHEX chunk. Mistakes are
// returned as *[Error].
func ReadProgram(chunk []byte) (*Program, error) {
	if len(chunk)%4 != 0 || len(chunk) < 4*versionTokens {
		return nil, errorf(0, "a program of %d bytes is no sequence of tokens", len(chunk))
	}
	d := &decoder{words: make([]uint32, len(chunk)/4)}
	for i := range d.words {
		d.words[i] = binary.LittleEndian.Uint32(chunk[4*i:])
	}
	version := d.words[0]
	if version>>16 > uint32(Compute) || version&0xff00 != 0 {
		return nil, errorf(0, "the version token 0x%08x is unknown", version)
	}
	d.program = NewProgram(Stage(version>>16), uint8(version>>4&15), uint8(version&15))
	if n := d.words[1]; int64(n) != int64(len(d.words)) {
		return nil, errorf(4, "the program has a length of %d tokens, and the chunk has %d", n, len(d.words))
	}
	d.program.Instructions = make([]Instruction, 0, len(d.words)/5)
	d.program.Operands = make([]Operand, 0, len(d.words)/3)
	d.program.Indices = make([]Index, 0, len(d.words)/3)
	for at := versionTokens; at < len(d.words); {
		next, err := d.instruction(at)
		if err != nil {
			return nil, err
		}
		at = next
	}
	return d.program, nil
}

// instruction reads the instruction at a token, and returns the token behind it.
func (d *decoder) instruction(at int) (int, error) {
	token := d.words[at]
	op := Opcode(token & opcodeMask)
	if op >= opcodes || rows[op].name == "" {
		return 0, errorf(4*at, "opcode %d is unknown", op)
	}
	if op == OpCustomData {
		return d.customData(at)
	}
	in := Instruction{Opcode: op, Control: Control(token) & controlMask}
	start, length := at, int(token>>lengthShift&lengthMask)
	at++
	var err *Error
	if length == 0 && rows[op].class == ClassDeclare && rows[op].more == wordsAny && at < len(d.words) {
		// The length is a token of its own.
		in.LongLength = true
		length = int(min(d.words[at], uint32(len(d.words))))
		at++
	} else if token&extendedBit != 0 {
		if at, err = d.extended(&in, at); err != nil {
			return 0, err
		}
	}
	end := start + length
	if end < at || end > len(d.words) {
		return 0, errorf(4*start, "%v has a length of %d tokens, and the program has %d more", op, length, len(d.words)-start)
	}
	r := &rows[op]
	if op == OpFCall {
		if at == end {
			return 0, errorf(4*at, "%v has no index of a function", op)
		}
		at++
	}
	count := int(r.dests) + int(r.sources)
	for i := range count {
		if at, err = d.operand(at, end, 1, &d.scratch[i]); err != nil {
			return 0, err
		}
	}
	p := d.program
	in.Operands = Run{uint32(len(p.Operands)), uint32(count)}
	p.Operands = append(p.Operands, d.scratch[:count]...)
	words := end - at
	if want := d.wordsOf(r); want >= 0 && want != words {
		return 0, errorf(4*at, "%v has %d tokens behind its operands instead of %d", op, words, want)
	}
	tail := d.words[at:end]
	if op == OpFCall {
		tail = d.words[start+1 : start+2]
	}
	in.Words = Run{uint32(len(p.Words)), uint32(len(tail))}
	p.Words = append(p.Words, tail...)
	p.Instructions = append(p.Instructions, in)
	return end, nil
}

// wordsOf is the number of words behind the operands of an instruction, or -1 for any. FXC has
// needless words behind the operands of some instructions, such as sample_cl_s, which are kept.
func (d *decoder) wordsOf(r *row) int {
	is51 := d.program.Major == 5 && d.program.Minor >= 1
	switch {
	case r.name == rows[OpFCall].name:
		return 0
	case r.more == wordsAny || r.class != ClassDeclare:
		return -1
	case is51 && r.more == wordsSpace:
		return int(r.words) + 1
	case is51 && r.more == wordsSizeSpace:
		return int(r.words) + 2
	}
	return int(r.words)
}

// customData reads custom data: a class, a length, and any words.
func (d *decoder) customData(at int) (int, error) {
	if at+1 >= len(d.words) {
		return 0, errorf(4*at, "custom data has no length")
	}
	length := d.words[at+1]
	if length < 2 || int64(length) > int64(len(d.words)-at) {
		return 0, errorf(4*at+4, "custom data has a length of %d tokens, and the program has %d more", length, len(d.words)-at)
	}
	p := d.program
	body := d.words[at+2 : at+int(length)]
	p.Instructions = append(p.Instructions, Instruction{
		Opcode:   OpCustomData,
		Control:  Control(d.words[at] &^ opcodeMask),
		Operands: Run{uint32(len(p.Operands)), 0},
		Words:    Run{uint32(len(p.Words)), uint32(len(body))},
	})
	p.Words = append(p.Words, body...)
	return at + int(length), nil
}

// The fields of extended opcode tokens.
const (
	extendedKindMask   = 0x3f
	extendedKindOffset = 1
	extendedKindShape  = 2
	extendedKindReturn = 3
)

// extended reads the extended opcode tokens at a token, and returns the token behind them.
func (d *decoder) extended(in *Instruction, at int) (int, *Error) {
	for more := true; more; at++ {
		if at == len(d.words) {
			return 0, errorf(4*at, "an extended opcode token is missing")
		}
		token := d.words[at]
		more = token&extendedBit != 0
		kind, body := token&extendedKindMask, token&^(extendedBit|extendedKindMask)
		if kind < extendedKindOffset || kind > extendedKindReturn {
			return 0, errorf(4*at, "the extended opcode token of kind %d is unknown", kind)
		}
		bit := Extended(1) << (kind - 1)
		if in.Extended >= bit {
			return 0, errorf(4*at, "extended opcode tokens are out of order")
		}
		in.Extended |= bit
		switch kind {
		case extendedKindOffset:
			for i := range in.Offsets {
				in.Offsets[i] = int8(body>>(9+4*i)<<4) >> 4
			}
		case extendedKindShape:
			in.Resource, in.Stride = ResourceDimension(body>>6&31), uint16(body>>11&0xfff)
		default:
			in.Returns = ResourceReturns(body >> 6)
		}
		if in.extendedToken(bit) != token&^extendedBit {
			return 0, errorf(4*at, "the extended opcode token 0x%08x has bits without a meaning", token)
		}
	}
	return at, nil
}

// The fields of operand tokens.
const (
	operandFormMask    = 3
	operandModeShift   = 2
	operandSelectShift = 4
	operandKindShift   = 12
	operandDimShift    = 20
	operandIndexShift  = 22

	operandExtendedKind  = 1
	operandModifierShift = 6
	operandPrecShift     = 14
	operandNonUniform    = 1 << 17
)

// operand reads an operand, which ends before a token, and returns the token behind it.
func (d *decoder) operand(at, end, depth int, o *Operand) (int, *Error) {
	if at >= end {
		return 0, errorf(4*at, "an operand is missing")
	}
	if depth > maxDepth {
		return 0, errorf(4*at, "indices are more than %d levels deep", maxDepth)
	}
	token := d.words[at]
	*o = Operand{Kind: OperandKind(token >> operandKindShift & 0xff), Dimensions: uint8(token >> operandDimShift & 3)}
	if o.Kind >= operandKinds {
		return 0, errorf(4*at, "the operand kind %d is unknown", o.Kind)
	}
	if err := o.setForm(token, at); err != nil {
		return 0, err
	}
	start := at
	at++
	if token&extendedBit != 0 {
		if at >= end {
			return 0, errorf(4*at, "an extended operand token is missing")
		}
		x := d.words[at]
		o.Extended = true
		o.Modifier, o.Precision, o.NonUniform = Modifier(x>>operandModifierShift&3), MinPrecision(x>>operandPrecShift&7), x&operandNonUniform != 0
		if x != o.extendedToken() {
			return 0, errorf(4*at, "the extended operand token 0x%08x is unknown", x)
		}
		at++
	}
	p := d.program
	if o.Kind.immediate() {
		n := o.words()
		if o.Dimensions != 0 || n > end-at {
			return 0, errorf(4*start, "the immediate operand is malformed")
		}
		o.First = uint32(len(p.Words))
		p.Words = append(p.Words, d.words[at:at+n]...)
		at += n
	} else {
		var err *Error
		if at, err = d.indices(token, at, end, depth, o); err != nil {
			return 0, err
		}
	}
	if o.token(p) != token&^extendedBit {
		return 0, errorf(4*start, "the operand token 0x%08x has bits without a meaning", token)
	}
	return at, nil
}

// setForm sets the form and the selection by an operand's token.
func (o *Operand) setForm(token uint32, at int) *Error {
	switch token & operandFormMask {
	case 0:
		o.Form = None
	case 1:
		o.Form = One
	case 2:
		bits := token >> operandSelectShift & 0xff
		switch token >> operandModeShift & 3 {
		case 0:
			o.Form, o.Select = Masked, uint8(bits)&15
		case 1:
			o.Form, o.Select = Swizzled, uint8(bits)
		case 2:
			o.Form, o.Select = Selected, uint8(bits)&3
		default:
			return errorf(4*at, "the operand has no known selection of components")
		}
	default:
		return errorf(4*at, "the operand has no known number of components")
	}
	return nil
}

// indices reads the indices of an operand with a token, and returns the token behind them.
func (d *decoder) indices(token uint32, at, end, depth int, o *Operand) (int, *Error) {
	var list [3]Index
	for i := range int(o.Dimensions) {
		x := &list[i]
		x.Kind = IndexKind(token >> (operandIndexShift + 3*i) & 7)
		switch x.Kind {
		case IndexImmediate, IndexRelative, IndexImmediateRelative:
		default:
			return 0, errorf(4*at, "indices of kind %d aren't supported", x.Kind)
		}
		if x.Kind != IndexRelative {
			if at >= end {
				return 0, errorf(4*at, "an index is missing")
			}
			x.Value = d.words[at]
			at++
		}
		if x.Kind != IndexImmediate {
			var relative Operand
			var err *Error
			if at, err = d.operand(at, end, depth+1, &relative); err != nil {
				return 0, err
			}
			x.Relative = uint32(len(d.program.Operands))
			d.program.Operands = append(d.program.Operands, relative)
		}
	}
	o.First = uint32(len(d.program.Indices))
	d.program.Indices = append(d.program.Indices, list[:o.Dimensions]...)
	return at, nil
}
