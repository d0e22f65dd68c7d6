// The disassembler. It is total: words that don't follow the grammar are written raw,
// !0x2a, and the assembler puts them back in place, so that assembling the text with
// PreserveIDs gives the same words for any module whose instructions have valid lengths.

package spirv

import (
	"strconv"
)

// DisassembleOptions configures the text. The zero value is spirv-dis's style with
// --raw-id.
type DisassembleOptions struct {
	Names    bool // spell ids by OpName and by what they declare: %main, %v4float
	NoHeader bool // leave out the comment lines with the module's header
	NoIndent bool // start each line in the first column
}

// resultColumn is the column of the opcode: results are aligned to end before it.
const resultColumn = 15

// Disassemble returns the text of a module. It fails with a *FormatError if the words don't
// follow the grammar, and returns the text all the same: an instruction at fault is written
// as raw words, everything behind a malformed length is left out. Words that a newer
// grammar may have are no error.
func Disassemble(words []uint32, opt DisassembleOptions) (string, error) {
	b, err := AppendText(nil, words, opt)
	return string(b), err
}

// AppendText appends the text of a module to dst, see Disassemble.
func AppendText(dst []byte, words []uint32, opt DisassembleOptions) ([]byte, error) {
	r, err := NewReader(words)
	if err != nil {
		return dst, err
	}
	d := disassembler{opt: opt, text: dst}
	if d.text == nil {
		d.text = make([]byte, 0, 16*len(words))
	}
	if opt.Names {
		d.names = collectNames(r)
	}
	if !opt.NoHeader {
		d.header(r.Header)
	}
	for r.Next() {
		if problem := d.instruction(r.Inst()); problem != nil && err == nil {
			problem.Offset += r.Offset()
			err = problem
		}
	}
	if r.Err() != nil && err == nil {
		err = r.Err()
	}
	return d.text, err
}

type disassembler struct {
	opt      DisassembleOptions
	text     []byte
	context  Context
	operands []OperandWords
	names    *nameTable // nil to write raw ids
}

// header writes the comment lines that the assembler reads back.
func (d *disassembler) header(h Header) {
	b := append(d.text, "; SPIR-V\n; Version: "...)
	b = append(b, h.Version.String()...)
	b = append(b, "\n; Generator: "...)
	b = appendGenerator(b, h.Generator>>16)
	b = append(b, "; "...)
	b = strconv.AppendUint(b, uint64(h.Generator&0xffff), 10)
	b = append(b, "\n; Bound: "...)
	b = strconv.AppendUint(b, uint64(h.Bound), 10)
	d.text = append(b, "\n; Schema: 0\n"...)
}

// instruction writes one line and returns the fault of the instruction, if it isn't merely
// newer than the grammar.
func (d *disassembler) instruction(inst Inst) *FormatError {
	var err error
	d.operands, err = d.context.Operands(d.operands[:0], inst)
	var problem *FormatError
	if err != nil {
		problem = err.(*FormatError)
	}
	row := inst.Op().row()
	if row == nil || problem != nil && !d.nameable(inst, row) {
		d.raw(inst)
	} else {
		d.line(inst, row, d.operands)
		d.context.Observe(inst)
	}
	d.text = append(d.text, '\n')
	if problem != nil && problem.Unknown {
		return nil
	}
	return problem
}

// nameable reports whether a malformed instruction can be written by name, with raw words
// from the fault on: its type and result must be there, and at least one word must follow
// the right part, so that the assembler knows that the rest has no grammar.
func (d *disassembler) nameable(inst Inst, row *instRow) bool {
	defining, end := 0, 1
	if row.flags&hasResultType != 0 {
		defining++
	}
	if row.flags&hasResult != 0 {
		defining++
	}
	if n := len(d.operands); n > 0 {
		end = int(d.operands[n-1].At + d.operands[n-1].Len)
	}
	return len(d.operands) >= defining && end < len(inst)
}

// raw writes an instruction as OpUnknown(opcode, words) and its operands as
// raw words.
func (d *disassembler) raw(inst Inst) {
	d.result(0)
	d.text = append(d.text, "OpUnknown("...)
	d.text = strconv.AppendUint(d.text, uint64(inst.Op()), 10)
	d.text = append(d.text, ", "...)
	d.text = strconv.AppendUint(d.text, uint64(len(inst)), 10)
	d.text = append(d.text, ')')
	d.rawWords(inst[1:])
}

