package dxbc

// This file reads and writes signatures: the elements that a program takes from the stage before
// it or gives to the stage behind it.

// A ComponentType is the type of an element's components. Its values are the encoding's.
type ComponentType uint32

// The types of components.
const (
	TypeUnknown ComponentType = iota
	TypeUint
	TypeInt
	TypeFloat
)

// System values of signatures that differ from declarations' values: tessellation factors have one
// value for each kind of edge.
const (
	SignatureQuadEdge   SystemValue = 11 // SV_TessFactor of quads
	SignatureQuadInside SystemValue = 12 // SV_InsideTessFactor of quads
	SignatureTriEdge    SystemValue = 13 // SV_TessFactor of triangles
	SignatureTriInside  SystemValue = 14 // SV_InsideTessFactor of triangles
	SignatureLineDetail SystemValue = 15 // SV_TessFactor of isolines, the second
	SignatureLineDense  SystemValue = 16 // SV_TessFactor of isolines, the first

	// The outputs of pixel programs, as reflection has them. Chunks have ValueUndefined in their
	// place, which Bytes writes; readers know them by the semantic.
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

// elementSize is the size of an element in bytes.
func (s *Signature) elementSize() int {
	switch s.Kind {
	case ChunkISGN, ChunkOSGN, ChunkPCSG:
		return 24
	case ChunkOSG5:
		return 28
	case ChunkISG1, ChunkOSG1, ChunkPSG1:
		return 32
	}
	return 0
}

// signatureHead is the number of bytes in front of elements.
const signatureHead = 8

// ReadSignature returns the signature with the contents of a chunk of a kind. Mistakes are returned
// as *[Error].
func ReadSignature(kind FourCC, chunk []byte) (*Signature, error) {
	s := &Signature{Kind: kind}
	size := s.elementSize()
	if size == 0 {
		return nil, errorf(0, "the chunk %v is no signature", kind)
	}
	r := &reader{data: chunk}
	count, at := r.table(0, 4, size)
	s.Elements = make([]Element, count)
	for i := range s.Elements {
		e := &s.Elements[i]
		if size > 24 {
			e.Stream = r.u32(at)
			at += 4
		}
		e.Semantic = r.text(at)
		e.Index = r.u32(at + 4)
		e.SystemValue = SystemValue(r.u32(at + 8))
		e.Type = ComponentType(r.u32(at + 12))
		e.Register = r.u32(at + 16)
		masks := r.u32(at + 20)
		if masks>>16 != 0 {
			r.fail(at+20, "the masks 0x%08x have bits without a meaning", masks)
		}
		e.Mask, e.Used = uint8(masks), uint8(masks>>8)
		at += 24
		if size == 32 {
			e.Precision = MinPrecision(r.u32(at))
			at += 4
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

// Bytes returns the contents of the signature's chunk.
func (s *Signature) Bytes() []byte {
	size := s.elementSize()
	w := &writer{}
	w.words(uint32(len(s.Elements)), signatureHead)
	at := w.reserve(size * len(s.Elements))
	for i := range s.Elements {
		e := &s.Elements[i]
		if size > 24 {
			w.put(at, e.Stream)
			at += 4
		}
		value := e.SystemValue
		if value >= SignatureTarget {
			value = ValueUndefined
		}
		w.put(at, w.text(e.Semantic), e.Index, uint32(value), uint32(e.Type), e.Register, uint32(e.Mask)|uint32(e.Used)<<8)
		at += 24
		if size == 32 {
			w.put(at, uint32(e.Precision))
			at += 4
		}
	}
	w.align()
	return w.data
}
