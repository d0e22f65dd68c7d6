package dxbc

// This file makes the signatures of geometry, hull and domain shaders, and the operands that their inputs
// and outputs are. Package direct3d gives them a form in which each element of a signature is a
// variable; a hull shader has two functions, one for each of its phases.

import (
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
)

// A phase is a part of a hull shader.
type phase uint8

const (
	noPhase    phase = iota // of other shaders
	pointPhase              // the control point of an invocation
	patchPhase              // the constants of the patch
)

// checkStage notes stages that aren't written, and features of later shader models.
func (w *Writer) checkStage(m *ir.Module) {
	back.FloatAtomics(m, w.entry, true, w.unsupported)
	back.GroupDerivatives(m, w.entry, w.unsupported)
	switch w.entry.Stage {
	case ir.StageVertex, ir.StageFragment:
	case ir.StageGeometry:
		w.needs(Profile40, back.StageFeature(w.entry.Stage), w.entry.Span)
	case ir.StageCompute:
		w.needs(Profile50, "compute shaders", w.entry.Span)
	case ir.StageTessellationControl, ir.StageTessellationEvaluation:
		w.needs(Profile50, back.StageFeature(w.entry.Stage), w.entry.Span)
	default:
		w.unsupported(back.StageFeature(w.entry.Stage), w.entry.Span)
	}
}

// stageOptions are the facts about a tessellation stage, of its entry point, that of the other stage,
// or the options.
func (w *Writer) stageOptions(m *ir.Module) direct3d.StageOptions {
	given := ir.Tessellation{Domain: ir.TessDomain(w.opts.Domain), Spacing: ir.TessSpacing(w.opts.Spacing), Order: ir.TessOrder(w.opts.Order), Points: w.opts.TessellatedPoints}
	o, feature, hint := direct3d.StageOptionsOf(m, w.entry, w.opts.PatchVertices, given, "dxbc")
	if feature != "" {
		w.unsupportedUnless(feature, hint, w.entry.Span)
	}
	return o
}

// findStageInterface fills the signatures of a shader in this form.
func (w *Writer) findStageInterface(m *ir.Module) {
	s := w.form
	add := func(list *[]element, from []direct3d.StageElement, output bool, stream uint8) {
		for k := range from {
			x := &from[k]
			n := len(*list)
			if isLevel(&x.Binding) {
				w.addLevel(list, &x.Binding)
			} else if w.addElement(m, list, output, &x.Binding, x.Type(), w.entry.Span); len(*list) == n {
				*list = append(*list, element{}) // refused
			}
			e := &(*list)[n]
			e.Stream = uint32(stream)
		}
	}
	w.patch, w.points = w.patch[:0], w.points[:0]
	add(&w.inputs, s.In, false, 0)
	add(&w.points, s.Points, false, 0)
	add(&w.patch, s.Patch, w.entry.Stage == ir.StageTessellationControl, 0)
	add(&w.outputs, s.Out, true, 0)
	w.streams = [len(w.streams)]int{}
	for k := range s.Streams {
		if !s.Used[k] {
			continue
		}
		at := len(w.outputs)
		w.streams[k] = at
		add(&w.outputs, s.Streams[k], true, uint8(k))
		w.pack(w.outputs[at:], dxbc.LinkageStream)
	}
	w.pack(w.inputs, dxbc.LinkageStages)
	w.pack(w.points, dxbc.LinkageStages)
	if len(s.Out) > 0 {
		w.pack(w.outputs, dxbc.LinkageStages)
	}
	w.pack(w.patch, dxbc.LinkagePatch)
}

// isLevel reports whether a binding is a tessellation level.
func isLevel(b *ir.Binding) bool {
	return b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInTessLevelOuter || b.BuiltIn == ir.BuiltInTessLevelInner)
}

// factors are the system values of tessellation factors by domain: of the outer ones and the inner
// ones, in signatures, and the first ones in declarations.
var factors = [...]struct{ outer, inner, firstOuter, firstInner dxbc.SystemValue }{
	ir.TessTriangles: {dxbc.SignatureTriEdge, dxbc.SignatureTriInside, dxbc.ValueFinalTriUeq0EdgeTessFactor, dxbc.ValueFinalTriInsideTessFactor},
	ir.TessQuads:     {dxbc.SignatureQuadEdge, dxbc.SignatureQuadInside, dxbc.ValueFinalQuadUeq0EdgeTessFactor, dxbc.ValueFinalQuadUInsideTessFactor},
	ir.TessIsolines:  {dxbc.SignatureLineDetail, 0, dxbc.ValueFinalLineDetailTessFactor, 0},
}

// addLevel adds a tessellation factor.
func (w *Writer) addLevel(list *[]element, b *ir.Binding) {
	x := &factors[w.form.Setup.Domain]
	e := element{binding: *b, width: 1, kind: dxbc.Input}
	if w.entry.Stage == ir.StageTessellationControl {
		e.kind = dxbc.Output
	}
	e.Type = dxbc.TypeFloat
	e.Semantic, e.SystemValue, e.declared = "SV_TessFactor", x.outer, x.firstOuter
	if b.BuiltIn == ir.BuiltInTessLevelInner {
		e.Semantic, e.SystemValue, e.declared = "SV_InsideTessFactor", x.inner, x.firstInner
	}
	for k := range *list {
		if (*list)[k].Semantic == e.Semantic {
			e.Index++
			e.declared++
		}
	}
	if w.form.Setup.Domain == ir.TessIsolines && e.Index == 0 { // the number of lines
		e.SystemValue, e.declared = dxbc.SignatureLineDense, dxbc.ValueFinalLineDensityTessFactor
	} else if w.form.Setup.Domain == ir.TessIsolines {
		e.declared = dxbc.ValueFinalLineDetailTessFactor
	}
	*list = append(*list, e)
}