func (d *disassembler) rawWords(words []uint32) {
	for _, w := range words {
		d.text = append(d.text, " !0x"...)
		d.text = strconv.AppendUint(d.text, uint64(w), 16)
	}
}

// result writes "%id = " or as many blanks.
func (d *disassembler) result(id ID) {
	start := len(d.text)
	if id != 0 {
		d.text = d.id(d.text, id)
		d.text = append(d.text, " = "...)
	}
	if d.opt.NoIndent {
		return
	}
	if pad := resultColumn - (len(d.text) - start); pad > 0 {
		const blanks = "               "
		d.text = append(d.text, blanks[:pad]...)
		if id != 0 {
			copy(d.text[start+pad:], d.text[start:len(d.text)-pad])
			copy(d.text[start:], blanks[:pad])
		}
	}
}

func (d *disassembler) id(dst []byte, id ID) []byte {
	dst = append(dst, '%')
	if d.names != nil {
		return d.names.append(dst, id)
	}
	return strconv.AppendUint(dst, uint64(id), 10)
}

// line writes an instruction by name. Operands from the first that can't be
// written so that it reads back as it is are written as raw words.
func (d *disassembler) line(inst Inst, row *instRow, operands []OperandWords) {
	d.result(inst.Result())
	d.text = append(d.text, text(row.name, row.nameLen)...)
	end := 1
	for i := range operands {
		o := &operands[i]
		if o.Kind != KindIdResult && !d.operand(inst, o) {
			break
		}
		end = int(o.At + o.Len)
	}
	if end < len(inst) {
		d.rawWords(inst[end:])
	}
}

// operand writes a blank and an operand, or returns false.
func (d *disassembler) operand(inst Inst, o *OperandWords) bool {
	words := inst[o.At : o.At+o.Len]
	w := words[0]
	b := append(d.text, ' ')
	switch kindRows[o.Kind].category {
	case CategoryId:
		b = d.id(b, w)
	case CategoryValueEnum:
		b = append(b, o.Kind.Enumerant(w).Name()...)
	case CategoryBitEnum:
		if e := o.Kind.Enumerant(w); e.Exists() {
			b = append(b, e.Name()...)
		} else if w == 0 {
			b = append(b, "None"...)
		} else {
			b = appendMask(b, o.Kind, w)
		}
	case CategoryLiteral:
		switch o.Kind {
		case KindLiteralInteger:
			b = strconv.AppendUint(b, uint64(w), 10)
		case KindLiteralFloat:
			b = appendNumber(b, uint64(w), scalar{binaryFloat, 32})
		case KindLiteralString:
			var ok bool
			if b, ok = appendQuoted(b, words); !ok {
				return false
			}
		case KindLiteralContextDependentNumber:
			s := d.context.literalType(inst)
			v, canonical := s.numberBits(words)
			if !canonical {
				return false
			}
			b = appendNumber(b, v, s)
		case KindLiteralExtInstInteger:
			if name := d.context.ExtSet(inst[o.At-1]).Name(w); name != "" {
				b = append(b, name...)
			} else {
				b = strconv.AppendUint(b, uint64(w), 10)
			}
		case KindLiteralSpecConstantOpInteger:
			b = append(b, Op(w).String()[len("Op"):]...)
		default:
			panic("spirv: literal of kind " + o.Kind.String())
		}
	default:
		panic("spirv: operand of kind " + o.Kind.String())
	}
	d.text = b
	return true
}

// appendQuoted appends a literal string in quotes. It fails if the bytes after the end of
// the string aren't zero, which no quoted string gives.
func appendQuoted(dst []byte, words []uint32) ([]byte, bool) {
	dst = append(dst, '"')
	for i, w := range words {
		for n := 0; n < 4; n, w = n+1, w>>8 {
			switch c := byte(w); c {
			case 0:
				return append(dst, '"'), w == 0 && i == len(words)-1
			case '"', '\\':
				dst = append(dst, '\\', c)
			default:
				dst = append(dst, c)
			}
		}
	}
	return dst, false
}
