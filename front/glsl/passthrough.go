package glsl

// This file reads geometry shaders that pass the input primitive through (GL_NV_geometry_shader_passthrough):
// inputs with the layout qualifier passthrough are copied to the vertices of the output primitive, which the
// shader doesn't emit. Its outputs are those of the whole primitive.

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// passthroughState is the state of such a shader.
type passthroughState struct {
	at      diag.Span              // of a qualifier; zero: the shader passes nothing through
	members map[syntax.Symbol]bool // of gl_in
	inputs  []ir.GlobalID          // with values that are passed
}

const passthrough = "passthrough"

// findPassed looks for the qualifier ahead: whether the shader emits vertices depends on it, and so do
// the members of gl_in.
func (c *checker) findPassed() {
	if c.stage != ir.StageGeometry {
		return
	}
	x := &c.pipe.passed
	for n := syntax.Node(1); int(n) < c.t.Len() && x.at.IsZero(); n++ {
		if c.t.Kind(n) == syntax.KindLayout {
			x.at = c.layoutNamed(n, passthrough)
		}
	}
	if x.at.IsZero() {
		return
	}
	x.members = map[syntax.Symbol]bool{}
	for _, n := range c.t.Items() {
		if c.t.Kind(n) != syntax.KindInterface {
			continue
		}
		v := c.t.Interface(n)
		if c.t.Name(v.Name) != "gl_PerVertex" {
			continue
		}
		whole := c.isPassed(v.Quals)
		for _, m := range v.Members {
			if c.t.Kind(m) != syntax.KindDeclaration {
				continue
			}
			d := c.t.Declaration(m)
			for _, dn := range d.Declarators {
				if whole || c.isPassed(d.Quals) {
					x.members[c.t.Declarator(dn).Name] = true
				}
			}
		}
	}
}

// layoutNamed is the place of a qualifier in a list of layout qualifiers; zero: it isn't there.
func (c *checker) layoutNamed(n syntax.Node, name string) diag.Span {
	for _, id := range c.t.Layout(n) {
		if v := c.t.LayoutID(id); c.t.Name(v.Name) == name {
			return v.NameSpan
		}
	}
	return diag.Span{}
}

// isPassed reports whether qualifiers have that of inputs that are passed through.
func (c *checker) isPassed(list []syntax.Node) bool {
	for _, n := range list {
		if c.t.Kind(n) == syntax.KindLayout && !c.layoutNamed(n, passthrough).IsZero() {
			return true
		}
	}
	return false
}

// passes reports whether a declaration has the qualifier.
func (q *qualifiers) passes() bool { return q.layout.pipeline != nil && q.layout.pipeline.passed }

// checkPassed reports a qualifier at a declaration that isn't an input's.
func (c *checker) checkPassed(q *qualifiers) {
	if q.storage != syntax.QualIn && q.storage != syntax.QualNone || q.space != ir.NoSpace || q.patch {
		c.errorf(codeLayout, q.layout.pipeline.span, "only inputs are passed through")
		q.layout.pipeline.passed = false
	}
}

// notePassed notes that values of an input are passed through.
func (c *checker) notePassed(id ir.GlobalID) { c.pipe.passed.inputs = append(c.pipe.passed.inputs, id) }

// passWhole makes arrays of inputs that are passed through without one: their values have no name.
func (c *checker) passWhole(q *qualifiers, t *gtype) bool {
	if !q.passes() || c.at(t.ty).Kind == ir.TypeArray || t.unsized {
		return false
	}
	n := c.elements(q, false)
	if n == 0 {
		return false
	}
	t.ty = c.m.Types.Array(t.ty, n)
	return true
}

// declareGlIn declares gl_in, which a shader may redeclare for its passed members and not name otherwise.
func (c *checker) declareGlIn() {
	s := symbolOf("gl_in")
	if c.bind[s] == 0 && len(c.pipe.passed.members) > 0 {
		i := int(meaningOf(s).variable) - 1
		c.builtInVariable(i, &variables[i])
	}
}

// emitPassed gives the entry point the operation at its end, and its setup.
func (c *checker) emitPassed() {
	x := &c.pipe.passed
	if x.at.IsZero() || len(x.inputs) == 0 {
		return
	}
	i := len(c.m.EntryPoints) - 1
	g := c.m.EntryPoints[i].Setup().Geometry
	wrong := func(what string) {
		c.errorf(codeLayout, x.at, "a shader that passes primitives through has no %s", what)
	}
	switch {
	case g.Input.Passed() == ir.NoTopology:
		c.errorf(codeLayout, x.at, "a shader that passes primitives through takes points, lines or triangles, not %s", g.Input)
	case g.Output != ir.NoTopology || g.MaxVertices != 0:
		wrong("layout of its output")
	case g.Invocations > 1:
		wrong("invocations")
	case c.pipe.feedback.used != 0:
		wrong("transform feedback")
	}
	for k := 1; k < len(c.m.Globals); k++ {
		if o := &c.m.Globals[k]; o.Space == ir.SpaceOutput && o.IO != nil && o.IO.Stream != 0 {
			c.errorf(codeLayout, o.Span, "an output of a shader that passes primitives through is of stream 0, not %d", o.IO.Stream)
		}
	}
	if c.diags.HasErrors() {
		return
	}
	g.Output, g.MaxVertices = g.Input.Passed(), uint32(g.Input.Vertices())
	setup := c.pipe.setup
	setup.Geometry = g
	c.m.EntryPoints[i].Pipeline = &setup
	b := rewrite.OpenEntryEnd(c.m, i)
	args := make([]ir.ExprID, len(x.inputs))
	for k, id := range x.inputs {
		args[k] = b.Global(id)
	}
	b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: ir.PassPrimitive, Args: args}, x.at))
	b.Close()
}
