package transform

// This file finds the members that the vertices and primitives of a mesh shader's variable have for its
// outputs: one for each built-in value and location. See meshvariable.go.

import (
	"fmt"
	"slices"

	"refract/diag"
	"refract/ir"
)

// slotKey is an output, or a member of an output that is a struct.
type slotKey struct {
	global ir.GlobalID
	member int // -1: it is no struct with places of members
}

// meshSlot is a member of the struct of a vertex or primitive.
type meshSlot struct {
	slotKey
	path      []uint32 // to the part of the output; of values at several locations
	name      string
	t         ir.TypeID // in the output
	binding   ir.Binding
	primitive bool
	field     uint32
	copied    bool
}

// slots makes the members of vertices and primitives of the outputs.
func (x *meshVariables) slots(g *meshGroup) {
	position, indices := false, false
	for _, id := range g.outputs {
		v := &x.m.Globals[id]
		element := x.m.Types.At(v.Type).Base
		if v.IO != nil && v.IO.Kind != ir.NoBinding {
			x.output(g, slotKey{id, -1}, v.Name, element, *v.IO, v.Span)
			continue
		}
		x.structured[id] = true
		for k := range x.m.StructOf(element).Members {
			p := &x.m.StructOf(element).Members[k]
			x.output(g, slotKey{id, k}, p.Name, p.Type, p.Binding, v.Span)
		}
	}
	want := map[ir.Topology]ir.BuiltIn{ir.TopologyPoints: ir.BuiltInPointIndex, ir.TopologyLines: ir.BuiltInLineIndices, ir.TopologyTriangles: ir.BuiltInTriangleIndices}[g.setup.Output]
	for _, s := range g.list {
		if s.binding.Kind == ir.BindBuiltIn {
			position = position || s.binding.BuiltIn == ir.BuiltInPosition
			indices = indices || s.binding.BuiltIn == want
		}
	}
	none := slotKey{0, -1}
	if !position {
		g.list = append(g.list, &meshSlot{slotKey: none, name: "position", t: ir.VectorOf(ir.F32, 4), binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}})
	}
	if !indices {
		t := ir.TypeU32
		if n := g.setup.Output.Vertices(); n > 1 {
			t = ir.VectorOf(ir.U32, n)
		}
		g.list = append(g.list, &meshSlot{slotKey: none, name: "indices", t: t, primitive: true, binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: want}})
	}
}

// output makes the members for an output, or a member of one.
func (x *meshVariables) output(g *meshGroup, key slotKey, name string, t ir.TypeID, b ir.Binding, span diag.Span) {
	add := func(s meshSlot) { g.list = append(g.list, &s) }
	if b.Kind == ir.BindBuiltIn {
		switch {
		case b.BuiltIn == ir.BuiltInPosition || b.BuiltIn == ir.BuiltInClipDistances || b.BuiltIn == ir.BuiltInPointSize && x.opts.Points:
			add(meshSlot{slotKey: key, name: name, t: t, binding: b})
		case b.BuiltIn == ir.BuiltInCullPrimitive || b.BuiltIn == ir.BuiltInPrimitiveIndex || b.BuiltIn == ir.BuiltInPointIndex ||
			b.BuiltIn == ir.BuiltInLineIndices || b.BuiltIn == ir.BuiltInTriangleIndices ||
			x.opts.Layers && (b.BuiltIn == ir.BuiltInLayer || b.BuiltIn == ir.BuiltInViewportIndex):
			b.PerPrimitive = false
			x.signed[key] = x.m.Types.ScalarOf(t) == ir.I32
			add(meshSlot{slotKey: key, name: name, t: t, binding: b, primitive: true})
		case b.BuiltIn == ir.BuiltInPointSize:
			x.drop[key] = true
			if x.points.IsZero() {
				x.points = span
			}
		default:
			x.fail(span, "the output %s of mesh shaders", b.BuiltIn)
		}
		return
	}
	if b.Component != 0 {
		x.fail(span, "outputs of mesh shaders at a component of a location")
		return
	}
	composite := !x.m.Types.IsScalarOrVector(t)
	x.leaves(t, nil, 0, func(leaf ir.TypeID, path []uint32, location uint32) {
		s := meshSlot{slotKey: key, path: slices.Clone(path), name: name, t: leaf, binding: b, primitive: b.PerPrimitive, copied: composite}
		s.binding.Location += location
		s.binding.Link = ir.Link{}
		switch scalar := x.m.Types.ScalarOf(leaf); {
		case scalar == ir.Bool || scalar.Bits() == 64:
			x.fail(span, "outputs of mesh shaders of type %s", x.m.TypeName(leaf))
		case scalar.IsInteger():
			s.binding.Interpolation, s.binding.Sampling = ir.InterpolateFlat, ir.DefaultSampling
		}
		for _, p := range path {
			s.name = fmt.Sprintf("%s_%d", s.name, p)
		}
		add(s)
	})
}

// leaves calls f for the scalars and vectors of a type, with the way to each and its location.
func (x *meshVariables) leaves(t ir.TypeID, path []uint32, location uint32, f func(ir.TypeID, []uint32, uint32)) {
	part := func(i uint32, t ir.TypeID) {
		x.m.Meter.Step()
		x.leaves(t, append(path, i), location, f)
		location += x.m.Locations(t)
	}
	switch ty := *x.m.Types.At(t); ty.Kind {
	case ir.TypeMatrix:
		for i := range uint32(ty.Columns) {
			part(i, ir.VectorOf(ty.Scalar, int(ty.Rows)))
		}
	case ir.TypeArray:
		for i := range ty.Length {
			part(i, ty.Base)
		}
	case ir.TypeStruct:
		for i := range x.m.Structs[ty.Struct].Members {
			part(uint32(i), x.m.Structs[ty.Struct].Members[i].Type)
		}
	default:
		f(t, path, location)
	}
}
