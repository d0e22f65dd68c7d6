package dxbc

// This file prints token programs as Microsoft's disassembler does, character for character:
// instructions and operands. Declarations are in text_declare.go.

import (
	"math"
	"strconv"
	"strings"
)

// A printer prints a program.
type printer struct {
	program *Program
	out     []byte
	model51 bool
}

// AppendText appends the text of a program: a line with the profile, and a line for each instruction.
func (p *Program) AppendText(b []byte) []byte {
	t := &printer{program: p, out: b, model51: p.Major == 5 && p.Minor >= 1}
	t.text(p.Stage.Prefix(), "_")
	t.number(uint32(p.Major))
	t.text("_")
	t.number(uint32(p.Minor))
	t.text("\n")
	depth := 0
	for i := range p.Instructions {
		in := &p.Instructions[i]
		switch in.Opcode {
		case OpElse, OpEndif, OpEndloop, OpEndswitch:
			depth = max(depth-1, 0)
		}
		for range depth {
			t.text("  ")
		}
		t.instruction(in)
		t.text("\n")
		switch in.Opcode {
		case OpIf, OpElse, OpLoop, OpSwitch:
			depth++
		}
	}
	return t.out
}

// String returns the text of AppendText.
func (p *Program) String() string { return string(p.AppendText(nil)) }

func (t *printer) text(list ...string) {
	for _, s := range list {
		t.out = append(t.out, s...)
	}
}

// number prints an integer as signed.
func (t *printer) number(v uint32) { t.out = strconv.AppendInt(t.out, int64(int32(v)), 10) }

// unsigned prints an integer without a sign.
func (t *printer) unsigned(v uint32) { t.out = strconv.AppendUint(t.out, uint64(v), 10) }

// The suffixes of return types of resinfo.
var resinfoNames = [4]string{1: "_rcpfloat", 2: "_uint"}

func (t *printer) instruction(in *Instruction) {
	switch r := &rows[in.Opcode]; {
	case r.class == ClassDeclare:
		t.declaration(in)
		return
	case r.class == ClassData:
		t.customData(in)
		return
	}
	t.mnemonic(in)
	operands := t.program.OperandsOf(in)
	if len(operands) == 0 {
		if in.Opcode != OpSync {
			t.text(" ")
		}
		return
	}
	r := &rows[in.Opcode]
	for i := range operands {
		if i > 0 {
			t.text(",")
		}
		t.text(" ")
		as := noPrecision
		if n := i - int(r.dests); n >= 0 && r.narrow>>n&1 != 0 && r.dests > 0 {
			as = int(operands[0].Precision)
		}
		t.operand(&operands[i], r.literal, as)
	}
	if in.Opcode == OpFCall {
		t.text("[")
		t.number(t.program.WordsOf(in)[0])
		t.text("]")
	}
}

// mnemonic prints the name of an instruction with the suffixes that its controls give.
func (t *printer) mnemonic(in *Instruction) {
	t.text(rows[in.Opcode].name)
	if in.Extended&ExtendedOffsets != 0 {
		t.text("_aoffimmi")
	}
	if in.Extended&(ExtendedResource|ExtendedReturns) != 0 {
		t.text("_indexable")
	}
	if in.Control&Saturate != 0 {
		t.text("_sat")
	}
	if mask := in.Control.PreciseMask(); mask == 15 {
		t.text(" [precise]")
	} else if mask != 0 {
		t.text(" [precise(")
		t.mask(mask)
		t.text(")]")
	}
	if in.Extended&ExtendedOffsets != 0 {
		for i, v := range in.Offsets {
			t.text([3]string{"(", ",", ","}[i])
			t.number(uint32(int32(v)))
		}
		t.text(")")
	}
	if in.Extended&ExtendedResource != 0 {
		t.text("(", in.Resource.String())
		if in.Stride != 0 {
			t.text(", stride=")
			t.unsigned(uint32(in.Stride))
		}
		t.text(")")
	}
	if in.Extended&ExtendedReturns != 0 {
		t.returns(in.Returns)
	}
	t.condition(in)
}

// condition prints the suffixes of single opcodes.
func (t *printer) condition(in *Instruction) {
	switch in.Opcode {
	case OpIf, OpBreakc, OpCallc, OpContinuec, OpDiscard, OpRetc:
		if in.Control&NonZero != 0 {
			t.text("_nz")
		} else {
			t.text("_z")
		}
	case OpResinfo:
		t.text(resinfoNames[in.Control>>11&3])
	case OpSampleInfo:
		if in.Control>>11&3 == 1 {
			t.text("_uint")
		}
	case OpSync:
		if in.Control&SyncUAVGlobal != 0 {
			t.text("_uglobal")
		} else if in.Control&SyncUAVGroup != 0 {
			t.text("_ugroup")
		}
		if in.Control&SyncShared != 0 {
			t.text("_g")
		}
		if in.Control&SyncThreads != 0 {
			t.text("_t")
		}
	}
}

// mask prints the components of a mask.
func (t *printer) mask(mask uint8) {
	for i := range 4 {
		if mask>>i&1 != 0 {
			t.out = append(t.out, "xyzw"[i])
		}
	}
}

// returns prints the types of a resource's components.
func (t *printer) returns(r ResourceReturns) {
	for i := range 4 {
		t.text([4]string{"(", ",", ",", ","}[i], r.At(i).String())
	}
	t.text(")")
}

