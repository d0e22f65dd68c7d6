package llvm

// This file holds modules: types, globals, functions and metadata.

// A Module is a module of LLVM IR. Start from New.
type Module struct {
	Triple, DataLayout string

	Types     []TypeInfo // by Type; [0] is unused
	Globals   []Global
	Functions []*Function
	Constants []Constant
	Metadata  []Metadata // by MD - 1
	Named     []NamedMD
	Kinds     []string // names of the kinds of metadata that instructions have

	values    []valueRef // by Value, of the module
	typeIndex map[string]Type
	constants map[string]Value
	metadata  map[string]MD
}

// A Type names a type of a module; 0 is none.
type Type uint32

// A TypeKind is a kind of type.
type TypeKind uint8

// The kinds of types.
const (
	Void TypeKind = iota + 1
	Half
	Float
	Double
	Label
	MetadataType
	Integer
	Pointer
	Array
	Vector
	Struct
	FunctionType
)

// A TypeInfo describes a type.
type TypeInfo struct {
	Kind   TypeKind
	Packed bool   // of structs
	VarArg bool   // of functions
	Opaque bool   // of structs: the members are unknown
	N      uint32 // bits of integers, elements of arrays and vectors, address space of pointers
	Elem   Type   // of pointers, arrays and vectors; a function's result
	Fields []Type // of structs; a function's parameters
	Name   string // of structs; "": a literal struct
}

// A Value names a value: a constant, a global or a function of a module, or, with the bit Local, a
// parameter or an instruction of a function. 0 is none.
type Value uint32

// Local marks values of a function: Local | k is parameter k, and Local | (parameters + k) is
// instruction k.
const Local Value = 1 << 31

// A valueKind is a kind of the values of a module.
type valueKind uint8

const (
	valueGlobal valueKind = iota + 1
	valueFunction
	valueConstant
)

// A valueRef is a value of a module: its kind, and its index among those of the kind.
type valueRef struct {
	kind  valueKind
	index uint32
}

// A Linkage is a linkage of a global or function.
type Linkage uint8

// The linkages in use.
const (
	External Linkage = iota
	Internal
	Private
	Appending
	LinkOnceODR
)

// A Global is a global variable.
type Global struct {
	Name     string
	Type     Type   // of the content; the value is a pointer to it
	Space    uint32 // address space
	Constant bool
	Init     Value // 0: the variable is declared, not defined
	Linkage  Linkage
	Align    uint32 // in bytes, a power of two; 0: none
	Unnamed  bool   // unnamed_addr
	Value    Value
}

// A ConstantKind is a kind of constant.
type ConstantKind uint8

// The kinds of constants.
const (
	Null ConstantKind = iota + 1 // zero of any type
	Undef
	Int       // Bits, sign-extended from the type's width
	Real      // Bits, of the type's width
	Aggregate // Elems, of arrays, vectors and structs
	ElementPointer
	CastConstant // Elems[0] converted by Cast
)

// A Constant is a constant.
type Constant struct {
	Kind     ConstantKind
	InBounds bool // of element pointers
	Cast     Op   // of casts
	Type     Type
	Base     Type // of element pointers: the type that the first operand points to
	Bits     uint64
	Elems    []Value
	Value    Value
}

// An Attribute is an attribute of a function, a call, a result or a parameter.
type Attribute uint32

// The attributes in use, as bits.
const (
	NoUnwind Attribute = 1 << iota
	ReadNone
	ReadOnly
	NoDuplicate
	ArgMemOnly
	NoInline
	AlwaysInline
	Convergent
	NoReturn
	OptimizeNone
	NoAlias // from here on of parameters
	NoCapture
	NonNull
	ByVal
	StructResult
	ZeroExtend
	SignExtend
)

// A StringAttribute is an attribute of functions that LLVM has no name for.
type StringAttribute struct{ Key, Value string }

// An MD names a node or string of metadata; 0 is none.
type MD uint32

// Metadata is a string, a value, or a node.
type Metadata struct {
	Kind     MDKind
	Distinct bool
	Text     string // of strings
	Value    Value  // of values
	Ops      []MD   // of nodes; 0: null
}

// An MDKind is a kind of metadata.
type MDKind uint8

// The kinds of metadata.
const (
	MDString MDKind = iota + 1
	MDValue
	MDNode
)

// A NamedMD is a list of nodes with a name.
type NamedMD struct {
	Name string
	Ops  []MD
}

// New returns an empty module.
func New() *Module {
	return &Module{
		Types: make([]TypeInfo, 1, 64), values: make([]valueRef, 1, 256),
		typeIndex: map[string]Type{}, constants: map[string]Value{}, metadata: map[string]MD{},
	}
}
