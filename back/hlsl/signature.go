package hlsl

// This file makes the structs that pass between stages whose inputs and outputs are variables of
// the module. A scalar or vector at a location is a member, in the order that vertex and fragment
// stages have: the position, locations in ascending order, other built-in values. Matrices, arrays
// and structs have a member for each location that they take; variables that share a location are
// parts of one vector of four.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"refract/diag"
	"refract/internal/back/text"
	"refract/ir"
)

// An ioClass is the rate at which an input or output has values.
type ioClass uint8

const (
	ofVertex ioClass = iota
	ofPatch
	ofPrimitive // of a mesh
	ofIndices   // of a mesh's primitives
)

// classOf is the rate of an input or output of a stage.
func classOf(stage ir.Stage, output bool, b *ir.Binding) ioClass {
	if b.Patch {
		return ofPatch
	}
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInTessLevelOuter, ir.BuiltInTessLevelInner:
			return ofPatch
		case ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices:
			return ofIndices
		case ir.BuiltInPosition, ir.BuiltInPointSize, ir.BuiltInClipDistances, ir.BuiltInCullDistances:
			return ofVertex
		}
	}
	if stage == ir.StageMesh && output && (b.PerPrimitive || b.Kind == ir.BindBuiltIn) {
		return ofPrimitive
	}
	return ofVertex
}

// A part is a scalar or vector of a variable, in a signature.
type part struct {
	global  ir.GlobalID
	arrayed bool
	path    string // behind the variable and its index
	swizzle string // of the member of the signature; "": all of it
}

// An element is a member of a signature.
type element struct {
	binding ir.Binding
	name    string
	scalar  ir.Scalar
	width   int
	index   int // of clip distances: the vectors before
	parts   []part
	rank    uint64
}

// signature lists what passes at a rate, and in a stream, in order.
func (w *Writer) signature(s *stageEntry, output bool, class ioClass, stream uint8) []element {
	c := collector{w: w, stage: s.entry.Stage, output: output, class: class, stream: stream}
	space := ir.SpaceInput
	if output {
		space = ir.SpaceOutput
	}
	for _, id := range s.globals {
		g := &w.M.Globals[id]
		if g.Space != space {
			continue
		}
		w.Span = g.Span
		c.global, c.block = id, ir.Binding{}
		if g.IO != nil {
			c.block = *g.IO
		}
		c.variable(g)
	}
	for _, e := range w.declared {
		if e.output == output && e.class == class && e.stream == stream && !slices.ContainsFunc(c.list, func(x element) bool {
			return x.binding.Kind == ir.BindLocation && x.binding.Location == e.binding.Location
		}) {
			at := len(c.list)
			if inSourceOrder(c.list) { // locations are in the order of the source
				if k := slices.IndexFunc(c.list, func(x element) bool {
					return x.binding.Kind == ir.BindLocation && x.binding.Location > e.binding.Location
				}); k >= 0 {
					at = k
				}
			}
			c.list = slices.Insert(c.list, at, e.element)
		}
	}
	if !inSourceOrder(c.list) {
		slices.SortStableFunc(c.list, func(a, b element) int { return cmp.Compare(a.rank, b.rank) })
	}
	return c.merged()
}

// A declaredElement is an element at a location, which may have no use.
type declaredElement struct {
	element
	output bool
	class  ioClass
	stream uint8
}

// findDeclared lists what a module of one shader declares at locations. Stages are linked by register,
// so a value that isn't used takes its place.
func (w *Writer) findDeclared(m *ir.Module) {
	w.declared = w.declared[:0]
	if len(m.EntryPoints) != 1 || !m.EntryPoints[0].Stage.Info().HasPositions || !m.EntryPoints[0].Stage.Info().Variables {
		return
	}
	w.M = m
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput {
			continue
		}
		for class := ofVertex; class <= ofPrimitive; class++ {
			for stream := range uint8(4) {
				c := collector{w: w, unnamed: true, stage: m.EntryPoints[0].Stage, output: g.Space == ir.SpaceOutput, class: class, stream: stream}
				if g.IO != nil {
					c.block = *g.IO
				}
				if stream > 0 && c.stage != ir.StageGeometry {
					break
				}
				c.variable(g)
				for _, e := range c.list {
					if e.binding.Kind == ir.BindLocation {
						e.parts = nil
						if w.opts.Semantic != "" {
							e.binding.Semantic = ir.Semantic{}
						}
						w.declared = append(w.declared, declaredElement{e, c.output, class, stream})
					}
				}
			}
		}
	}
}

