package dxbc

// This file reads and writes signatures: the elements that a program takes from the stage before
// it or gives to the stage behind it.

// A ComponentType is the type of an element's components. Its values are those of the encoding.
type ComponentType uint32

// The types of components.
const (
	TypeUnknown ComponentType = iota
	TypeUint
	TypeInt
	TypeFloat
)

// System values of signatures that declarations lack. FXC writes them in outputs of pixel programs.
// Tessellation factors have one value for each kind of edge in signatures.
const (
	SignatureQuadEdge   SystemValue = 11 // SV_TessFactor of quads
	SignatureQuadInside SystemValue = 12 // SV_InsideTessFactor of quads
	SignatureTriEdge    SystemValue = 13 // SV_TessFactor of triangles
	SignatureTriInside  SystemValue = 14 // SV_InsideTessFactor of triangles
	SignatureLineDetail SystemValue = 15 // SV_TessFactor of isolines, the second
	SignatureLineDense  SystemValue = 16 // SV_TessFactor of isolines, the first

	SignatureTarget        SystemValue = 64
	SignatureDepth         SystemValue = 65
	SignatureCoverage      SystemValue = 66
	SignatureDepthGE       SystemValue = 67
	SignatureDepthLE       SystemValue = 68
	SignatureStencilRef    SystemValue = 69
	SignatureInnerCoverage SystemValue = 70
)

// NoRegister is the register of elements with a register file of their own, such as depth.
const NoRegister = 0xffffffff

// An Element is an element of a signature.
type Element struct {
	Semantic    string
	Index       uint32 // of the semantic: 2 of TEXCOORD2
	SystemValue SystemValue
	Type        ComponentType
	Register    uint32 // or NoRegister
	Mask        uint8  // the components: bit 0 is x
	// Used are, for inputs, the components that the program always reads; for outputs, the
	// components that it never writes.
	Used      uint8
	Stream    uint32       // OSG5, OSG1: the stream of a geometry program
	Precision MinPrecision // ISG1, OSG1, PSG1
}

// A Signature is the contents of a chunk ISGN, OSGN, PCSG, OSG5, ISG1, OSG1 or PSG1.
type Signature struct {
	Kind     FourCC
	Elements []Element
}
