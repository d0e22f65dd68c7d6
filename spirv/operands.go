// Decoding operands: splitting an instruction's words by the grammar. Most of it follows
// from the opcode alone; the width of a number may depend on the type of an id and the
// meaning of an instruction number on an import, so a Context remembers both as it passes
// over the module.

package spirv

import "fmt"

// An OperandWords is one operand of an instruction: inst[At : At+Len]. Its kind
// is never composite: a pair is two operands, and the parameters of enumerants
// follow them as operands of their own.
type OperandWords struct {
	Kind Kind
	At   uint16
	Len  uint16
}

// scalarKind is how the bits of a number are read.
type scalarKind uint8

const (
	notScalar scalarKind = iota
	unsignedInt
	signedInt
	binaryFloat // IEEE 754 of its width
	bfloat16
	float8E4M3
	float8E5M2
)

// scalar is the type of a number. Its width is from 1 to 64 bits.
type scalar struct {
	kind  scalarKind
	width uint8
}

func (s scalar) isInt() bool { return s.kind == unsignedInt || s.kind == signedInt }

// words is how many words a literal of the type has.
func (s scalar) words() int { return (int(s.width) + 31) / 32 }

// idInfo is the facts about an id that later instructions depend on.
type idInfo struct {
	typ    ID     // the type of a value
	scalar scalar // of a type
	set    ExtSet // of an import
}

// A Context knows the ids of a module that decoding depends on. The zero
// Context knows none.
type Context struct {
	ids idTable[idInfo]
}

// Reset forgets all ids and keeps the memory.
func (c *Context) Reset() { c.ids.reset() }

func (c *Context) set(id ID, info idInfo) {
	if id < MaxBound {
		c.ids.set(id, info)
	}
}

// Observe notes the declarations of the instruction. Every instruction is to be observed
// before the next one is decoded.
func (c *Context) Observe(inst Inst) {
	op := inst.Op()
	r := op.row()
	if r == nil || r.flags&hasResult == 0 {
		return
	}
	if r.flags&hasResultType != 0 {
		if len(inst) > 2 {
			c.set(inst[2], idInfo{typ: inst[1]})
		}
		return
	}
	switch op {
	case OpTypeInt:
		if len(inst) == 4 && inst[2]-1 < 64 {
			kind := unsignedInt
			if inst[3] != 0 {
				kind = signedInt
			}
			c.set(inst[1], idInfo{scalar: scalar{kind, uint8(inst[2])}})
		}
	case OpTypeFloat:
		if len(inst) == 3 || len(inst) == 4 {
			c.set(inst[1], idInfo{scalar: floatType(inst[2:])})
		}
	case OpExtInstImport:
		if len(inst) > 2 {
			name, _ := String(inst[2:])
			c.set(inst[1], idInfo{set: ExtSetNamed(name)})
		}
	}
}

// floatType reads the width and the optional encoding of OpTypeFloat.
func floatType(operands []uint32) scalar {
	width := operands[0]
	if len(operands) == 1 {
		if width == 16 || width == 32 || width == 64 {
			return scalar{binaryFloat, uint8(width)}
		}
		return scalar{}
	}
	switch e := FPEncoding(operands[1]); {
	case e == FPEncodingBFloat16KHR && width == 16:
		return scalar{bfloat16, 16}
	case e == FPEncodingFloat8E4M3EXT && width == 8:
		return scalar{float8E4M3, 8}
	case e == FPEncodingFloat8E5M2EXT && width == 8:
		return scalar{float8E5M2, 8}
	}
	return scalar{}
}

// ExtSet returns the extended instruction set that id imports.
func (c *Context) ExtSet(id ID) ExtSet { return c.ids.get(id).set }

// literalType returns the type of the context-dependent literals of inst: of
// constants their result type, of OpSwitch its selector's type.
func (c *Context) literalType(inst Inst) scalar {
	if len(inst) < 2 {
		return scalar{}
	}
	if inst.Op() == OpSwitch {
		if s := c.ids.get(c.ids.get(inst[1]).typ).scalar; s.isInt() {
			return s
		}
		return scalar{}
	}
	return c.ids.get(inst[1]).scalar
}

// Operands appends the operands of inst to dst and returns it, with a *FormatError whose
// offset is in words from the start of inst if the words don't follow the grammar; the
// operands before are appended all the same. It checks that ids are from 1 to MaxBound-1,
// that strings end, that enumerants exist and that nothing is missing or left over.
func (c *Context) Operands(dst []OperandWords, inst Inst) ([]OperandWords, error) {
	d := decoder{Context: c, inst: inst, at: 1, out: dst}
	if d.decode() {
		return d.out, nil
	}
	err := d.err
	return d.out, &err
}

type decoder struct {
	*Context
	inst Inst
	at   int
	out  []OperandWords
	err  FormatError
}

