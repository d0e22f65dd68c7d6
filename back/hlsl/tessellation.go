package hlsl

// This file writes tessellation stages: a control shader is a hull shader, whose main function
// returns one control point, and its patch-constant function, which runs behind all of them. Both run
// the function of the entry point: the first keeps the outputs of its control point, the second
// goes through all control points, has the outputs of each, and keeps those of the patch.

import (
	"refract/internal/back/direct3d"
	"refract/internal/back/text"
	"refract/ir"
)

// domains are Direct3D's words for domains, and how many levels each has.
var domains = [...]struct {
	name         string
	outer, inner int
}{ir.TessTriangles: {"tri", 3, 1}, ir.TessQuads: {"quad", 4, 2}, ir.TessIsolines: {"isoline", 2, 0}}

// tessellationDecls declares the structs of a tessellation stage.
func (w *Writer) tessellationDecls(s *stageEntry) {
	control := s.entry.Stage == ir.StageTessellationControl
	s.setup = w.tessellation(s)
	if s.setup.Domain == ir.NoTessDomain {
		w.UnsupportedUnless("the domain may be given (--set hlsl.domain=quads)", "a tessellation control shader without the domain, which its evaluation shader has", s.entry.Span)
		return
	}
	if s.patchVertices = w.opts.PatchVertices; s.patchVertices == 0 {
		s.patchVertices = s.setup.Vertices
	}
	if !control && s.setup.Vertices != 0 {
		s.patchVertices = s.setup.Vertices
	}
	if s.patchVertices == 0 {
		w.UnsupportedUnless("it may be given (--set hlsl.patch_vertices=4)", "a tessellation evaluation shader without the number of its control points, which its control shader has", s.entry.Span)
		return
	}
	for _, id := range s.globals {
		if b := w.M.Globals[id].IO; b != nil && b.Kind == ir.BindBuiltIn {
			switch b.BuiltIn {
			case ir.BuiltInTessLevelOuter:
				s.levels = id
			case ir.BuiltInTessLevelInner:
				s.inner = id
			}
		}
	}
	s.in = withPosition(w.signature(s, false, ofVertex, 0))
	s.input = w.structName(s, "_input")
	w.signatureStruct(s.input, s.in, nil)
	s.out = w.signature(s, true, ofVertex, 0)
	if control || len(s.out) == 0 {
		s.out = withPosition(s.out)
	}
	s.output = w.structName(s, "_output")
	w.signatureStruct(s.output, s.out, nil)
	if control {
		s.constants = w.Out.ModuleName(s.entry.Name+"_constants", "constants", false)
	}
	s.patch = w.signature(s, control, ofPatch, 0)
	s.patchStruct = w.structName(s, "_patch")
	w.signatureStruct(s.patchStruct, s.patch, func() {
		d := &domains[s.setup.Domain]
		o := &w.Out
		o.Line()
		o.Str("float outer[")
		o.Uint(uint64(d.outer))
		o.Str("] : SV_TessFactor;")
		switch d.inner {
		case 1:
			o.Line()
			o.Str("float inner : SV_InsideTessFactor;")
		case 2:
			o.Line()
			o.Str("float inner[2] : SV_InsideTessFactor;")
		}
	})
}

// tessellation is the setup of both stages: that of the module, or else of the options.
func (w *Writer) tessellation(s *stageEntry) ir.Tessellation {
	x := direct3d.Tessellation(w.M, s.entry)
	if x.Domain == ir.NoTessDomain {
		x.Domain, x.Spacing, x.Order = ir.TessDomain(w.opts.Domain), ir.TessSpacing(w.opts.Spacing), ir.TessOrder(w.opts.Order)
		x.Points = x.Points || w.opts.TessellatedPoints
	}
	return x
}

// patchParameter declares a parameter that is a patch.
func (w *Writer) patchParameter(words string, t text.Name, n uint32, want string) text.Name {
	o := &w.Out
	p := o.LocalName(want, "")
	o.Str(words)
	o.Name(t)
	o.Comma()
	o.Uint(uint64(n))
	o.Str("> ")
	o.Declare(p)
	o.Bind(p)
	return p
}

// receivePatch copies the control points of a patch to variables.
func (w *Writer) receivePatch(s *stageEntry, list []element, n uint32, from text.Name) {
	for i := range list {
		for _, p := range list[i].parts {
			if t := w.M.Types.At(w.M.Globals[p.global].Type); t.Kind == ir.TypeArray {
				n = min(n, t.Length)
			}
		}
	}
	for i := range list {
		if len(list[i].parts) > 0 {
			w.each(uint64(n), func(i text.Name) {
				w.receive(s, list, func() { w.Out.Name(from); w.Out.Byte('['); w.Out.Name(i); w.Out.Byte(']') }, w.named(i))
			})
			return
		}
	}
}

