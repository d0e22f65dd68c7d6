package ir

// This file describes transform feedback: a draw writes outputs of its last stage before
// rasterization to buffers, the vertices of each primitive one behind the other.
//
// A place belongs to an output, the size of a vertex in a buffer to the entry point. The
// components of an output follow each other without padding, whatever its type is.

import "math"

// FeedbackBuffers is how many buffers transform feedback has.
const FeedbackBuffers = 4

// Feedback is the place of an output in a buffer of transform feedback.
type Feedback struct {
	Captured bool // the output is written to a buffer; the rest is zero if it isn't
	Buffer   uint8
	Offset   uint32 // bytes from the beginning of a vertex
}

// Behind is the place that lies some bytes behind another one.
func (f Feedback) Behind(bytes uint32) Feedback {
	if f.Captured {
		f.Offset += bytes
	}
	return f
}

// FeedbackStrides has for each buffer the bytes from one vertex to the next: 0 if the buffer isn't
// written. An entry point without strides captures nothing, wherever its outputs have places.
type FeedbackStrides [FeedbackBuffers]uint32

// FeedbackSize is how many bytes a value of a type takes in a buffer of transform feedback, and their
// alignment: 8 for types with doubles, whose size is a multiple of 8.
func (m *Module) FeedbackSize(t TypeID) (size, align uint32) {
	ty := m.Types.At(t)
	total := uint64(0)
	switch ty.Kind {
	case TypeArray:
		size, align = m.FeedbackSize(ty.Base)
		total = uint64(size) * uint64(ty.Length)
	case TypeStruct:
		align = 4
		for i := range m.Structs[ty.Struct].Members {
			n, a := m.FeedbackSize(m.Structs[ty.Struct].Members[i].Type)
			total = (total+uint64(a)-1)/uint64(a)*uint64(a) + uint64(n)
			align = max(align, a)
		}
		total = (total + uint64(align) - 1) / uint64(align) * uint64(align)
	default:
		align = max(uint32(ty.Scalar.Bits())/8, 4)
		total = uint64(align) * uint64(m.Types.ComponentCount(t))
	}
	return uint32(min(total, math.MaxUint32)), align
}