func (d *decoder) fail(format string, args ...any) bool {
	d.err = FormatError{Offset: d.at, Op: d.inst.Op(), Problem: fmt.Sprintf(format, args...)}
	return false
}

func (d *decoder) unknown(format string, args ...any) bool {
	d.fail(format, args...)
	d.err.Unknown = true
	return false
}

func (d *decoder) decode() bool {
	r := d.inst.Op().row()
	if r == nil {
		d.at = 0
		return d.unknown("the opcode is unknown")
	}
	if !d.list(operandPool[r.operands:][:r.nOperand]) {
		return false
	}
	if d.at < len(d.inst) {
		return d.fail("%d words are left over", len(d.inst)-d.at)
	}
	return true
}

func (d *decoder) list(operands []Operand) bool {
	for _, o := range operands {
		switch o.Quantifier {
		case One:
			if !d.operand(o) {
				return false
			}
		case Optional:
			if d.at < len(d.inst) && !d.operand(o) {
				return false
			}
		case Many:
			for d.at < len(d.inst) {
				if !d.operand(o) {
					return false
				}
			}
		}
	}
	return true
}

// push appends an operand of the next n words.
func (d *decoder) push(k Kind, n int) bool {
	if n > len(d.inst)-d.at {
		return d.fail("the operand is cut short")
	}
	d.out = append(d.out, OperandWords{k, uint16(d.at), uint16(n)})
	d.at += n
	return true
}

func (d *decoder) operand(o Operand) bool {
	if d.at >= len(d.inst) {
		if name := o.Name(); name != "" {
			return d.fail("the operand %q is missing", name)
		}
		return d.fail("the operand %s is missing", o.Kind)
	}
	w := d.inst[d.at]
	row := &kindRows[o.Kind]
	switch row.category {
	case CategoryId:
		if w-1 >= MaxBound-1 {
			return d.fail("the id %d isn't from 1 to %d", w, MaxBound-1)
		}
		return d.push(o.Kind, 1)
	case CategoryLiteral:
		return d.literal(o.Kind)
	case CategoryValueEnum:
		e := o.Kind.Enumerant(w)
		if !e.Exists() {
			return d.unknown("the %s %d is unknown", o.Kind, w)
		}
		return d.push(o.Kind, 1) && d.list(e.Parameters())
	case CategoryBitEnum:
		return d.mask(o.Kind, w)
	case CategoryComposite:
		for _, k := range row.bases {
			if k == KindLiteralInteger && d.inst.Op() == OpSwitch {
				k = KindLiteralContextDependentNumber
			}
			if !d.operand(Operand{Kind: k}) {
				return false
			}
		}
		return true
	default:
		panic("spirv: operand of kind " + o.Kind.String())
	}
}

func (d *decoder) mask(k Kind, mask uint32) bool {
	for m := mask; m != 0; m &= m - 1 {
		if bit := m & -m; !k.Enumerant(bit).Exists() {
			return d.unknown("the bit %#x of %s is unknown", bit, k)
		}
	}
	if !d.push(k, 1) {
		return false
	}
	for m := mask; m != 0; m &= m - 1 {
		if !d.list(k.Enumerant(m & -m).Parameters()) {
			return false
		}
	}
	return true
}

func (d *decoder) literal(k Kind) bool {
	switch k {
	case KindLiteralInteger, KindLiteralFloat:
		return d.push(k, 1)
	case KindLiteralExtInstInteger:
		return d.push(k, 1) && d.list(d.ExtSet(d.inst[d.at-2]).literalOperands(d.inst[d.at-1]))
	case KindLiteralString:
		for i, w := range d.inst[d.at:] {
			if hasZeroByte(w) {
				return d.push(k, i+1)
			}
		}
		return d.fail("the string doesn't end")
	case KindLiteralContextDependentNumber:
		s := d.literalType(d.inst)
		if s.kind == notScalar {
			return d.fail("the type of the number isn't known")
		}
		return d.push(k, s.words())
	case KindLiteralSpecConstantOpInteger:
		op, ok := specConstantOp(d.inst[d.at])
		if !ok {
			return d.unknown("opcode %d isn't an operation on constants", d.inst[d.at])
		}
		return d.push(k, 1) && d.list(op.Operands()[2:])
	default:
		panic("spirv: literal of kind " + k.String())
	}
}

// specConstantOp returns the opcode that OpSpecConstantOp contains. It accepts
// more than the specification allows there: every operation that makes a value
// from ids and plain literals.
func specConstantOp(w uint32) (Op, bool) {
	op := Op(w)
	if w > 0xffff || !op.HasResultType() || !op.HasResult() {
		return 0, false
	}
	for _, o := range op.Operands() {
		switch o.Kind {
		case KindLiteralContextDependentNumber, KindLiteralExtInstInteger, KindLiteralSpecConstantOpInteger, KindLiteralString:
			return 0, false
		}
	}
	return op, true
}
