package validate

// This file checks transform feedback: the places of outputs in buffers, as section "Transform
// Feedback" of Vulkan and section "Output Layout Qualifiers" of GLSL have them.

import (
	"cmp"
	"slices"

	"refract/diag"
	"refract/ir"
)

// maxFeedbackStride is the greatest number of bytes of a vertex in a buffer, which desktop drivers have.
const maxFeedbackStride = 2048

// capture is the place of an output.
type capture struct {
	ir.Feedback
	size   uint32
	align  uint32
	stream uint8
	name   string
	span   diag.Span
}

// capturing reports whether a stage can be the last one before rasterization that captures outputs.
func capturing(s ir.Stage) bool {
	return s == ir.StageVertex || s == ir.StageTessellationEvaluation || s == ir.StageGeometry
}

// capture notes the place of an output in a buffer.
func (v *Validator) capture(d direction, t ir.TypeID, b *ir.Binding, span diag.Span, name string) {
	if !b.Feedback.Captured {
		return
	}
	if !d.output || !capturing(d.e.Stage) {
		v.errorf(CodeFeedback, span, "an %s of a %s entry point can't be captured", d, d.e.Stage)
		return
	}
	size, align := v.m.FeedbackSize(t)
	v.io.captures = append(v.io.captures, capture{b.Feedback, size, align, b.Stream, name, span})
}

// captured checks the outputs of an entry point that are captured, against the strides and each other.
func (v *Validator) captured(e *ir.EntryPoint, span diag.Span) {
	strides := e.Setup().Feedback
	if strides == (ir.FeedbackStrides{}) {
		return
	}
	list := v.io.captures
	for i := range list {
		c := &list[i]
		switch {
		case c.Buffer >= ir.FeedbackBuffers:
			v.errorf(CodeFeedback, c.span, "%q is captured in buffer %d: there are %d", c.name, c.Buffer, ir.FeedbackBuffers)
		case c.Offset%c.align != 0:
			v.errorf(CodeFeedback, c.span, "%q is captured at byte %d, which is no multiple of %d", c.name, c.Offset, c.align)
		case strides[c.Buffer] == 0:
			v.errorf(CodeFeedback, c.span, "%q is captured in buffer %d, in which vertices have no bytes", c.name, c.Buffer)
		case strides[c.Buffer]%c.align != 0:
			v.errorf(CodeFeedback, c.span, "%q has doubles, and vertices have %d bytes in buffer %d: it must be a multiple of 8", c.name, strides[c.Buffer], c.Buffer)
		case c.size > strides[c.Buffer] || c.Offset > strides[c.Buffer]-c.size:
			v.errorf(CodeFeedback, c.span, "%q ends at byte %d of a vertex, which has %d in buffer %d", c.name, uint64(c.Offset)+uint64(c.size), strides[c.Buffer], c.Buffer)
		}
	}
	slices.SortStableFunc(list, func(a, b capture) int {
		return cmp.Or(cmp.Compare(a.Buffer, b.Buffer), cmp.Compare(a.Offset, b.Offset))
	})
	for i := 1; i < len(list); i++ {
		a, b := &list[i-1], &list[i]
		if a.Buffer != b.Buffer {
			continue
		}
		switch {
		case uint64(a.Offset)+uint64(a.size) > uint64(b.Offset):
			v.errorf(CodeFeedback, b.span, "%q is captured over %q in buffer %d", b.name, a.name, b.Buffer).Label(a.span, "captured there, too")
		case a.stream != b.stream:
			v.errorf(CodeFeedback, b.span, "%q of stream %d is captured in buffer %d, which has outputs of stream %d", b.name, b.stream, b.Buffer, a.stream).Label(a.span, "an output of that stream")
		}
	}
}
