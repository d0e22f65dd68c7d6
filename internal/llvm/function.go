package llvm

// This file holds functions: blocks of instructions.

// A Function is a function. Its value is a pointer to it.
type Function struct {
	Name       string
	Type       Type
	Attributes Attribute
	Strings    []StringAttribute // sorted by their keys
	Params     []Attribute       // [0] of the result, then of the parameters; nil: none
	Linkage    Linkage
	FastCall   bool // LLVM's fast calling convention
	Value      Value

	// Of definitions. Blocks are in the order in which they were begun; a declaration has none.
	Blocks []Block
	Instrs []Instr
	Attach []Attachment     // metadata of instructions, in the order of instructions
	Calls  []CallAttributes // attributes of calls, in the order of instructions
	Names  []string         // of parameters, then of instructions; "": without a name; it may be shorter
	Labels []string         // names of blocks; it may be shorter

	operands []Value
	targets  []BlockID
	order    []BlockID // blocks as they were begun
	params   Value
	module   *Module
}

// A BlockID names a block of a function, whose first one is 0.
type BlockID uint32

// A Block is a range of the function's instructions, the last of which ends it.
type Block struct{ Start, End uint32 }

// An Op is an operation of instructions.
type Op uint8

// The operations.
const (
	// Arithmetic, on integers or floats by the type of operands.
	OpAdd Op = iota + 1
	OpSub
	OpMul
	OpUDiv
	OpSDiv // floats: division
	OpURem
	OpSRem // floats: remainder
	OpShl
	OpLShr
	OpAShr
	OpAnd
	OpOr
	OpXor
	// Conversions.
	OpTrunc
	OpZExt
	OpSExt
	OpFPToUI
	OpFPToSI
	OpUIToFP
	OpSIToFP
	OpFPTrunc
	OpFPExt
	OpPtrToInt
	OpIntToPtr
	OpBitCast
	OpAddrSpaceCast
	// Others that make a value.
	OpICmp   // Sub: the predicate
	OpFCmp   // Sub: the predicate
	OpSelect // condition, then, else
	OpPhi    // values; the targets are the blocks that they come from
	OpCall   // the function, then its operands
	OpAlloca // operand: the number of elements; Type: the pointer
	OpLoad
	OpGEP          // a pointer, then indices
	OpExtractValue // a struct or array; Sub: the member
	OpInsertValue  // a struct or array, a value; Sub: the member
	OpExtractElement
	OpInsertElement
	OpShuffleVector
	OpAtomicRMW // pointer, value; Sub: the operation; Flags: the ordering
	OpCmpXchg   // pointer, compare, value
	// Without a value.
	OpStore // pointer, value
	OpFence
	OpRet         // a value, or none
	OpBr          // a target; with a condition: two
	OpSwitch      // a value, then values of cases; targets: the default, then those of the cases
	OpUnreachable // a place that isn't reached
)

// Predicates of comparisons, in LLVM's numbers.
const (
	FOEQ = 1
	FOGT = 2
	FOGE = 3
	FOLT = 4
	FOLE = 5
	FONE = 6
	FORD = 7
	FUNO = 8
	FUEQ = 9
	FUGT = 10
	FUGE = 11
	FULT = 12
	FULE = 13
	FUNE = 14
	IEQ  = 32
	INE  = 33
	IUGT = 34
	IUGE = 35
	IULT = 36
	IULE = 37
	ISGT = 38
	ISGE = 39
	ISLT = 40
	ISLE = 41
)

// Operations of OpAtomicRMW, in LLVM's numbers.
const (
	RMWXchg = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWNand
	RMWOr
	RMWXor
	RMWMax
	RMWMin
	RMWUMax
	RMWUMin
)

// Flags of instructions.
const (
	// Of float arithmetic and calls.
	Fast = 1 << iota // unsafe algebra, which implies the others
	NoNaNs
	NoInfs
	NoSignedZeros
	AllowReciprocal
	// Of integers.
	NoUnsignedWrap
	NoSignedWrap
	Exact
	// Of memory.
	InBounds
	Volatile
)

