package glsl

// This file reads transform feedback: the layout qualifiers xfb_buffer, xfb_stride and xfb_offset
// (GLSL, section "Output Layout Qualifiers"). A shader with any of them captures the outputs that
// have offsets. A buffer whose stride isn't given ends vertices behind the last output.

import (
	"cmp"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// feedbackLayout has the layout qualifiers of transform feedback; -1: not given.
type feedbackLayout struct {
	buffer, stride, offset int64
	span                   diag.Span
}

// feedbackState is the transform feedback of the stage.
type feedbackState struct {
	buffer   int64  // of outputs that give none
	used     uint32 // buffers with a stride or outputs, a bit each
	strides  ir.FeedbackStrides
	ends     ir.FeedbackStrides // bytes up to the end of the last output
	wide     uint32             // buffers with doubles, a bit each
	builtIns map[ir.BuiltIn]ir.Feedback
}

// feedbackLayoutID reads a layout qualifier of transform feedback.
func (c *checker) feedbackLayoutID(name string, span diag.Span, l *layoutInfo, number func(*int64)) {
	a := since(440, never, exts{extEnhancedLayouts})
	if !c.needs(span, name, &a) {
		return
	}
	switch c.stage {
	case ir.StageVertex, ir.StageTessellationControl, ir.StageTessellationEvaluation, ir.StageGeometry:
	default:
		c.errorf(codeStage, span, "a %s shader captures no outputs by transform feedback", c.stage)
		return
	}
	if l.feedback == nil {
		l.feedback = &feedbackLayout{buffer: -1, stride: -1, offset: -1, span: span}
	}
	switch name {
	case "xfb_buffer":
		if number(&l.feedback.buffer); l.feedback.buffer >= ir.FeedbackBuffers {
			c.errorf(codeLayout, span, "xfb_buffer is at most %d, not %d", ir.FeedbackBuffers-1, l.feedback.buffer)
			l.feedback.buffer = 0
		}
	case "xfb_stride":
		if number(&l.feedback.stride); l.feedback.stride == 0 || l.feedback.stride%4 != 0 && l.feedback.stride > 0 {
			c.errorf(codeLayout, span, "xfb_stride must be a multiple of 4, not %d", l.feedback.stride)
			l.feedback.stride = -1
		}
	case "xfb_offset":
		number(&l.feedback.offset)
	}
}

// feedbackDefaults takes over qualifiers of out itself.
func (c *checker) feedbackDefaults(l *layoutInfo) {
	f := l.feedback
	if f == nil {
		return
	}
	if f.offset >= 0 {
		c.errorf(codeLayout, f.span, "xfb_offset is of an output or a block")
	}
	if f.buffer >= 0 {
		c.pipe.feedback.buffer = f.buffer
	}
	c.feedbackBuffer(f)
}

// feedbackBuffer returns the buffer of an output with these qualifiers, and notes its stride.
func (c *checker) feedbackBuffer(f *feedbackLayout) uint8 {
	x := &c.pipe.feedback
	if f == nil {
		return uint8(x.buffer)
	}
	n := f.buffer
	if n < 0 {
		n = x.buffer
	}
	if f.stride >= 0 {
		if old := x.strides[n]; old != 0 && int64(old) != f.stride {
			c.errorf(codeLayout, f.span, "the stride of buffer %d is %d and %d", n, old, f.stride)
		}
		x.strides[n] = uint32(f.stride)
		x.used |= 1 << n
	}
	return uint8(n)
}

// captured notes an output of a type at an offset, and returns its place and its end.
func (c *checker) captured(buffer uint8, offset int64, t ir.TypeID, span diag.Span) (at ir.Feedback, end int64) {
	size, align := c.m.FeedbackSize(t)
	if offset%int64(align) != 0 {
		c.errorf(codeLayout, span, "xfb_offset must be a multiple of %d, not %d", align, offset)
		return ir.Feedback{}, offset
	}
	x := &c.pipe.feedback
	x.used |= 1 << buffer
	if align == 8 {
		x.wide |= 1 << buffer
	}
	end = offset + int64(size)
	x.ends[buffer] = max(x.ends[buffer], uint32(min(end, 1<<31)))
	return ir.Feedback{Captured: true, Buffer: buffer, Offset: uint32(offset)}, end
}

// captureVariable finds the place of an output that is no block.
func (c *checker) captureVariable(q *qualifiers, t gtype) {
	f := q.layout.feedback
	if f == nil {
		return
	}
	buffer := c.feedbackBuffer(f)
	switch {
	case f.offset < 0 || t.ty == 0:
	case t.unsized:
		c.errorf(codeLayout, f.span, "an output that is captured has a size")
	default:
		q.capture, _ = c.captured(buffer, f.offset, t.ty, f.span)
	}
}

// captureBlock finds the places of the members of a block. A block with an offset is captured whole.
func (c *checker) captureBlock(v *syntax.Interface, q *qualifiers, members []memberInfo) {
	f := q.layout.feedback
	buffer := c.feedbackBuffer(f)
	whole, any := f != nil && f.offset >= 0, false
	next := int64(-1)
	if whole {
		next = f.offset
	}
	for i := range members {
		m := &members[i]
		own := m.q.layout.feedback
		if own != nil {
			if own.buffer >= 0 && own.buffer != int64(buffer) {
				c.errorf(codeLayout, own.span, "the members of this block are captured in buffer %d, not %d", buffer, own.buffer)
			}
			if own.buffer = int64(buffer); own.stride >= 0 {
				c.feedbackBuffer(own)
			}
			if own.offset >= 0 {
				m.q.capture, next = c.captureMember(buffer, own.offset, own.span, m, next)
				any = true
				continue
			}
		}
		if whole {
			_, align := c.m.FeedbackSize(m.Type)
			next = (next + int64(align) - 1) / int64(align) * int64(align)
			m.q.capture, next = c.captureMember(buffer, next, f.span, m, next)
			any = true
		}
	}
	if any && len(v.Dims) > 0 {
		c.unsupported(v.NameSpan, "transform feedback of an array of blocks")
	}
}

// captureMember finds the place of a member, and returns the offset behind it.
func (c *checker) captureMember(buffer uint8, offset int64, span diag.Span, m *memberInfo, next int64) (ir.Feedback, int64) {
	if m.unsized {
		c.errorf(codeLayout, span, "an output that is captured has a size")
		return ir.Feedback{}, next
	}
	at, end := c.captured(buffer, offset, m.Type, span)
	return at, end
}

// captureBuiltIns finds the places of the members of gl_PerVertex.
func (c *checker) captureBuiltIns(v *syntax.Interface, q *qualifiers) {
	if q.storage != syntax.QualOut {
		return
	}
	var members []memberInfo
	var list []ir.BuiltIn
	for _, n := range v.Members {
		if c.t.Kind(n) != syntax.KindDeclaration {
			continue
		}
		d := c.t.Declaration(n)
		var own qualifiers
		c.qualifiers(d.Quals, &own)
		for _, dn := range d.Declarators {
			m := c.t.Declarator(dn)
			b := meaningOf(m.Name)
			if b == nil || b.variable == 0 {
				continue
			}
			row := &variables[b.variable-1]
			t := row.ty
			if len(m.Dims) > 0 {
				t = c.m.Types.Array(ir.TypeF32, cmp.Or(c.perVertexSize(m.Name), 1))
			}
			members = append(members, memberInfo{Member: ir.Member{Type: t}, q: own})
			list = append(list, row.in)
		}
	}
	plain := *v
	plain.Dims = nil
	c.captureBlock(&plain, q, members)
	for i := range members {
		if members[i].q.capture.Captured {
			c.captureBuiltIn(list[i], members[i].q.capture)
		}
	}
}

// captureBuiltIn notes the place of a built-in output.
func (c *checker) captureBuiltIn(b ir.BuiltIn, at ir.Feedback) {
	if c.pipe.feedback.builtIns == nil {
		c.pipe.feedback.builtIns = map[ir.BuiltIn]ir.Feedback{}
	}
	c.pipe.feedback.builtIns[b] = at
}

// A leafCapture counts the bytes of the parts of an output.
type leafCapture struct {
	c  *checker
	x  *ioVar
	of *memberInfo
	at uint32
}

// next is the place of a part, in the order of the parts.
func (p *leafCapture) next(l *ioLeaf) ir.Feedback {
	f := p.x.capture
	if l.m != nil {
		f = l.m.q.capture
	}
	if l.m != p.of {
		p.of, p.at = l.m, 0
	}
	size, align := p.c.m.FeedbackSize(l.ty)
	at := (p.at + align - 1) / align * align
	p.at = at + size
	return f.Behind(at)
}

// placeFeedback sets the places of built-in outputs that are variables, and the strides.
func (c *checker) placeFeedback() {
	x := &c.pipe.feedback
	if x.used == 0 || c.stage == ir.StageTessellationControl {
		return
	}
	for i := range c.m.Globals {
		g := &c.m.Globals[i]
		if g.Space != ir.SpaceOutput {
			continue
		}
		if g.IO != nil && g.IO.Kind == ir.BindBuiltIn {
			g.IO.Feedback = x.builtIns[g.IO.BuiltIn]
		} else if s := c.m.StructOf(g.Type); s != nil {
			for k := range s.Members {
				if b := &s.Members[k].Binding; b.Kind == ir.BindBuiltIn {
					b.Feedback = x.builtIns[b.BuiltIn]
				}
			}
		}
	}
	for k := range x.strides {
		stride := x.strides[k]
		if unit := 4 + 4*(x.wide>>k&1); stride == 0 {
			stride = (x.ends[k] + unit - 1) / unit * unit
		}
		c.pipe.setup.Feedback[k] = stride
	}
}
