package dxbc

// This file emits the declarations of geometry, hull and domain shaders, in the order of FXC.

import (
	"refract/internal/dxbc"
	"refract/ir"
)

// topologies are the primitives of geometry shaders.
var topologies = [...]struct {
	in  dxbc.Primitive
	out dxbc.Topology
}{
	ir.TopologyPoints: {dxbc.PrimitivePoint, dxbc.TopologyPointList}, ir.TopologyLines: {dxbc.PrimitiveLine, 0},
	ir.TopologyLinesAdjacency: {dxbc.PrimitiveLineAdj, 0}, ir.TopologyTriangles: {dxbc.PrimitiveTriangle, 0},
	ir.TopologyTrianglesAdjacency: {dxbc.PrimitiveTriangleAdj, 0}, ir.TopologyLineStrip: {0, dxbc.TopologyLineStrip},
	ir.TopologyTriangleStrip: {0, dxbc.TopologyTriangleStrip},
}

// maxEmitted is how many scalars an invocation of a geometry shader may emit
// (D3D11_GS_MAX_OUTPUT_VERTEX_COUNT_ACROSS_INSTANCES).
const maxEmitted = 1024

// declareVertices declares the inputs of vertices or control points.
func (w *Writer) declareVertices(p *dxbc.Program, list []element, kind dxbc.OperandKind, n uint32, all bool) {
	for k := range list {
		e := &list[k]
		if !all && (e.used == 0 || e.readAs>>kind&1 == 0) {
			continue
		}
		mask := usedComponents(e)
		if all {
			mask = e.Mask
		}
		o := []dxbc.Operand{p.Register(kind, dxbc.Masked, mask, dxbc.At(n), dxbc.At(e.Register))}
		if w.entry.Stage == ir.StageGeometry && e.SystemValue != dxbc.ValueUndefined {
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclInputSIV}, o, uint32(e.SystemValue))
			continue
		}
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclInput}, o)
	}
}

// declareValues declares the built-in values that a function reads.
func (w *Writer) declareValues(p *dxbc.Program, g *generator, kinds ...dxbc.OperandKind) {
	for _, kind := range kinds {
		mask := g.values[kind]
		if mask == 0 {
			continue
		}
		o := p.Register(kind, dxbc.None, 0)
		if kind == dxbc.InputDomainPoint {
			o = p.Register(kind, dxbc.Masked, mask)
		}
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclInput}, []dxbc.Operand{o})
	}
}

// declareElements declares outputs.
func (w *Writer) declareElements(p *dxbc.Program, list []element, system bool) {
	for k := range list {
		e := &list[k]
		o := []dxbc.Operand{p.Register(dxbc.Output, dxbc.Masked, e.Mask, dxbc.At(e.Register))}
		switch {
		case e.declared != 0:
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclOutputSIV}, o, uint32(e.declared))
		case system && e.SystemValue != dxbc.ValueUndefined:
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclOutputSIV}, o, uint32(e.SystemValue))
		default:
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclOutput}, o)
		}
	}
}

// declareGeometry declares the inputs and outputs of a geometry shader.
func (w *Writer) declareGeometry(p *dxbc.Program, g *generator, temps int) error {
	setup := w.entry.Setup().Geometry
	emit := func(o dxbc.Opcode, control dxbc.Control, words ...uint32) {
		p.Emit(dxbc.Instruction{Opcode: o, Control: control}, nil, words...)
	}
	w.declareVertices(p, w.inputs, dxbc.Input, w.form.Vertices, true)
	w.declareValues(p, g, dxbc.InputGSInstanceID, dxbc.InputPrimitiveID)
	if err := w.declareTemps(p, g, temps); err != nil {
		return err
	}
	if setup.Invocations > 1 || g.values[dxbc.InputGSInstanceID] != 0 {
		w.needs(Profile50, "several invocations of a geometry shader", w.entry.Span)
		emit(dxbc.OpDclGSInstances, 0, max(1, setup.Invocations))
	}
	emit(dxbc.OpDclInputPrimitive, dxbc.InputPrimitive(topologies[setup.Input].in))
	for k := range w.form.Streams {
		if !w.form.Used[k] {
			continue
		}
		if w.opts.Profile >= Profile50 {
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclStream}, []dxbc.Operand{p.Register(dxbc.Stream, dxbc.None, 0, dxbc.At(uint32(k)))})
		} else if k > 0 {
			w.needs(Profile50, "several streams of vertices", w.entry.Span)
		}
		emit(dxbc.OpDclOutputTopology, dxbc.OutputTopology(topologies[setup.Output].out))
		list := w.outputs[w.streams[k]:][:len(w.form.Streams[k])]
		scalars := 0
		for i := range list {
			scalars += int(list[i].width)
		}
		if scalars*int(setup.MaxVertices) > maxEmitted {
			w.unsupported("a geometry shader that emits more than 1,024 numbers", w.entry.Span)
		}
		w.declareElements(p, list, true)
	}
	emit(dxbc.OpDclMaxOut, 0, setup.MaxVertices)
	return w.failure()
}

