package ir

// This file reads the attributes of declarations in the text form: places, decorations and facts of
// stages.

import "slices"

func (p *textParser) memoryWord(word string, d *MemoryDecoration) bool {
	i := slices.Index(memoryWords[:], word)
	if i >= 0 {
		*d |= 1 << i
	}
	return i >= 0
}

func (p *textParser) bindingWord(word string, b *Binding) bool {
	switch word {
	case "builtin":
		b.Kind = BindBuiltIn
		p.inParens(func() { b.BuiltIn = enum[BuiltIn](p, "a built-in value", builtInNames[:]) })
	case "location":
		b.Kind = BindLocation
		p.inParens(func() { b.Location = p.u32() })
	case "invariant":
		b.Invariant = true
	case "depth":
		p.inParens(func() { b.Depth = enum[EarlyDepth](p, "a relation of depths", earlyDepthNames[:]) })
	case "interpolate":
		p.inParens(func() { b.Interpolation = enum[Interpolation](p, "an interpolation", interpolationNames[:]) })
	case "sampling":
		p.inParens(func() { b.Sampling = enum[Sampling](p, "a sampling", samplingNames[:]) })
	case "blend_src":
		b.HasBlendSrc = true
		p.inParens(func() { b.BlendSrc = uint8(p.uint(255)) })
	case "component":
		p.inParens(func() { b.Component = uint8(p.uint(255)) })
	case "per_primitive":
		b.PerPrimitive = true
	case "patch":
		b.Patch = true
	case "viewport_relative":
		b.Relative = true
	case "passthrough":
		b.Passthrough = true
	case "relaxed":
		b.Relaxed = true
	case "stream":
		p.inParens(func() { b.Stream = uint8(p.uint(255)) })
	case "feedback":
		p.inParens(func() {
			b.Feedback.Captured, b.Feedback.Buffer = true, uint8(p.uint(255))
			p.expect(',')
			b.Feedback.Offset = p.u32()
		})
	case "link":
		p.inParens(func() { p.link(&b.Link) })
	case "semantic":
		p.inParens(func() {
			name := p.quoted("a semantic")
			p.expect(',')
			b.Semantic = SemanticOf(name, p.u32())
		})
	default:
		return false
	}
	return true
}

func (p *textParser) register() (r Register) {
	r.Given = true
	p.inParens(func() {
		r.Index = p.u32()
		p.expect(',')
		r.Space = p.u32()
		for p.accept(',') {
			if k := slices.Index(bufferForms[:], p.tok.text); p.tok.kind == tokIdent && k > 0 {
				p.advance()
				r.Form, r.Stride = BufferForm(k), p.u32()
				continue
			}
			if p.acceptWord("heap") {
				r.Heap = true
				continue
			}
			if p.acceptWord("texel") {
				at := p.tok
				n := p.u32()
				if n > 4 {
					p.fail(codeTextSyntax, at, "texels have 4 components at most")
				}
				r.Texel = uint8(n)
				continue
			}
			r.Names = enum[BufferNames](p, "names of a buffer", bufferNames[:])
		}
	})
	return r
}

// quoted reads a string; what is its description in an error.
func (p *textParser) quoted(what string) string {
	if p.tok.kind != tokString {
		p.fail(codeTextSyntax, p.tok, "expected %s in quotes, found %s", what, p.tok)
	}
	return p.advance().text
}

// link reads a name with the part that it is of, and whether the location is open.
func (p *textParser) link(l *Link) {
	l.Name = p.quoted("a name")
	for p.accept(',') {
		switch {
		case p.acceptWord("open"):
			l.Open = true
		default:
			l.Columns = p.acceptWord("column")
			if !l.Columns && !p.acceptWord("element") {
				p.fail(codeTextSyntax, p.tok, "expected element, column or open, found %s", p.tok)
			}
			l.Part = uint8(p.uint(255))
			p.expect(',')
			l.Parts = uint8(p.uint(255))
		}
	}
}

// defaultWords reads the value of a uniform before the host sets it.
func (p *textParser) defaultWords() Words {
	var list []uint32
	p.inParens(func() {
		for ok := true; ok; ok = p.accept(',') {
			list = append(list, p.u32())
		}
	})
	return WordsOf(list)
}

// blockForm reads how hosts see a buffer's members.
func (p *textParser) blockForm() (b BlockForm) {
	p.inParens(func() { b = enum[BlockForm](p, "a form of blocks", blockFormNames[:]) })
	return b
}

// stageWord reads a word about the place of an input or output; it reports whether word is one.
func (p *textParser) stageWord(word string, g *Global) bool {
	if g.Space != SpaceInput && g.Space != SpaceOutput {
		return false
	}
	var b Binding
	if g.IO != nil {
		b = *g.IO
	}
	if !p.bindingWord(word, &b) {
		return false
	}
	g.IO = &b
	return true
}

// pipelineWord reads a part of the setup of a stage.
func (p *textParser) pipelineWord(word string, x *Pipeline) bool {
	g, t, m := &x.Geometry, &x.Tessellation, &x.Mesh
	topology := func() Topology { return enum[Topology](p, "a topology", topologyNames[:]) }
	switch word {
	case "geometry":
		p.inParens(func() {
			g.Input = topology()
			p.expect(',')
			g.Output = topology()
			p.expect(',')
			g.MaxVertices = p.u32()
			p.expect(',')
			g.Invocations = p.u32()
		})
	case "vertices":
		p.inParens(func() { t.Vertices = p.u32() })
	case "domain":
		p.inParens(func() { t.Domain = enum[TessDomain](p, "a domain", tessDomainNames[:]) })
	case "spacing":
		p.inParens(func() { t.Spacing = enum[TessSpacing](p, "a spacing", tessSpacingNames[:]) })
	case "order":
		p.inParens(func() { t.Order = enum[TessOrder](p, "an order", tessOrderNames[:]) })
	case "points":
		t.Points = true
	case "mesh":
		p.inParens(func() {
			m.Output = topology()
			p.expect(',')
			m.MaxVertices = p.u32()
			p.expect(',')
			m.MaxPrimitives = p.u32()
		})
	case "feedback":
		p.inParens(func() {
			for i := range x.Feedback {
				if i > 0 {
					p.expect(',')
				}
				x.Feedback[i] = p.u32()
			}
		})
	default:
		return false
	}
	return true
}