// noPrecision is the precision of operands whose value isn't converted.
const noPrecision = -1

// precisionNames are the names of precisions.
var precisionNames = [8]string{"def32", "min16f", "min2_8f", "def32", "min16i", "min16u", "def32", "def32"}

// operand prints an operand. as is the precision at which its value is used.
func (t *printer) operand(o *Operand, literal uint8, as int) {
	if o.Modifier&Negate != 0 {
		t.text("-")
	}
	if o.Modifier&Absolute != 0 {
		t.text("|")
	}
	if o.Kind.immediate() {
		t.immediate(o, literal)
	} else {
		t.register(o)
		t.selection(o)
	}
	name := precisionNames[o.Precision&7]
	switch {
	case as != noPrecision && as != int(o.Precision):
		t.text(" {", name, " as ", precisionNames[as&7], "}")
	case o.Precision != 0:
		t.text(" {", name, "}")
	}
	if o.NonUniform {
		t.text(" { nonuniform }")
	}
	if o.Modifier&Absolute != 0 {
		t.text("|")
	}
}

// register prints the name of a register and its indices.
func (t *printer) register(o *Operand) {
	r := &operandRows[o.Kind]
	if r.style == numberedUpper && t.model51 {
		t.text(strings.ToUpper(r.name))
	} else {
		t.text(r.name)
	}
	indices := t.program.IndicesOf(o)
	for i := range indices {
		x := &indices[i]
		if x.Kind == IndexImmediate && t.isPlain(o, i) {
			t.number(x.Value)
			continue
		}
		t.text("[")
		if x.Kind != IndexImmediate {
			relative := &t.program.Operands[x.Relative]
			t.register(relative)
			t.text(".")
			t.out = append(t.out, "xyzw"[relative.Select&3])
			if relative.Precision != 0 {
				t.text(" {", precisionNames[relative.Precision&7], "}")
			}
			t.text(" + ")
		}
		t.number(x.Value)
		t.text("]")
	}
}

// isPlain reports whether an immediate index has no brackets.
func (t *printer) isPlain(o *Operand, index int) bool {
	switch operandRows[o.Kind].style {
	case bracketed:
		return o.Dimensions == 1
	case numbered, numberedUpper:
		return index == 0 && (o.Kind != ThisPointer || o.Dimensions != 1)
	}
	return true
}

// selection prints the components of an operand.
func (t *printer) selection(o *Operand) {
	switch o.Form {
	case Masked:
		t.text(".")
		t.mask(o.Select)
	case Swizzled:
		t.text(".")
		for i := range 4 {
			t.out = append(t.out, "xyzw"[o.Select>>(2*i)&3])
		}
	case Selected:
		t.text(".")
		t.out = append(t.out, "xyzw"[o.Select&3])
	}
}

// immediate prints immediate values.
func (t *printer) immediate(o *Operand, literal uint8) {
	values := t.program.ValuesOf(o)
	t.text(operandRows[o.Kind].name, "(")
	if o.Kind == Immediate64 {
		for i := 0; i+1 < len(values); i += 2 {
			if i > 0 {
				t.text(", ")
			}
			t.float(math.Float64frombits(uint64(values[i+1])<<32 | uint64(values[i])))
			t.text("l")
		}
		t.text(")")
		return
	}
	for i, v := range values {
		switch {
		case i == 0:
		case literal == literalRaw:
			t.text(",")
		default:
			t.text(", ")
		}
		switch literal {
		case literalRaw:
			t.raw(v)
		case literalFloat:
			t.float32(v)
		default:
			t.integer(v)
		}
	}
	t.text(")")
}

// maxDecimal is the largest integer that is printed in decimals, with either sign.
const maxDecimal = 10000

// integer prints an integer, large ones as the bits.
func (t *printer) integer(v uint32) {
	if n := int32(v); -maxDecimal <= n && n <= maxDecimal {
		t.number(v)
		return
	}
	t.hexadecimal(v)
}

// hexadecimal prints all digits of a word.
func (t *printer) hexadecimal(v uint32) {
	t.text("0x")
	for shift := 28; shift >= 0; shift -= 4 {
		t.out = append(t.out, "0123456789abcdef"[v>>shift&15])
	}
}

// raw prints bits whose type is unknown: as a float if their exponent is that of a normal number.
func (t *printer) raw(v uint32) {
	exponent := v >> 23 & 0xff
	if n := int32(v); -maxDecimal <= n && n <= maxDecimal || exponent == 0xff || exponent == 0 && v != 1<<31 {
		t.integer(v)
		return
	}
	t.float32(v)
}

// float32 prints a float with six decimals, in the notation of C's library on Windows for values
// that aren't numbers.
func (t *printer) float32(v uint32) {
	if v == 0xffc00000 {
		t.text("-1.#IND00")
		return
	}
	t.float(float64(math.Float32frombits(v)))
}

func (t *printer) float(v float64) {
	switch {
	case math.IsInf(v, 0):
		t.text(sign(v), "1.#INF00")
	case v != v:
		t.text(sign(v), "1.#QNAN0")
	default:
		t.out = strconv.AppendFloat(t.out, v, 'f', 6, 64)
	}
}

// sign is a minus for negative values.
func sign(v float64) string {
	if math.Signbit(v) {
		return "-"
	}
	return ""
}