// A collector lists the elements of a signature.
type collector struct {
	unnamed bool // paths have no names of members

	w      *Writer
	stage  ir.Stage
	output bool
	class  ioClass
	stream uint8
	list   []element

	global  ir.GlobalID
	block   ir.Binding // of the variable
	arrayed bool
}

// stageSpan is the place of the first entry point of the stage: built-in values may have none of their own.
func (c *collector) stageSpan() diag.Span {
	for i := range c.w.M.EntryPoints {
		if e := &c.w.M.EntryPoints[i]; e.Stage == c.stage {
			return e.Span
		}
	}
	return diag.Span{}
}

func (c *collector) variable(g *ir.Global) {
	m := c.w.M
	inner := func() ir.TypeID {
		if t := m.Types.At(g.Type); c.arrayed && t.Kind == ir.TypeArray {
			return t.Base
		}
		return g.Type
	}
	if c.block.Kind != ir.NoBinding {
		class := classOf(c.stage, c.output, &c.block)
		c.arrayed = c.stage.Arrayed(c.output, class != ofVertex)
		if class == c.class && (!c.output || c.block.Stream == c.stream || c.stage != ir.StageGeometry) {
			c.leaf(inner(), c.block, "")
		}
		return
	}
	c.arrayed = c.stage.Arrayed(c.output, classOf(c.stage, c.output, &ir.Binding{Kind: ir.BindLocation, Patch: c.block.Patch, PerPrimitive: c.block.PerPrimitive}) != ofVertex)
	t := inner()
	st := m.StructOf(t)
	if st == nil {
		return
	}
	for i := range st.Members {
		b := st.Members[i].Binding
		b.Patch = b.Patch || c.block.Patch
		b.PerPrimitive = b.PerPrimitive || c.block.PerPrimitive
		b.Stream = max(b.Stream, c.block.Stream)
		if b.Component != 0 {
			c.w.Unsupported("components of a location in a block", g.Span)
		}
		if classOf(c.stage, c.output, &b) == c.class && (c.stage != ir.StageGeometry || !c.output || b.Stream == c.stream) {
			c.leaf(st.Members[i].Type, b, c.member(m.Types.At(t).Struct, i))
		}
	}
}

func (c *collector) member(id ir.StructID, i int) string {
	if c.unnamed {
		return ""
	}
	return "." + c.w.MemberName(id, i)
}

// leaf adds the parts of a value with a place.
func (c *collector) leaf(t ir.TypeID, b ir.Binding, path string) {
	w, m := c.w, c.w.M
	ty := m.Types.At(t)
	if b.Kind == ir.BindBuiltIn {
		c.builtIn(ty, b, path)
		return
	}
	switch ty.Kind {
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			mem := &m.Structs[ty.Struct].Members[i]
			c.leaf(mem.Type, b, path+c.member(ty.Struct, i))
			b = b.Behind(m.Locations(mem.Type))
		}
	case ir.TypeArray:
		for i := range ty.Length {
			c.leaf(ty.Base, b, path+"["+strconv.Itoa(int(i))+"]")
			b = b.Behind(m.Locations(ty.Base))
		}
	case ir.TypeMatrix:
		for i := range uint32(ty.Columns) {
			c.leaf(ir.VectorOf(ty.Scalar, int(ty.Rows)), b, path+"["+strconv.Itoa(int(i))+"]")
			b = b.Behind(1)
		}
	default:
		if ty.Scalar == ir.Bool || ty.Scalar.Bits() == 64 {
			w.Unsupported("a "+ty.Scalar.String()+" at a location", w.Span)
		}
		if ty.Scalar.IsInteger() {
			b.Interpolation = ir.InterpolateFlat
		}
		c.add(b, "location"+strconv.Itoa(int(b.Location)), ty.Scalar, max(1, int(ty.Rows)), part{path: path})
	}
}

