package direct3d

// This file lists what passes between stages whose inputs and outputs are variables of the module.
// A scalar or vector at a location is an element, in the order that vertex and fragment stages have:
// the position, locations in ascending order, other built-in values. Matrices, arrays and structs have
// an element for each location that they take; variables that share a location are parts of one
// vector of four.

import (
	"cmp"
	"fmt"
	"slices"

	"refract/ir"
)

// A Rate is how often an input or output of a stage has values.
type Rate uint8

// The rates.
const (
	PerVertex Rate = iota // or control point
	PerPatch
	PerPrimitive // of a mesh
)

// A Part is a scalar or vector of a variable, in an element.
type Part struct {
	Global  ir.GlobalID
	Arrayed bool     // the variable has an element for each vertex
	Path    []uint32 // members, elements and columns behind the vertex
	Type    ir.TypeID
	At      uint8 // the first component in the element
}

// A StageElement is an element of a signature. Its variable holds a vector, or an array of them
// with one for each vertex.
type StageElement struct {
	Binding  ir.Binding
	Scalar   ir.Scalar
	Width    int
	Parts    []Part
	Variable ir.GlobalID
	rank     uint64
}

// Type is the type of the element's values.
func (e *StageElement) Type() ir.TypeID { return ir.VectorOf(e.Scalar, e.Width) }

// rateOf is the rate of an input or output.
func rateOf(b *ir.Binding) Rate {
	if b.Patch || b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInTessLevelOuter || b.BuiltIn == ir.BuiltInTessLevelInner) {
		return PerPatch
	}
	return PerVertex
}

// rateOf is the rate of an input or output of the stage.
func (x *splitter) rateOf(b *ir.Binding) Rate {
	if x.entry.Stage != ir.StageMesh {
		return rateOf(b)
	}
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInPosition, ir.BuiltInPointSize, ir.BuiltInClipDistances, ir.BuiltInCullDistances:
			return PerVertex
		}
		return PerPrimitive
	}
	if b.PerPrimitive {
		return PerPrimitive
	}
	return PerVertex
}

// elements lists what passes at a rate, and in a stream, in order.
func (x *splitter) elements(output bool, rate Rate, stream uint8) []StageElement {
	c := elementCollector{splitter: x, output: output, rate: rate, stream: stream}
	space := ir.SpaceInput
	if output {
		space = ir.SpaceOutput
	}
	for i := 1; i < len(x.m.Globals); i++ {
		if g := &x.m.Globals[i]; g.Space == space {
			c.variable(ir.GlobalID(i), g)
		}
	}
	if !inSourceOrder(c.list) {
		slices.SortStableFunc(c.list, func(a, b StageElement) int { return cmp.Compare(a.rank, b.rank) })
	}
	return c.merged()
}

// inSourceOrder reports whether elements have semantics, by whose order they have registers.
func inSourceOrder(list []StageElement) bool {
	return slices.ContainsFunc(list, func(e StageElement) bool { return e.Binding.Semantic != (ir.Semantic{}) })
}

// An elementCollector lists the elements of a signature.
type elementCollector struct {
	*splitter
	output bool
	rate   Rate
	stream uint8
	list   []StageElement

	global  ir.GlobalID
	arrayed bool
	at      *ir.Global
}

func (c *elementCollector) variable(id ir.GlobalID, g *ir.Global) {
	m, stage := c.m, c.entry.Stage
	c.global, c.at = id, g
	block := ir.Binding{}
	if g.IO != nil {
		block = *g.IO
	}
	inner := func() ir.TypeID {
		if t := m.Types.At(g.Type); c.arrayed && t.Kind == ir.TypeArray {
			return t.Base
		}
		return g.Type
	}
	takes := func(b *ir.Binding) bool {
		if isIndices(b) {
			return false
		}
		return c.rateOf(b) == c.rate && (!c.output || stage != ir.StageGeometry || b.Stream == c.stream)
	}
	if block.Kind != ir.NoBinding {
		if c.arrayed = stage.Arrayed(c.output, rateOf(&block) == PerPatch); takes(&block) {
			c.leaf(inner(), block, nil)
		}
		return
	}
	c.arrayed = stage.Arrayed(c.output, block.Patch)
	st := m.StructOf(inner())
	if st == nil {
		return
	}
	for i := range st.Members {
		b := st.Members[i].Binding
		b.Patch = b.Patch || block.Patch
		b.PerPrimitive = b.PerPrimitive || block.PerPrimitive
		b.Stream = max(b.Stream, block.Stream)
		if b.Component != 0 {
			c.report("components of a location in a block", g.Span)
		}
		if takes(&b) {
			c.leaf(st.Members[i].Type, b, []uint32{uint32(i)})
		}
	}
}

// behind is a path with another step.
func behind(path []uint32, k uint32) []uint32 { return append(path[:len(path):len(path)], k) }

