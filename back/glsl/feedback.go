package glsl

// This file writes transform feedback: the layout qualifiers xfb_buffer, xfb_stride and xfb_offset
// (section "Output Layout Qualifiers"). Built-in outputs have them as members of gl_PerVertex,
// which is declared anew. GLSL ES has none of it: hosts name the outputs that are captured.

import (
	"refract/ir"
)

// Offsets that stand for the absence of a qualifier.
const (
	bufferAlone = ^uint32(0)     // of a block: members have the offsets
	offsetFlag  = 1 << 31        // of a member: the block has the buffer
	mostOffset  = offsetFlag - 1 // of any output
)

// perVertex is the members of gl_PerVertex.
type perVertex struct {
	declared bool
	list     []ir.Member
}

func (p *perVertex) reset() { p.declared, p.list = false, p.list[:0] }

// captures reports whether the version has the qualifiers.
func (w *Writer) captures() bool {
	return !w.opts.Version.ES && (w.has(enhancedLayouts) || w.extension(enhancedLayouts) != "")
}

// strides returns the strides of the entry point, if its version has them.
func (w *Writer) strides() ir.FeedbackStrides {
	if !w.captures() {
		return ir.FeedbackStrides{}
	}
	return w.entry.Setup().Feedback
}

// isCaptured reports whether the entry point captures an output.
func (w *Writer) isCaptured(b *ir.Binding) bool {
	strides := w.strides()
	return b.Feedback.Captured && b.Feedback.Buffer < ir.FeedbackBuffers && strides[b.Feedback.Buffer] != 0
}

// isScattered reports whether the parts of an output don't lie one behind the other in a buffer.
func (w *Writer) isScattered(b *ir.Binding) bool {
	s := w.M.StructOf(w.main.Result)
	if s == nil || w.entry.Setup().Feedback == (ir.FeedbackStrides{}) {
		return false
	}
	for i := range s.Members {
		m := &s.Members[i]
		if m.Binding.Link.Name != b.Link.Name || m.Binding.Kind != ir.BindLocation {
			continue
		}
		size, _ := w.M.FeedbackSize(m.Type)
		want := b.Feedback
		if want.Captured {
			want.Offset += size * (uint32(m.Binding.Link.Part) - uint32(b.Link.Part))
		}
		if want != m.Binding.Feedback {
			return true
		}
	}
	return false
}

// A layoutList writes layout qualifiers with numbers.
type layoutList struct {
	w    *Writer
	open bool
}

// word adds a qualifier.
func (l *layoutList) word(key string) {
	if l.open {
		l.w.Out.Comma()
	} else {
		l.w.Out.Str("layout(")
		l.open = true
	}
	l.w.Out.Str(key)
}

// add adds a qualifier with a value.
func (l *layoutList) add(key string, n uint32) {
	o := &l.w.Out
	l.word(key)
	o.Infix("=")
	o.Uint(uint64(n))
}

func (l *layoutList) end() {
	if l.open {
		l.w.Out.Byte(')')
		l.w.Out.Space()
	}
}

// capture adds the place of an output in a buffer.
func (l *layoutList) capture(f *ir.Feedback) {
	if !l.w.isCaptured(&ir.Binding{Feedback: *f}) {
		return
	}
	if f.Offset == bufferAlone || f.Offset <= mostOffset {
		l.add("xfb_buffer", uint32(f.Buffer))
	}
	if f.Offset != bufferAlone {
		l.add("xfb_offset", f.Offset&mostOffset)
	}
}

// captureLayout writes the place of an output as a layout of its own.
func (w *Writer) captureLayout(f *ir.Feedback) {
	list := layoutList{w: w}
	list.capture(f)
	list.end()
}

// memberPlace is the place of a member of a block.
func (w *Writer) memberPlace(b *ir.Binding) *ir.Feedback {
	f := b.Feedback
	if f.Captured {
		f.Offset |= offsetFlag
	}
	return &f
}

// blockBuffer gives a block of outputs the buffer of its members.
func (w *Writer) blockBuffer(b *ir.Binding, s *ir.Struct, output bool) {
	b.Feedback = ir.Feedback{}
	if !output {
		return
	}
	for i := range s.Members {
		m := &s.Members[i].Binding
		if !w.isCaptured(m) {
			continue
		}
		if b.Feedback.Captured && b.Feedback.Buffer != m.Feedback.Buffer {
			w.Unsupported("a block of outputs that are captured in several buffers", s.Members[i].Span)
		}
		b.Feedback = ir.Feedback{Captured: true, Buffer: m.Feedback.Buffer, Offset: bufferAlone}
	}
}

// findBuiltIns collects the built-in outputs that are variables.
func (w *Writer) findBuiltIns() {
	w.block.reset()
	for i := 1; i < len(w.M.Globals); i++ {
		if g := &w.M.Globals[i]; g.Space == ir.SpaceOutput && w.use.globals[i] && g.IO != nil && !w.isArrayed(g) {
			w.addBuiltIn(g.IO, g.Type)
		}
	}
}

// addBuiltIn adds an output to gl_PerVertex, if it is a member of it.
func (w *Writer) addBuiltIn(b *ir.Binding, t ir.TypeID) {
	if b.Kind != ir.BindBuiltIn {
		return
	}
	switch b.BuiltIn {
	case ir.BuiltInPosition, ir.BuiltInPointSize, ir.BuiltInClipDistances, ir.BuiltInCullDistances:
		w.block.list = append(w.block.list, ir.Member{Type: t, Binding: *b})
		w.block.declared = w.block.declared || w.isCaptured(b)
	default:
		if w.isCaptured(b) {
			w.Unsupported("the built-in output "+b.BuiltIn.String()+" captured by transform feedback", w.Span)
		}
	}
}

// perVertexBlock declares gl_PerVertex anew.
func (w *Writer) perVertexBlock() {
	o := &w.Out
	s := ir.Struct{Members: w.block.list}
	var b ir.Binding
	w.blockBuffer(&b, &s, true)
	w.captureLayout(&b.Feedback)
	o.Str("out gl_PerVertex")
	o.Space()
	o.Byte('{')
	o.Indent()
	for i := range s.Members {
		m := &s.Members[i]
		o.Line()
		w.captureLayout(w.memberPlace(&m.Binding))
		w.elementName(m.Type)
		o.Byte(' ')
		o.Str(w.stageBuiltIn(&m.Binding, true))
		w.dimensions(m.Type)
		o.Byte(';')
	}
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}