// builtInMembers are the names of built-in values in signatures.
var builtInMembers = [ir.BuiltInCount]string{ir.BuiltInPosition: "position", ir.BuiltInPointSize: "point_size", ir.BuiltInClipDistances: "clip",
	ir.BuiltInCullDistances: "cull", ir.BuiltInLayer: "layer", ir.BuiltInViewportIndex: "viewport", ir.BuiltInPrimitiveIndex: "primitive_id",
	ir.BuiltInCullPrimitive: "culled", ir.BuiltInPrimitiveShadingRate: "shading_rate"}

// builtIn adds the parts of a built-in value; tessellation levels and indices have no place in
// signatures.
func (c *collector) builtIn(ty *ir.Type, b ir.Binding, path string) {
	name := builtInMembers[b.BuiltIn]
	switch b.BuiltIn {
	case ir.BuiltInTessLevelOuter, ir.BuiltInTessLevelInner, ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices:
		return
	case ir.BuiltInClipDistances, ir.BuiltInCullDistances:
		n := int(ty.Length)
		for at := 0; at < n; at += 4 {
			width := min(4, n-at)
			for i := range width {
				p := part{path: path + "[" + strconv.Itoa(at+i) + "]"}
				if width > 1 {
					p.swizzle = "xyzw"[i : i+1]
				}
				if i == 0 {
					c.add(b, name+strconv.Itoa(at/4), ir.F32, width, p)
					last := &c.list[len(c.list)-1]
					last.index = at / 4
					continue
				}
				c.more(p)
			}
		}
		return
	}
	if name == "" {
		c.w.Unsupported("the built-in value "+b.BuiltIn.String(), cmp.Or(c.w.Span, c.stageSpan()))
		return
	}
	scalar, width := ty.Scalar, max(1, int(ty.Rows))
	if scalar == ir.I32 {
		scalar = ir.U32
	}
	c.add(b, name, scalar, width, part{path: path})
}

func (c *collector) add(b ir.Binding, name string, s ir.Scalar, width int, p part) {
	c.list = append(c.list, element{binding: b, name: name, scalar: s, width: width, rank: signatureRank(&b)})
	c.more(p)
}

// more adds a part to the last element.
func (c *collector) more(p part) {
	p.global, p.arrayed = c.global, c.arrayed
	last := &c.list[len(c.list)-1]
	last.parts = append(last.parts, p)
}

// signatureRank orders elements, as transform.ArrangeInterfaces does those of vertex and fragment
// stages.
func signatureRank(b *ir.Binding) uint64 {
	switch {
	case b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPosition:
		return 0
	case b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInCullPrimitive:
		return 1 << 62
	case b.PerPrimitive && b.Kind == ir.BindLocation:
		return 1<<40 + uint64(ir.BuiltInFragDepth)<<34 + uint64(b.Location)<<2 + uint64(b.Component)
	case b.Kind == ir.BindLocation:
		return 1 + uint64(b.Location)<<2 + uint64(b.Component)
	}
	return 1<<40 + uint64(b.BuiltIn)<<34
}

// merged makes one vector of four of the elements that share a location.
func (c *collector) merged() []element {
	list := c.list[:0:0]
	for _, e := range c.list {
		if e.binding.Kind == ir.BindLocation && len(list) > 0 {
			last := &list[len(list)-1]
			if last.binding.Kind == ir.BindLocation && last.binding.Location == e.binding.Location {
				if last.scalar != e.scalar || last.binding.Interpolation != e.binding.Interpolation {
					c.w.Unsupported(fmt.Sprintf("values of several types at location %d", e.binding.Location), c.w.Span)
				}
				last.spread()
				e.spread()
				last.parts = append(last.parts, e.parts...)
				continue
			}
		}
		// A part of a vertex could share the register of a narrow value per primitive.
		if e.binding.Kind == ir.BindLocation && (e.binding.Component != 0 || e.binding.PerPrimitive) {
			e.spread()
		}
		list = append(list, e)
	}
	return list
}

