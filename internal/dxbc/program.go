package dxbc

// This file is the form of token programs. Instructions, operands, indices and words are slices
// of the program; an instruction has runs of them, so that a program is four allocations.

// A Stage is the type of a program, by its number in the version token.
type Stage uint8

// The stages.
const (
	Pixel Stage = iota
	Vertex
	Geometry
	Hull
	Domain
	Compute
)

// stagePrefixes are the names of stages in profiles.
var stagePrefixes = [...]string{Pixel: "ps", Vertex: "vs", Geometry: "gs", Hull: "hs", Domain: "ds", Compute: "cs"}

// Prefix returns the stage's name in profiles, such as "ps".
func (s Stage) Prefix() string { return stagePrefixes[s] }

// A Program is the contents of a SHDR or SHEX chunk: declarations and instructions, in order.
type Program struct {
	Stage        Stage
	Major, Minor uint8 // the shader model
	Instructions []Instruction
	Operands     []Operand
	Indices      []Index
	Words        []uint32
}

// A Run is a part of a slice of the program.
type Run struct {
	First uint32
	Count uint32
}

// An Instruction is an instruction or a declaration.
//
// Operands are destinations first, then sources. Words are the tokens that follow the operands
// of a declaration, such as the number of temporaries, or the contents of custom data. A call of
// an interface's method has a word, the index of the function, which the encoding has before
// the operand.
type Instruction struct {
	Opcode   Opcode
	Extended Extended // the extended opcode tokens that are present
	// LongLength is the form of dcl_function_table and dcl_interface whose length is a token of its
	// own.
	LongLength bool
	Control    Control
	Offsets    [3]int8           // ExtendedOffsets: texels added to coordinates u, v, w, -8 to 7
	Resource   ResourceDimension // ExtendedResource
	Stride     uint16            // ExtendedResource: bytes of an element of a structured buffer, below 4,096
	Returns    ResourceReturns   // ExtendedReturns
	Operands   Run
	Words      Run
}

// Extended is the set of extended opcode tokens of an instruction, which are written in this order.
type Extended uint8

// The extended opcode tokens.
const (
	ExtendedOffsets  Extended = 1 << iota // texel offsets of sampling and loads
	ExtendedResource                      // dimension of the resource: printed as _indexable
	ExtendedReturns                       // types of the resource's components
)

// An Index is a dimension of an operand's address: of cb0[r1.x + 3] the indices are 0 and
// r1.x + 3.
type Index struct {
	Kind     IndexKind
	Value    uint32
	Relative uint32 // the number of an operand in Program.Operands, for relative kinds
}

// An IndexKind is the representation of an index. Its values are the encoding's.
type IndexKind uint8

// The representations of indices. Indices of 64 bits, 1 and 4, have no use in shaders and
// are refused.
const (
	IndexImmediate         IndexKind = 0 // Value
	IndexRelative          IndexKind = 2 // the operand
	IndexImmediateRelative IndexKind = 3 // Value and the operand added; FXC's form also for a Value of 0
)

// NewProgram returns an empty program of a stage and shader model.
func NewProgram(stage Stage, major, minor uint8) *Program {
	return &Program{Stage: stage, Major: major, Minor: minor}
}

// Emit appends an instruction with operands and words, which are copied.
func (p *Program) Emit(in Instruction, operands []Operand, words ...uint32) {
	in.Operands = Run{uint32(len(p.Operands)), uint32(len(operands))}
	p.Operands = append(p.Operands, operands...)
	in.Words = Run{uint32(len(p.Words)), uint32(len(words))}
	p.Words = append(p.Words, words...)
	p.Instructions = append(p.Instructions, in)
}

// OperandsOf returns the operands of an instruction, which may be changed.
func (p *Program) OperandsOf(in *Instruction) []Operand {
	return p.Operands[in.Operands.First:][:in.Operands.Count]
}

// WordsOf returns the words of an instruction.
func (p *Program) WordsOf(in *Instruction) []uint32 {
	return p.Words[in.Words.First:][:in.Words.Count]
}

// IndicesOf returns the indices of an operand, which may be changed.
func (p *Program) IndicesOf(o *Operand) []Index {
	if o.Kind.immediate() {
		return nil
	}
	return p.Indices[o.First:][:o.Dimensions]
}

// ValuesOf returns the words of an immediate operand: one for each component, or for Immediate64
// two, the low word first.
func (p *Program) ValuesOf(o *Operand) []uint32 { return p.Words[o.First:][:o.words()] }

// At is an immediate index.
func At(value uint32) Index { return Index{Kind: IndexImmediate, Value: value} }

// AtRelative appends the operand to the program and returns the index value + operand.
func (p *Program) AtRelative(value uint32, operand Operand) Index {
	p.Operands = append(p.Operands, operand)
	return Index{IndexImmediateRelative, value, uint32(len(p.Operands) - 1)}
}

// Register returns an operand with indices, which are appended to the program.
func (p *Program) Register(kind OperandKind, form Form, selection uint8, indices ...Index) Operand {
	o := Operand{Kind: kind, Form: form, Select: selection, Dimensions: uint8(len(indices)), First: uint32(len(p.Indices))}
	p.Indices = append(p.Indices, indices...)
	return o
}

// Immediate returns an operand with one or four values of 32 bits.
func (p *Program) Immediate(values ...uint32) Operand {
	return p.immediate(Immediate32, len(values), values)
}

// ImmediateDouble returns an operand with two values of 64 bits, in the form of FXC: four components,
// the low word of a value first.
func (p *Program) ImmediateDouble(x, y uint64) Operand {
	return p.immediate(Immediate64, 4, []uint32{uint32(x), uint32(x >> 32), uint32(y), uint32(y >> 32)})
}

func (p *Program) immediate(kind OperandKind, components int, words []uint32) Operand {
	o := Operand{Kind: kind, Form: One, First: uint32(len(p.Words))}
	if components > 1 {
		o.Form = Masked // as FXC has it, with an empty mask
	}
	p.Words = append(p.Words, words...)
	return o
}