// stageElement is the element of a variable in this form, and its register file.
func (g *generator) stageElement(location uint32) (*element, dxbc.OperandKind) {
	w := g.w
	k := int(location % direct3d.OfStream)
	at := func(list []element) *element {
		if k < len(list) {
			return &list[k]
		}
		return nil
	}
	switch location &^ (direct3d.FirstIn - 1) {
	case direct3d.FirstIn:
		if g.phase == pointPhase || w.entry.Stage == ir.StageGeometry {
			return at(w.inputs), dxbc.Input
		}
		return at(w.inputs), dxbc.InputControlPoint
	case direct3d.FirstPoints:
		return at(w.points), dxbc.OutputControlPoint
	case direct3d.FirstPatch:
		if w.entry.Stage == ir.StageTessellationControl {
			return at(w.patch), dxbc.Output
		}
		return at(w.patch), dxbc.InputPatchConstant
	}
	return at(w.outputs[w.streams[location%direct3d.FirstIn/direct3d.OfStream]:]), dxbc.Output
}

// locationOf is the location of the variable of an access in this form.
func (g *generator) locationOf(i ssa.InstrID, mode ssa.Mode) (uint32, bool) {
	base := g.f.Field(i, "base")
	for k := range g.f.Shader.Vars {
		if v := &g.f.Shader.Vars[k]; v.Mode == mode && v.HasAt && v.At == base && v.IO.Kind == ir.BindLocation {
			return v.IO.Location, true
		}
	}
	return 0, false
}

// stageInput is the operand of an input in this form.
func (g *generator) stageInput(v ssa.Value) operand {
	f := g.f
	location, ok := g.locationOf(v, ssa.ModeShaderIn)
	e, kind := g.stageElement(location)
	if !ok || e == nil {
		g.unsupported("an input that isn't declared")
		return imm(0)
	}
	o := g.ofElement(v, e, uint8(f.Field(v, "component")))
	o.kind, o.dims, o.reg, o.index = kind, 1, e.Register, 0
	o.lane = firstLane(e.Mask) + uint8(f.Field(v, "component"))
	e.readAs |= 1 << kind
	if kind == dxbc.InputPatchConstant {
		return o
	}
	o.dims, o.reg, o.index = 2, 0, e.Register
	slot := f.Arg(v, f.NumSrcs(v)-1)
	if bits, known := f.KnownBits(slot, 0); known {
		o.reg = uint32(bits)
	} else {
		o.pick = g.index(slot)
	}
	return o
}

// stageValue is the operand that a built-in value of these stages is.
func (g *generator) stageValue(v ssa.Value, b ir.BuiltIn) (o operand, ok bool) {
	o = operand{swizzle: identity}
	switch b {
	case ir.BuiltInPrimitiveIndex:
		o.kind, o.scalar = dxbc.InputPrimitiveID, true
	case ir.BuiltInInvocationID:
		if o.kind = dxbc.InputGSInstanceID; g.w.entry.Stage == ir.StageTessellationControl {
			o.kind, o.scalar = dxbc.OutputControlPointID, true
		} else {
			o.swizzle = [4]uint8{}
		}
	case ir.BuiltInTessCoord:
		o.kind = dxbc.InputDomainPoint
	default:
		return o, false
	}
	used := g.plan.used[v]
	if g.f.Comps(v) <= 1 {
		used = 1
	}
	g.values[o.kind] |= used
	return o, true
}

// pipeline makes the code of an operation on the pipeline.
func (g *generator) pipeline(i ssa.InstrID) {
	f := g.f
	o, stream := ir.PipelineOp(f.Field(i, "op")), f.Field(i, "stream")
	plain, streamed := dxbc.OpEmit, dxbc.OpEmitStream
	switch o {
	case ir.ReadClock:
		g.unsupported("clocks")
		return
	case ir.EmitVertex:
	case ir.EndPrimitive:
		plain, streamed = dxbc.OpCut, dxbc.OpCutStream
	default:
		g.unsupported(o.String())
		return
	}
	if g.w.opts.Profile < Profile50 {
		g.put(plain, 0)
		return
	}
	g.put(streamed, 0, operand{kind: dxbc.Stream, dims: 1, reg: stream, none: true})
}

// isStage reports whether the entry point has this form.
func (w *Writer) isStage() bool { return w.entry.Stage.Info().Variables }

// storeStage makes a store to an output in this form.
func (g *generator) storeStage(i ssa.InstrID) {
	f := g.f
	location, ok := g.locationOf(i, ssa.ModeShaderOut)
	e, _ := g.stageElement(location)
	if !ok || e == nil {
		g.unsupported("an output that isn't declared")
		return
	}
	n := max(1, f.Comps(f.Arg(i, 0)))
	mask := uint8(f.Field(i, "mask"))
	if mask == 0 {
		mask = 1<<n - 1
	}
	component := uint8(f.Field(i, "component"))
	e.used |= mask << component
	g.put(dxbc.OpMov, 1, g.temp(g.fixed(e, n, component)).masked(mask), g.src(i, 0))
}
