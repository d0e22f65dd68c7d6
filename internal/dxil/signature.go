package dxil

// This file reads and writes signatures: the elements that a shader takes from the stage before it
// or gives to the stage behind it.

import (
	"bytes"
	"cmp"
	"slices"

	"refract/internal/dxbc"
)

// A ComponentType is the type of an element's components in signatures and pipeline information. Its
// values are the encoding's; metadata numbers types otherwise.
type ComponentType uint8

// The types of components.
const (
	TypeUnknown ComponentType = iota
	TypeUint32
	TypeInt32
	TypeFloat32
	TypeUint16
	TypeInt16
	TypeFloat16
	TypeUint64
	TypeInt64
	TypeFloat64
)

// A SystemValue is the system value of an element in signatures. Its values are the encoding's.
type SystemValue uint32

// The system values.
const (
	ValueUndefined         SystemValue = 0
	ValuePosition          SystemValue = 1
	ValueClipDistance      SystemValue = 2
	ValueCullDistance      SystemValue = 3
	ValueTargetArrayIndex  SystemValue = 4
	ValueViewportIndex     SystemValue = 5
	ValueVertexID          SystemValue = 6
	ValuePrimitiveID       SystemValue = 7
	ValueInstanceID        SystemValue = 8
	ValueFrontFace         SystemValue = 9
	ValueSampleIndex       SystemValue = 10
	ValueQuadEdge          SystemValue = 11 // SV_TessFactor of quads
	ValueQuadInside        SystemValue = 12 // SV_InsideTessFactor of quads
	ValueTriangleEdge      SystemValue = 13 // SV_TessFactor of triangles
	ValueTriangleInside    SystemValue = 14 // SV_InsideTessFactor of triangles
	ValueLineDetail        SystemValue = 15 // SV_TessFactor of isolines, the second
	ValueLineDensity       SystemValue = 16 // SV_TessFactor of isolines, the first
	ValueBarycentrics      SystemValue = 23
	ValueShadingRate       SystemValue = 24
	ValueCullPrimitive     SystemValue = 25
	ValueTarget            SystemValue = 64
	ValueDepth             SystemValue = 65
	ValueCoverage          SystemValue = 66
	ValueDepthGreaterEqual SystemValue = 67
	ValueDepthLessEqual    SystemValue = 68
	ValueStencilRef        SystemValue = 69
	ValueInnerCoverage     SystemValue = 70
)

// A MinPrecision is the least precision of an element's components. Its values are the encoding's.
type MinPrecision uint32

// The precisions.
const (
	PrecisionDefault MinPrecision = 0
	PrecisionFloat16 MinPrecision = 1
	PrecisionFloat10 MinPrecision = 2
	PrecisionInt16   MinPrecision = 4
	PrecisionUint16  MinPrecision = 5
)

// NoRegister is the register of elements that have no place among registers, such as depth.
const NoRegister = 0xffffffff

// An Element is one row of an element of a signature: an array of several rows has an Element for
// each.
type Element struct {
	Semantic    string
	Index       uint32 // of the semantic: 2 of TEXCOORD2
	SystemValue SystemValue
	Type        ComponentType
	Register    uint32 // the row, or NoRegister
	Mask        uint8  // the components: bit 0 is x
	// Used are, for inputs, the components that the shader always reads; for outputs, the components
	// that it never writes.
	Used      uint8
	Stream    uint32 // of a geometry shader
	Precision MinPrecision

	Order uint32 // of names in the part: the offset of a name that was read
}

// A Signature is the contents of a part ISG1, OSG1 or PSG1. Every stage but libraries has ISG1 and
// OSG1; hull, domain and mesh shaders have PSG1, of patch constants or primitives.
type Signature struct {
	// Separate writes the form for validator versions before 1.7: each element has a name of its own,
	// and the part isn't padded. ParseSignature sets it if the part has that form.
	Separate bool
	Elements []Element
}

const (
	signatureHead = 8  // bytes in front of elements
	elementSize   = 32 // bytes
)

// Bytes returns the contents of the part. Equal names are written once, except if they are Separate.
func (s *Signature) Bytes() []byte {
	b := appendWords(nil, uint32(len(s.Elements)), signatureHead)
	names, offsets := s.names()
	start := uint32(signatureHead + elementSize*len(s.Elements))
	for i := range s.Elements {
		e := &s.Elements[i]
		b = appendWords(b, e.Stream, start+offsets[i], e.Index, uint32(e.SystemValue), uint32(e.Type), e.Register,
			uint32(e.Mask)|uint32(e.Used)<<8, uint32(e.Precision))
	}
	b = append(b, names...)
	if s.Separate {
		return b
	}
	return align(b)
}

// names returns the names of elements, and their offsets by element.
func (s *Signature) names() (names []byte, offsets []uint32) {
	offsets = make([]uint32, len(s.Elements))
	order := make([]int, len(s.Elements))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Elements[a].Order, s.Elements[b].Order) })
	seen := map[string]uint32{}
	for k, i := range order {
		e := &s.Elements[i]
		at, ok := seen[e.Semantic]
		if s.Separate {
			ok = k > 0 && e.Order != 0 && e.Order == s.Elements[order[k-1]].Order
		}
		if !ok {
			at = uint32(len(names))
			names = append(append(names, e.Semantic...), 0)
			seen[e.Semantic] = at
		}
		offsets[i] = at
	}
	return names, offsets
}

// ParseSignature returns the signature with the contents of a part. Mistakes are returned as
// *[Error].
func ParseSignature(data []byte) (*Signature, error) {
	r := &reader{data: data}
	count, at := r.u32(), r.u32()
	if r.err == nil && (at != signatureHead || uint64(count)*elementSize > uint64(len(data)-signatureHead)) {
		r.fail(0, "a table of %d elements at %d exceeds the part", count, at)
	}
	if r.err != nil {
		return nil, r.err
	}
	s := &Signature{Elements: make([]Element, count)}
	for i := range s.Elements {
		e, start := &s.Elements[i], r.at
		e.Stream = r.u32()
		e.Order = r.u32()
		e.Semantic = r.textAt(data, e.Order, start+4)
		e.Index = r.u32()
		e.SystemValue = SystemValue(r.u32())
		kind := r.u32()
		if kind > uint32(TypeFloat64) {
			r.fail(start+16, "the type %d of components is unknown", kind)
		}
		e.Type = ComponentType(kind)
		e.Register = r.u32()
		masks := r.u32()
		if masks>>16 != 0 {
			r.fail(start+24, "the masks 0x%08x have bits without a meaning", masks)
		}
		e.Mask, e.Used = uint8(masks), uint8(masks>>8)
		e.Precision = MinPrecision(r.u32())
	}
	if r.err != nil {
		return nil, r.err
	}
	s.Separate = len(data)%4 != 0 || !bytes.Equal(s.Bytes(), data)
	return s, nil
}

// signatureParts are the parts with signatures.
var signatureParts = []dxbc.FourCC{PartISG1, PartOSG1, PartPSG1}