// controlEntry writes the functions of a hull shader.
func (w *Writer) controlEntry(s *stageEntry, name text.Name) {
	o := &w.Out
	if s.patchStruct == 0 {
		return // refused
	}
	vertices := s.setup.Vertices
	constants := s.constants
	w.openEntry(constants, w.named(s.patchStruct))
	in := w.patchParameter("InputPatch<", s.input, s.patchVertices, "patch")
	o.Comma()
	points := w.patchParameter("const OutputPatch<", s.output, vertices, "points")
	names := w.inputs(s, true, ir.BuiltInInvocationID)
	w.openBody()
	w.receivePatch(s, s.in, s.patchVertices, in)
	w.receivePatch(s, s.out, vertices, points)
	w.each(uint64(vertices), func(i text.Name) {
		f := w.M.Func(s.entry.Function)
		for k := range f.Args {
			if f.Args[k].Binding.BuiltIn == ir.BuiltInInvocationID {
				names[k] = i
			}
		}
		w.resetPrivate(s)
		w.callBody(s, names)
	})
	result := w.localOf(s.patchStruct, "result")
	w.send(s, s.patch, w.named(result), nil)
	d := &domains[s.setup.Domain]
	level := func(member string, global ir.GlobalID, i int, indexed bool) {
		o.Line()
		o.Name(result)
		o.Byte('.')
		o.Str(member)
		if indexed {
			o.Byte('[')
			o.Uint(uint64(i))
			o.Byte(']')
		}
		o.Infix("=")
		if global == 0 {
			o.Str("1.0;") // undefined
			return
		}
		o.Name(w.Globals[global])
		o.Byte('[')
		o.Uint(uint64(i))
		o.Str("];")
	}
	for i := range d.outer {
		level("outer", s.levels, i, true)
	}
	for i := range d.inner {
		level("inner", s.inner, i, d.inner > 1)
	}
	w.returns(result)
	w.closeBody()

	o.Blank()
	order := s.setup.Order == ir.TessClockwise
	topology := "triangle_ccw"
	switch {
	case s.setup.Points:
		topology = "point"
	case s.setup.Domain == ir.TessIsolines:
		topology = "line"
	case order:
		topology = "triangle_cw"
	}
	attribute := func(name, value string) {
		o.Str("[" + name + `("` + value + `")]`)
		o.Line()
	}
	attribute("domain", d.name)
	attribute("partitioning", [...]string{"integer", "integer", "fractional_even", "fractional_odd"}[s.setup.Spacing])
	attribute("outputtopology", topology)
	o.Str("[outputcontrolpoints(")
	o.Uint(uint64(vertices))
	o.Str(")]")
	o.Line()
	o.Str(`[patchconstantfunc("`)
	o.Name(constants)
	o.Str(`")]`)
	o.Line()
	w.openEntry(name, w.named(s.output))
	in = w.patchParameter("InputPatch<", s.input, s.patchVertices, "patch")
	names = w.inputs(s, true, 0)
	f := w.M.Func(s.entry.Function)
	id := text.Name(0)
	for k := range f.Args {
		if f.Args[k].Binding.BuiltIn == ir.BuiltInInvocationID {
			id = names[k]
		}
	}
	if id == 0 {
		o.Comma()
		id = o.LocalName("id", "")
		o.Str("uint ")
		o.Declare(id)
		o.Bind(id)
		o.Str(" : SV_OutputControlPointID")
	}
	w.openBody()
	w.receivePatch(s, s.in, s.patchVertices, in)
	w.callBody(s, names)
	result = w.localOf(s.output, "result")
	w.send(s, s.out, w.named(result), w.named(id))
	w.returns(result)
	w.closeBody()
}

// resetPrivate gives private variables their initial values, ahead of another invocation.
func (w *Writer) resetPrivate(s *stageEntry) {
	o := &w.Out
	for _, id := range s.globals {
		g := &w.M.Globals[id]
		if g.Space != ir.SpacePrivate || g.Init != 0 && !w.written[id] {
			continue
		}
		if g.Init != 0 && !g.Type.IsElementary() && w.M.Consts.Kind(ir.ExprID(g.Init)) != ir.KindZeroValue {
			w.Unsupported("a private variable that begins as "+w.M.TypeName(g.Type)+" in a tessellation control shader", g.Span)
		}
		o.Line()
		o.Name(w.Globals[id])
		o.Infix("=")
		if g.Init != 0 {
			w.moduleValue(g.Init)
		} else {
			w.zero(g.Type)
		}
		o.Byte(';')
	}
}

// evaluationEntry writes a domain shader.
func (w *Writer) evaluationEntry(s *stageEntry, name text.Name) {
	o := &w.Out
	if s.patchStruct == 0 {
		return // refused
	}
	d := &domains[s.setup.Domain]
	o.Str(`[domain("` + d.name + `")]`)
	o.Line()
	w.openEntry(name, w.named(s.output))
	o.Name(s.patchStruct)
	o.Byte(' ')
	constants := o.LocalName("constants", "")
	o.Declare(constants)
	o.Bind(constants)
	o.Comma()
	points := w.patchParameter("const OutputPatch<", s.input, s.patchVertices, "points")
	names := w.inputs(s, true, 0)
	w.openBody()
	w.receivePatch(s, s.in, s.patchVertices, points)
	w.receive(s, s.patch, w.named(constants), nil)
	level := func(member string, global ir.GlobalID, i int, indexed bool) {
		if global == 0 {
			return
		}
		o.Line()
		o.Name(w.Globals[global])
		o.Byte('[')
		o.Uint(uint64(i))
		o.Byte(']')
		o.Infix("=")
		o.Name(constants)
		o.Byte('.')
		o.Str(member)
		if indexed {
			o.Byte('[')
			o.Uint(uint64(i))
			o.Byte(']')
		}
		o.Byte(';')
	}
	for i := range d.outer {
		level("outer", s.levels, i, true)
	}
	for i := range d.inner {
		level("inner", s.inner, i, d.inner > 1)
	}
	w.callBody(s, names)
	result := w.localOf(s.output, "result")
	w.send(s, s.out, w.named(result), nil)
	w.returns(result)
	w.closeBody()
}