// declareDomain declares the inputs of a domain shader and its outputs.
func (w *Writer) declareDomain(p *dxbc.Program, g *generator, temps int) error {
	for k := range w.patch {
		e := &w.patch[k]
		if e.used == 0 {
			continue
		}
		o := []dxbc.Operand{p.Register(dxbc.InputPatchConstant, dxbc.Masked, usedComponents(e), dxbc.At(e.Register))}
		if e.declared != 0 {
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclInputSIV}, o, uint32(e.declared))
		} else {
			p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclInput}, o)
		}
	}
	w.declareValues(p, g, dxbc.InputDomainPoint, dxbc.InputPrimitiveID)
	w.declareVertices(p, w.inputs, dxbc.InputControlPoint, w.form.Vertices, false)
	w.declareElements(p, w.outputs, true)
	return w.declareTemps(p, g, temps)
}

// tessDomains are the domains of patches.
var tessDomains = [...]dxbc.TessellatorDomain{ir.TessTriangles: dxbc.DomainTriangle, ir.TessQuads: dxbc.DomainQuad, ir.TessIsolines: dxbc.DomainIsoline}

// partitionings are the ways to divide edges.
var partitionings = [...]dxbc.Partitioning{ir.NoTessSpacing: dxbc.PartitioningInteger, ir.TessEqual: dxbc.PartitioningInteger,
	ir.TessFractionalEven: dxbc.PartitioningFractionalEven, ir.TessFractionalOdd: dxbc.PartitioningFractionalOdd}

// declareTessellation declares the patches of a hull or domain shader.
func (w *Writer) declareTessellation(p *dxbc.Program) {
	s := w.form
	emit := func(o dxbc.Opcode, control dxbc.Control) { p.Emit(dxbc.Instruction{Opcode: o, Control: control}, nil) }
	emit(dxbc.OpDclInputControlPointCount, dxbc.Points(uint8(s.Vertices)))
	hull := w.entry.Stage == ir.StageTessellationControl
	if hull {
		emit(dxbc.OpDclOutputControlPointCount, dxbc.Points(uint8(s.Setup.Vertices)))
	}
	emit(dxbc.OpDclTessellatorDomain, dxbc.Tessellator(tessDomains[s.Setup.Domain]))
	if !hull {
		return
	}
	emit(dxbc.OpDclTessellatorPartitioning, dxbc.Tessellator(partitionings[s.Setup.Spacing]))
	output := dxbc.TessellateTriangleCCW
	switch {
	case s.Setup.Points:
		output = dxbc.TessellatePoint
	case s.Setup.Domain == ir.TessIsolines:
		output = dxbc.TessellateLine
	case s.Setup.Order == ir.TessClockwise:
		output = dxbc.TessellateTriangleCW
	}
	emit(dxbc.OpDclTessellatorOutputPrimitive, dxbc.Tessellator(output))
}

// declarePhase begins a phase of a hull shader.
func (w *Writer) declarePhase(p *dxbc.Program, g *generator, temps int) error {
	if g.phase == pointPhase {
		p.Emit(dxbc.Instruction{Opcode: dxbc.OpHSControlPointPhase}, nil)
		w.declareValues(p, g, dxbc.OutputControlPointID, dxbc.InputPrimitiveID)
		w.declareVertices(p, w.inputs, dxbc.Input, w.form.Vertices, false)
		w.declareElements(p, w.outputs, false)
		return w.declareTemps(p, g, temps)
	}
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpHSForkPhase}, nil)
	w.declareValues(p, g, dxbc.InputPrimitiveID)
	w.declareVertices(p, w.inputs, dxbc.InputControlPoint, w.form.Vertices, false)
	w.declareVertices(p, w.points, dxbc.OutputControlPoint, w.form.Setup.Vertices, false)
	w.declareElements(p, w.patch, false)
	return w.declareTemps(p, g, temps)
}
