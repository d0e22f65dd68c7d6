package spirv

// This file writes transform feedback: the places of outputs in buffers, and the execution mode
// without which nothing is captured.

import (
	"refract/ir"
	"refract/spirv"
)

// noteStrides notes the strides of an entry point whose outputs are variables, which are declared ahead
// of it: a buffer has one stride in a module.
func (w *Writer) noteStrides(ep *ir.EntryPoint) {
	if !ep.Stage.Info().Variables {
		return
	}
	for i, n := range ep.Setup().Feedback {
		w.strides[i] = max(w.strides[i], n)
	}
}

// hasStreams reports whether an output is of another stream than the first.
func (w *Writer) hasStreams() bool {
	for i := range w.m.Globals {
		if b := w.m.Globals[i].IO; b != nil && b.Stream != 0 {
			return true
		}
	}
	return false
}

// captureAt writes the decorations of the place of an output in a buffer with a stride.
func (e *emitter) captureAt(b *ir.Binding, strides *ir.FeedbackStrides, decorate func(spirv.Decoration, uint32)) {
	f := &b.Feedback
	if !f.Captured || f.Buffer >= ir.FeedbackBuffers || strides[f.Buffer] == 0 {
		return
	}
	decorate(spirv.DecorationOffset, f.Offset)
	decorate(spirv.DecorationXfbBuffer, uint32(f.Buffer))
	decorate(spirv.DecorationXfbStride, strides[f.Buffer])
}

// feedbackMode writes the execution mode of an entry point that captures outputs.
func (w *Writer) feedbackMode(ep *ir.EntryPoint, f id) {
	if ep.Setup().Feedback == (ir.FeedbackStrides{}) {
		return
	}
	w.need(spirv.CapabilityTransformFeedback)
	w.out.ExecutionModes.Op2(spirv.OpExecutionMode, f, uint32(spirv.ExecutionModeXfb))
}
