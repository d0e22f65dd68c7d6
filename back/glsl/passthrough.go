package glsl

// This file writes geometry shaders that pass primitives through, with the layout qualifier passthrough of
// inputs (GL_NV_geometry_shader_passthrough).

import (
	"slices"

	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
)

// passesPrimitives reports whether the module's geometry shaders keep the form in which they pass
// primitives through.
func (w *Writer) passesPrimitives(m *ir.Module) bool {
	return w.opts.GeometryPassthrough && w.available(passthroughs) && transform.ArePassthrough(m)
}

// isPass reports whether a line emits the input primitive, as the qualifiers of inputs have it.
func (w *Writer) isPass(l *text.Line) bool {
	return l.Kind == text.LineEffect && w.F.StmtKind(l.Stmt) == ir.StmtPipeline && w.F.Pipeline(l.Stmt).Op == ir.PassPrimitive
}

// passesAll reports whether all members of a block are passed through.
func passesAll(s *ir.Struct) bool {
	return len(s.Members) > 0 && !slices.ContainsFunc(s.Members, func(m ir.Member) bool { return !m.Binding.Passthrough })
}

// passed writes the qualifier of a member, unless its block has it.
func (w *Writer) passed(b *ir.Binding, whole bool) {
	if b.Passthrough && !whole {
		list := layoutList{w: w}
		list.passed()
		list.end()
	}
}

// passed adds the qualifier.
func (l *layoutList) passed() {
	l.w.require(passthroughs, l.w.Span)
	l.word("passthrough")
}