// spread makes an element a vector of four.
func (e *element) spread() {
	if len(e.parts) > 0 && e.parts[0].swizzle == "" {
		at := int(e.binding.Component)
		e.parts[0].swizzle = "xyzw"[at:min(4, at+e.width)]
	}
	e.width = 4
}

// maxComponents is how many scalars a signature holds: 32 registers
// (D3D12_VS_OUTPUT_REGISTER_COUNT and the others).
const maxComponents = 32 * 4

// components is how many scalars a signature has.
func components(list []element) (n int) {
	for i := range list {
		n += list[i].width
	}
	return n
}

// signatureStruct declares the struct of a signature; extra writes more members.
func (w *Writer) signatureStruct(name text.Name, list []element, extra func()) {
	o := &w.Out
	if n := components(list); n > maxComponents {
		w.Unsupported(fmt.Sprintf("inputs or outputs of %d numbers: the most are %d", n, maxComponents), w.Span)
	}
	o.Blank()
	o.Str("struct ")
	o.Declare(name)
	o.Space()
	o.Byte('{')
	o.Indent()
	for i := range list {
		e := &list[i]
		o.Line()
		b := e.binding
		w.modifiers(&b, true)
		o.Str(vectorNames[e.scalar][e.width])
		o.Byte(' ')
		o.Str(e.name)
		o.Member(e.name)
		b.Component = 0
		w.checkScalar(e.scalar)
		if b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInCullPrimitive {
			o.Infix(":")
			o.Str("SV_CullPrimitive")
		} else {
			w.semantic(&b, e.index, false, w.Span)
		}
		o.Byte(';')
	}
	if extra != nil {
		extra()
	}
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

// inSourceOrder reports whether elements have semantics, by whose order they have registers.
func inSourceOrder(list []element) bool {
	return slices.ContainsFunc(list, func(e element) bool { return e.binding.Semantic != (ir.Semantic{}) })
}

// withPosition puts the position ahead of a signature that lacks it: the stage before, or behind,
// has it.
func withPosition(list []element) []element {
	if len(list) > 0 && list[0].rank == 0 || inSourceOrder(list) {
		return list
	}
	return append([]element{{binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}, name: "position", scalar: ir.F32, width: 4}}, list...)
}

// receive copies a signature to the variables; from writes the value of the struct, and index
// that of variables with an element for each vertex or primitive.
func (w *Writer) receive(s *stageEntry, list []element, from, index func()) {
	for i := range list {
		for _, p := range list[i].parts {
			w.Out.Line()
			w.partPlace(&p, index)
			w.Out.Infix("=")
			from()
			w.Out.Str("." + list[i].name)
			w.partSwizzle(&p)
			w.Out.Byte(';')
		}
	}
}

// send copies the variables to a signature.
func (w *Writer) send(s *stageEntry, list []element, to, index func()) {
	for i := range list {
		for _, p := range list[i].parts {
			w.Out.Line()
			to()
			w.Out.Str("." + list[i].name)
			w.partSwizzle(&p)
			w.Out.Infix("=")
			w.partPlace(&p, index)
			w.Out.Byte(';')
		}
		if len(list[i].parts) == 0 && list[i].rank != 0 {
			w.Out.Line()
			to()
			w.Out.Str("." + list[i].name)
			w.Out.Infix("=")
			w.Out.Str("(" + vectorNames[list[i].scalar][list[i].width] + ")0;")
		}
		if list[i].rank == 0 && len(list[i].parts) == 0 {
			w.Out.Line()
			to()
			w.Out.Str(".position")
			w.Out.Infix("=")
			w.Out.Str("float4(0.0, 0.0, 0.0, 1.0);")
		}
	}
}

func (w *Writer) partPlace(p *part, index func()) {
	w.Out.Name(w.Globals[p.global])
	if p.arrayed {
		w.Out.Byte('[')
		index()
		w.Out.Byte(']')
	}
	w.Out.Str(p.path)
}

func (w *Writer) partSwizzle(p *part) {
	if p.swizzle != "" {
		w.Out.Str("." + p.swizzle)
	}
}
