package spirv

// This file reads transform feedback: the decorations XfbBuffer, XfbStride and Offset of outputs,
// and the execution mode Xfb, without which an entry point captures nothing.

import (
	"refract/ir"
	"refract/spirv"
)

// feedbackPlace is the place of an output in a buffer, on the way down. A buffer alone captures
// nothing: a variable or member needs an offset, too.
type feedbackPlace struct {
	buffer, offset       uint32
	hasBuffer, hasOffset bool
	taken                uint32 // bytes of the parts before
}

// capture is the place of a part of an output; the parts behind it follow. Type 0 is a part that
// is the whole.
func (r *reader) capture(p *place, t ir.TypeID) ir.Feedback {
	f := &p.feedback
	if !f.hasBuffer || !f.hasOffset {
		return ir.Feedback{}
	}
	if f.buffer >= ir.FeedbackBuffers {
		r.unsupported("%d buffers of transform feedback", uint64(f.buffer)+1)
	}
	at := ir.Feedback{Captured: true, Buffer: uint8(f.buffer), Offset: f.offset}
	if t == 0 {
		return at
	}
	size, align := r.m.FeedbackSize(t)
	first := (f.taken + align - 1) / align * align
	f.taken = first + size
	return at.Behind(first)
}

// feedbackStrides reads the strides of an entry point whose mode is Xfb.
func (r *reader) feedbackStrides(ep *ir.EntryPoint, variables []uint32) {
	if !r.capturing {
		return
	}
	x := ep.Setup()
	note := func(id uint32, member int32, buffer uint32) (of uint32) {
		buffer = r.number(id, member, spirv.DecorationXfbBuffer, buffer)
		if stride := r.number(id, member, spirv.DecorationXfbStride, 0); stride != 0 && buffer < ir.FeedbackBuffers {
			x.Feedback[buffer] = stride
		}
		return buffer
	}
	for _, id := range variables {
		v := &r.variables[r.definition(id).index]
		if v.class != spirv.StorageClassOutput {
			continue
		}
		buffer := note(id, -1, ir.FeedbackBuffers)
		info := &r.types[v.pointee]
		for info.op == spirv.OpTypeArray {
			info = &r.types[info.element]
		}
		if info.op != spirv.OpTypeStruct {
			continue
		}
		for i := range info.members {
			if at := note(r.words[info.at+1], int32(i), buffer); at < ir.FeedbackBuffers && x.Feedback[at] == 0 {
				x.Feedback[at] = r.number(id, -1, spirv.DecorationXfbStride, 0)
			}
		}
	}
	if x != ep.Setup() {
		ep.Pipeline = &x
	}
}