// An Instr is an instruction.
type Instr struct {
	Op     Op
	Sub    uint8
	Flags  uint16
	Type   Type // of the result; of a function without one: Void
	Base   Type // of allocas, loads and element pointers: the type that is pointed to
	Align  uint32
	first  uint32 // operands
	count  uint32
	target uint32 // the first of the targets
	ways   uint32 // and their number
}

// An Attachment is metadata of an instruction.
type Attachment struct {
	Instr uint32
	Kind  uint32
	Node  MD
}

// CallAttributes are the attributes of a call beside those of its function.
type CallAttributes struct {
	Instr      uint32
	Attributes Attribute
	Params     []Attribute // [0] of the result, then of the arguments; nil: none
}

// Declare returns a function that is defined elsewhere, by its name.
func (m *Module) Declare(name string, t Type, attributes Attribute) *Function {
	for _, f := range m.Functions {
		if f.Name == name {
			return f
		}
	}
	return m.addFunction(name, t, attributes)
}

// Define adds a function, to which blocks are added.
func (m *Module) Define(name string, t Type) *Function { return m.addFunction(name, t, 0) }

func (m *Module) addFunction(name string, t Type, attributes Attribute) *Function {
	f := &Function{Name: name, Type: t, Attributes: attributes, module: m, params: Value(len(m.Types[t].Fields))}
	f.Value = m.newValue(valueFunction, len(m.Functions))
	m.Functions = append(m.Functions, f)
	return f
}

// Param returns a parameter.
func (f *Function) Param(k int) Value { return Local | Value(k) }

// NewBlock makes a block, which Begin places.
func (f *Function) NewBlock() BlockID {
	f.Blocks = append(f.Blocks, Block{})
	return BlockID(len(f.Blocks) - 1)
}

// Begin places a block behind the others: instructions are added to it. The first block that
// begins is the function's entry.
func (f *Function) Begin(b BlockID) {
	n := uint32(len(f.Instrs))
	f.Blocks[b] = Block{n, n}
	f.order = append(f.order, b)
}

// Order returns the blocks in the order in which they were begun.
func (f *Function) Order() []BlockID { return f.order }

// Add adds an instruction to the block that was begun last, and returns its value.
func (f *Function) Add(in Instr, operands ...Value) Value {
	in.first, in.count = uint32(len(f.operands)), uint32(len(operands))
	f.operands = append(f.operands, operands...)
	f.Instrs = append(f.Instrs, in)
	f.Blocks[f.order[len(f.order)-1]].End = uint32(len(f.Instrs))
	return Local | (f.params + Value(len(f.Instrs)-1))
}

// Jump adds an instruction with targets, as Add does.
func (f *Function) Jump(in Instr, targets []BlockID, operands ...Value) Value {
	in.target, in.ways = uint32(len(f.targets)), uint32(len(targets))
	f.targets = append(f.targets, targets...)
	return f.Add(in, operands...)
}

// Operands returns the operands of an instruction, which may be set.
func (f *Function) Operands(in *Instr) []Value { return f.operands[in.first:][:in.count] }

// Targets returns the targets of a jump, or the blocks that a phi's values come from.
func (f *Function) Targets(in *Instr) []BlockID { return f.targets[in.target:][:in.ways] }

// InstrOf returns the instruction that a value is, or nil.
func (f *Function) InstrOf(v Value) *Instr {
	if v&Local == 0 || v&^Local < f.params {
		return nil
	}
	return &f.Instrs[v&^Local-f.params]
}

// Annotate gives the instruction that was added last metadata.
func (f *Function) Annotate(kind uint32, node MD) {
	f.Attach = append(f.Attach, Attachment{uint32(len(f.Instrs) - 1), kind, node})
}

// TypeOf returns the type of a value in a function.
func (f *Function) TypeOf(v Value) Type {
	switch {
	case v&Local == 0:
		return f.module.TypeOf(v)
	case v&^Local < f.params:
		return f.module.Types[f.Type].Fields[v&^Local]
	}
	return f.InstrOf(v).Type
}

// KeepSource removes all sources of a phi but one.
func (f *Function) KeepSource(in *Instr, k int) {
	in.first, in.count = in.first+uint32(k), 1
	in.target, in.ways = in.target+uint32(k), 1
}