// leaf adds the parts of a value with a place.
func (c *elementCollector) leaf(t ir.TypeID, b ir.Binding, path []uint32) {
	m := c.m
	ty := m.Types.At(t)
	if b.Kind == ir.BindBuiltIn {
		c.builtIn(t, b, path)
		return
	}
	switch ty.Kind {
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			mem := m.Structs[ty.Struct].Members[i].Type
			c.leaf(mem, b, behind(path, uint32(i)))
			b = b.Behind(m.Locations(mem))
		}
	case ir.TypeArray:
		for i := range ty.Length {
			c.leaf(ty.Base, b, behind(path, i))
			b = b.Behind(m.Locations(ty.Base))
		}
	case ir.TypeMatrix:
		for i := range uint32(ty.Columns) {
			c.leaf(ir.VectorOf(ty.Scalar, int(ty.Rows)), b, behind(path, i))
			b = b.Behind(1)
		}
	default:
		if ty.Scalar == ir.Bool || ty.Scalar.Bits() != 32 {
			c.report("a "+ty.Scalar.String()+" at a location", c.at.Span)
		}
		if ty.Scalar.IsInteger() {
			b.Interpolation = ir.InterpolateFlat
		}
		c.add(b, ty.Scalar, max(1, int(ty.Rows)), Part{Path: path, Type: t})
	}
}

// builtIn adds the parts of a built-in value.
func (c *elementCollector) builtIn(t ir.TypeID, b ir.Binding, path []uint32) {
	ty := c.m.Types.At(t)
	switch b.BuiltIn {
	case ir.BuiltInTessLevelOuter, ir.BuiltInTessLevelInner:
		n := min(ty.Length, c.levels(b.BuiltIn))
		for i := range n {
			c.add(b, ir.F32, 1, Part{Path: behind(path, i), Type: ir.TypeF32})
		}
	case ir.BuiltInClipDistances, ir.BuiltInCullDistances:
		for i := range ty.Length {
			p := Part{Path: behind(path, i), Type: ir.TypeF32, At: uint8(i % 4)}
			if i%4 == 0 {
				c.add(b, ir.F32, int(min(4, ty.Length-i)), p)
			} else {
				c.more(p)
			}
		}
	case ir.BuiltInPosition, ir.BuiltInPointSize, ir.BuiltInLayer, ir.BuiltInViewportIndex, ir.BuiltInPrimitiveIndex, ir.BuiltInCullPrimitive:
		scalar := ty.Scalar
		if scalar == ir.I32 || scalar == ir.Bool {
			scalar = ir.U32
		}
		c.add(b, scalar, max(1, int(ty.Rows)), Part{Path: path, Type: t})
	default:
		c.report("the built-in value "+b.BuiltIn.String(), c.at.Span)
	}
}

func (c *elementCollector) add(b ir.Binding, s ir.Scalar, width int, p Part) {
	c.list = append(c.list, StageElement{Binding: b, Scalar: s, Width: width, rank: elementRank(&b)})
	c.more(p)
}

// more adds a part to the last element.
func (c *elementCollector) more(p Part) {
	p.Global, p.Arrayed = c.global, c.arrayed
	last := &c.list[len(c.list)-1]
	last.Parts = append(last.Parts, p)
}

// elementRank orders elements, as transform.ArrangeInterfaces does those of vertex and fragment
// stages.
func elementRank(b *ir.Binding) uint64 {
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
func (c *elementCollector) merged() []StageElement {
	list := c.list[:0:0]
	for _, e := range c.list {
		if e.Binding.Kind == ir.BindLocation && len(list) > 0 {
			last := &list[len(list)-1]
			if last.Binding.Kind == ir.BindLocation && last.Binding.Location == e.Binding.Location {
				if last.Scalar != e.Scalar || last.Binding.Interpolation != e.Binding.Interpolation {
					c.report(fmt.Sprintf("values of several types at location %d", e.Binding.Location), c.entry.Span)
				}
				last.Width = 4
				for _, p := range e.Parts {
					p.At = e.Binding.Component
					last.Parts = append(last.Parts, p)
				}
				continue
			}
		}
		// A part of a vertex could share the register of a narrow value per primitive.
		if e.Binding.Kind == ir.BindLocation && (e.Binding.Component != 0 || e.Binding.PerPrimitive) {
			e.Parts[0].At, e.Width = e.Binding.Component, 4
		}
		e.Binding.Component = 0
		list = append(list, e)
	}
	return list
}

// withPosition puts the position ahead of a signature that lacks it: the stage before, or behind,
// has it.
func withPosition(list []StageElement) []StageElement {
	if len(list) > 0 && list[0].rank == 0 || inSourceOrder(list) {
		return list
	}
	return append([]StageElement{{Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}, Scalar: ir.F32, Width: 4}}, list...)
}
