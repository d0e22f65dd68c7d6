package dxbc

// This file makes the signatures of entry points, and the operands that inputs and outputs are.

import (
	"fmt"

	"refract/diag"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// An element is an element of a signature.
type element struct {
	dxbc.Element
	binding ir.Binding
	width   uint8
	interp  dxbc.Interpolation
	kind    dxbc.OperandKind // a register file of its own; else Input or Output
	used    uint8            // components that are read or written, from x

	// Of stages whose inputs and outputs are variables.
	declared dxbc.SystemValue // of tessellation factors, in declarations
	readAs   uint64           // kinds of operands that it is read from, by bit
}

// systemValue is a built-in value in signatures.
type systemValue struct {
	name  string
	value dxbc.SystemValue
	model Profile // from which on there is one
}

var systemValues = [ir.BuiltInCount]systemValue{
	ir.BuiltInPosition:       {"SV_Position", dxbc.ValuePosition, Profile40},
	ir.BuiltInClipDistances:  {"SV_ClipDistance", dxbc.ValueClipDistance, Profile40},
	ir.BuiltInCullDistances:  {"SV_CullDistance", dxbc.ValueCullDistance, Profile40},
	ir.BuiltInInstanceIndex:  {"SV_InstanceID", dxbc.ValueInstanceID, Profile40},
	ir.BuiltInVertexIndex:    {"SV_VertexID", dxbc.ValueVertexID, Profile40},
	ir.BuiltInPointSize:      {"PSIZE", dxbc.ValueUndefined, Profile40},
	ir.BuiltInFragDepth:      {"SV_Depth", dxbc.SignatureDepth, Profile40},
	ir.BuiltInFrontFacing:    {"SV_IsFrontFace", dxbc.ValueIsFrontFace, Profile40},
	ir.BuiltInPrimitiveIndex: {"SV_PrimitiveID", dxbc.ValuePrimitiveID, Profile40},
	ir.BuiltInSampleIndex:    {"SV_SampleIndex", dxbc.ValueSampleIndex, Profile41},
	ir.BuiltInSampleMask:     {"SV_Coverage", dxbc.SignatureCoverage, Profile41},
	ir.BuiltInLayer:          {"SV_RenderTargetArrayIndex", dxbc.ValueRenderTargetArrayIndex, Profile40},
	ir.BuiltInViewportIndex:  {"SV_ViewportArrayIndex", dxbc.ValueViewportArrayIndex, Profile40},
	ir.BuiltInStencilRef:     {"SV_StencilRef", dxbc.SignatureStencilRef, Profile51},
}

// invocationValues are the built-in values of compute shaders.
var invocationValues = [ir.BuiltInCount]dxbc.OperandKind{
	ir.BuiltInGlobalInvocationID:   dxbc.InputThreadID,
	ir.BuiltInLocalInvocationID:    dxbc.InputThreadIDInGroup,
	ir.BuiltInWorkgroupID:          dxbc.InputThreadGroupID,
	ir.BuiltInLocalInvocationIndex: dxbc.InputThreadIDInGroupFlattened,
}

// maxTargets is how many render targets Direct3D has.
const maxTargets = 8

// findInterface fills w.inputs and w.outputs from the entry point of the module.
func (w *Writer) findInterface(m *ir.Module) {
	w.inputs, w.outputs = w.inputs[:0], w.outputs[:0]
	if w.form != nil {
		w.findStageInterface(m)
		return
	}
	f := m.Func(w.entry.Function)
	for i := range f.Args {
		a := &f.Args[i]
		if s := m.StructOf(a.Type); s != nil && a.Binding.Kind == ir.NoBinding {
			for k := range s.Members {
				w.addElement(m, &w.inputs, false, &s.Members[k].Binding, s.Members[k].Type, s.Members[k].Span)
			}
			continue
		}
		w.addElement(m, &w.inputs, false, &a.Binding, a.Type, a.Span)
	}
	if f.Result != 0 {
		if s := m.StructOf(f.Result); s != nil && f.ResultBinding.Kind == ir.NoBinding {
			for k := range s.Members {
				w.addElement(m, &w.outputs, true, &s.Members[k].Binding, s.Members[k].Type, s.Members[k].Span)
			}
		} else {
			w.addElement(m, &w.outputs, true, &f.ResultBinding, f.Result, f.Span)
		}
	}
	if w.entry.Stage == ir.StageVertex {
		w.pack(w.inputs, dxbc.LinkageVertices)
		w.pack(w.outputs, dxbc.LinkageStages)
	} else {
		w.pack(w.inputs, dxbc.LinkageStages)
	}
	if w.opts.Profile.isLevel9() {
		w.checkInterface9()
	}
}

// addElement adds an input or output.
func (w *Writer) addElement(m *ir.Module, list *[]element, output bool, b *ir.Binding, t ir.TypeID, span diag.Span) {
	stage := w.entry.Stage
	ty := m.Types.At(t)
	width := m.Types.ComponentCount(t)
	if b.Kind == ir.NoBinding {
		return
	}
	if width == 0 || ty.Scalar.Bits() == 64 || ty.Scalar.Bits() == 16 || ty.Scalar.Bits() == 8 {
		w.unsupported("an input or output of type "+m.TypeName(t), span)
		return
	}
	e := element{binding: *b, width: uint8(width), kind: dxbc.Input}
	if output {
		e.kind = dxbc.Output
	}
	switch {
	case ty.Scalar.IsFloat():
		e.Type = dxbc.TypeFloat
	case ty.Scalar.IsSigned():
		e.Type = dxbc.TypeInt
	default:
		e.Type = dxbc.TypeUint
	}
	colors := output && stage.Info().Outputs == ir.Colors
	if b.Kind == ir.BindBuiltIn {
		if stage == ir.StageCompute {
			if invocationValues[b.BuiltIn] == 0 {
				w.unsupported("the built-in value "+b.BuiltIn.String(), span)
			}
			return
		}
		v := systemValues[b.BuiltIn]
		if v.name == "" {
			w.unsupported("the built-in value "+b.BuiltIn.String(), span)
			return
		}
		if max(w.opts.Profile, Profile40) < v.model {
			w.needs(v.model, "the built-in value "+b.BuiltIn.String(), span)
		}
		e.Semantic, e.SystemValue = v.name, v.value
		for k := range *list {
			if (*list)[k].binding.Kind == ir.BindBuiltIn && (*list)[k].binding.BuiltIn == b.BuiltIn {
				e.Index++
			}
		}
		switch b.BuiltIn {
		case ir.BuiltInFragDepth:
			e.kind = dxbc.OutputDepth
			switch b.Depth {
			case ir.EarlyDepthGreaterEqual:
				w.needs(Profile50, "a depth that only grows", span)
				e.Semantic, e.SystemValue, e.kind = "SV_DepthGreaterEqual", dxbc.SignatureDepthGE, dxbc.OutputDepthGreaterEqual
			case ir.EarlyDepthLessEqual:
				w.needs(Profile50, "a depth that only shrinks", span)
				e.Semantic, e.SystemValue, e.kind = "SV_DepthLessEqual", dxbc.SignatureDepthLE, dxbc.OutputDepthLessEqual
			}
		case ir.BuiltInSampleMask:
			if e.kind = dxbc.OutputCoverageMask; !output {
				w.needs(Profile50, "the sample mask as an input", span)
				e.kind = dxbc.InputCoverageMask
			}
			e.Type = dxbc.TypeUint
		case ir.BuiltInStencilRef:
			e.kind, e.Type = dxbc.OutputStencilRef, dxbc.TypeUint
		case ir.BuiltInPosition:
		default:
			if e.Type == dxbc.TypeInt {
				e.Type = dxbc.TypeUint
			}
		}
	} else {
		if b.Component != 0 {
			w.unsupported("components of a location", span)
		}
		e.Index = b.Location
		switch {
		case colors:
			e.Semantic, e.SystemValue = "SV_Target", dxbc.SignatureTarget
			if b.HasBlendSrc {
				if !m.BlendsPairs() {
					w.unsupported("outputs with a blend source that aren't two of one type, at location 0 and alone", span)
				}
				e.Index = uint32(b.BlendSrc)
			}
			if e.Index >= maxTargets {
				w.unsupported(fmt.Sprintf("a color output at location %d, which is past SV_Target%d", e.Index, maxTargets-1), span)
			}
		default:
			e.Semantic, e.Index = direct3d.SemanticOf(b, w.opts.Semantic)
		}
		for k := range w.opts.Semantics {
			if s := &w.opts.Semantics[k]; !colors && s.Location == b.Location && s.Output == output {
				e.Semantic, e.Index = s.Name, s.Index
			}
		}
		if ty.Scalar == ir.Bool {
			w.unsupported("a bool at a location", span)
		}
	}
	e.interp = direct3d.InterpolationOf(b, e.Type == dxbc.TypeFloat)
	if e.kind != dxbc.Input && e.kind != dxbc.Output {
		e.Register, e.Mask = dxbc.NoRegister, 1
		if e.kind == dxbc.InputCoverageMask {
			e.Register = dxbc.NoRegister
		}
	} else if colors {
		e.Register, e.Mask = e.Index, 1<<width-1
	}
	*list = append(*list, e)
}

// elementOf is the element of a variable of the SSA form, or nil.
func (w *Writer) elementOf(s *ssa.Shader, k int) *element {
	v := &s.Vars[k]
	list := w.inputs
	if v.Mode == ssa.ModeShaderOut {
		list = w.outputs
	}
	// Variables of the same built-in value are in the order of the elements.
	n := 0
	for j := range k {
		if s.Vars[j].Mode == v.Mode && sameBinding(&s.Vars[j].IO, &v.IO) {
			n++
		}
	}
	for j := range list {
		if sameBinding(&list[j].binding, &v.IO) {
			if n == 0 {
				return &list[j]
			}
			n--
		}
	}
	return nil
}

func sameBinding(a, b *ir.Binding) bool {
	if a.Kind != b.Kind {
		return false
	}
	if a.Kind == ir.BindBuiltIn {
		return a.BuiltIn == b.BuiltIn
	}
	return a.Location == b.Location && a.BlendSrc == b.BlendSrc
}

// slotElement is the element at a slot of the inputs or outputs.
func (g *generator) slotElement(i ssa.InstrID, mode ssa.Mode, slot ssa.Value) *element {
	f := g.f
	bits, ok := f.KnownBits(slot, 0)
	if !ok {
		g.unsupported("inputs or outputs by an index")
		return nil
	}
	at := uint32(bits) + f.Field(i, "base")
	for k := range f.Shader.Vars {
		if v := &f.Shader.Vars[k]; v.Mode == mode && v.HasAt && v.At == at {
			return g.w.elementOf(f.Shader, k)
		}
	}
	return nil
}

// input is the operand that an input is.
func (g *generator) input(v ssa.Value) operand {
	if g.w.form != nil {
		return g.stageInput(v)
	}
	f := g.f
	e := g.slotElement(v, ssa.ModeShaderIn, f.Arg(v, f.NumSrcs(v)-1))
	if e == nil {
		g.unsupported("an input that isn't declared")
		return imm(0)
	}
	return g.ofElement(v, e, uint8(f.Field(v, "component")))
}

// ofElement is components of an input as an operand.
func (g *generator) ofElement(v ssa.Value, e *element, component uint8) operand {
	f := g.f
	n := uint8(max(1, f.Comps(v)))
	used := g.plan.used[v] & (1<<n - 1)
	if used == 0 {
		used = 1<<n - 1
	}
	e.used |= used << component
	o := operand{kind: e.kind, swizzle: identity}
	if e.kind == dxbc.Input {
		o.dims, o.reg, o.lane = 1, e.Register, firstLane(e.Mask)+component
	}
	for k := n; k < 4; k++ {
		o.swizzle[k] = n - 1
	}
	return o
}

// firstLane is the first component of a mask.
func firstLane(mask uint8) uint8 {
	for k := range uint8(4) {
		if mask>>k&1 != 0 {
			return k
		}
	}
	return 0
}

// systemValue is the operand that a built-in value is.
func (g *generator) systemValue(v ssa.Value) operand {
	f := g.f
	b := ir.BuiltIn(f.Field(v, "value"))
	if g.w.entry.Stage == ir.StageCompute {
		kind := invocationValues[b]
		if kind == 0 {
			g.unsupported("the built-in value " + b.String())
			return imm(0)
		}
		o := operand{kind: kind, swizzle: identity}
		used := g.plan.used[v]
		if f.Comps(v) == 1 {
			used = 1
			o.swizzle = [4]uint8{}
		}
		g.w.invocation[b] |= used
		return o
	}
	if g.w.form != nil {
		if o, ok := g.stageValue(v, b); ok {
			return o
		}
	}
	for k := range g.w.inputs {
		e := &g.w.inputs[k]
		if e.binding.Kind == ir.BindBuiltIn && e.binding.BuiltIn == b {
			return g.ofElement(v, e, 0)
		}
	}
	g.unsupported("the built-in value " + b.String())
	return imm(0)
}

// interpolate makes the code of an input that is interpolated elsewhere.
func (g *generator) interpolate(i ssa.InstrID) {
	f := g.f
	g.needs(Profile50, "interpolation elsewhere")
	in := g.input(i)
	at := f.Arg(i, 0)
	switch where := op.Barycentric(f.Field(at, "at")); where {
	case op.BarycentricCentroid:
		g.compute(dxbc.OpEvalCentroid, i, g.dest(i), in)
	case op.BarycentricAtSample:
		n := g.value(f.Arg(at, 0)).comp(0)
		n.one = true
		g.compute(dxbc.OpEvalSampleIndex, i, g.dest(i), in, n)
	case op.BarycentricAtOffset:
		// In sixteenths of a pixel.
		o := g.step(dxbc.OpFtoi, 2, g.step(dxbc.OpRoundNI, 2, g.step(dxbc.OpMul, 2, g.value(f.Arg(at, 0)), float(16))))
		g.compute(dxbc.OpEvalSnapped, i, g.dest(i), in, o.atPlaces())
	default:
		g.unsupported("interpolation at " + fmt.Sprint(where))
		g.dest(i)
	}
}

// outputOf gives a store to an output the virtual register that the output is.
func (g *generator) outputOf(i ssa.InstrID) (reg uint32, component uint8, ok bool) {
	if g.w.form != nil {
		return 0, 0, false
	}
	f := g.f
	mask := f.Field(i, "mask")
	n := f.Comps(f.Arg(i, 0))
	bits, known := f.KnownBits(f.Arg(i, 1), 0)
	if n == 0 || !known || mask != 0 && mask != 1<<n-1 {
		return 0, 0, false
	}
	at := uint32(bits) + f.Field(i, "base")
	for k := range f.Shader.Vars {
		v := &f.Shader.Vars[k]
		if v.Mode != ssa.ModeShaderOut || !v.HasAt || v.At != at {
			continue
		}
		e := g.w.elementOf(f.Shader, k)
		if e == nil || g.storesOf(v.At) != 1 || g.nine != nil && (g.nine.pixel || e.SystemValue == dxbc.ValuePosition) {
			return 0, 0, false
		}
		return g.fixed(e, n, uint8(f.Field(i, "component"))), 0, true
	}
	return 0, 0, false
}

// storesOf is the number of stores to the output at a slot.
func (g *generator) storesOf(slot uint32) (n int) {
	f := g.f
	for _, i := range g.plan.order {
		if f.Op(i) == op.StoreOutput {
			if bits, ok := f.KnownBits(f.Arg(i, 1), 0); ok && uint32(bits)+f.Field(i, "base") == slot {
				n++
			}
		}
	}
	return n
}

// fixed is a virtual register that is an output.
func (g *generator) fixed(e *element, n int, component uint8) uint32 {
	reg := g.newReg(n)
	r := &g.regs[reg]
	r.fixed, r.kind, r.output = true, e.kind, e.Register
	for k := range r.lanes {
		if e.kind == dxbc.Output {
			r.lanes[k] = min(3, firstLane(e.Mask)+component+uint8(k))
		}
	}
	return reg
}

func (g *generator) storeOutput(i ssa.InstrID) {
	if g.w.form != nil {
		g.storeStage(i)
		return
	}
	f := g.f
	e := g.slotElement(i, ssa.ModeShaderOut, f.Arg(i, 1))
	if e == nil {
		g.unsupported("an output that isn't declared")
		return
	}
	n := f.Comps(f.Arg(i, 0))
	component := uint8(f.Field(i, "component"))
	mask := uint8(f.Field(i, "mask"))
	if mask == 0 {
		mask = 1<<n - 1
	}
	e.used |= mask << component
	v := g.src(i, 0)
	if v.kind == dxbc.Temp && g.regs[v.reg].fixed {
		return // it was computed there
	}
	g.put(dxbc.OpMov, 1, g.temp(g.fixed(e, n, component)).masked(mask), v)
}

// pack gives elements their registers, as FXC does.
func (w *Writer) pack(list []element, linkage dxbc.Linkage) {
	var slots []dxbc.Slot
	for k := range list {
		if e := &list[k]; e.kind == dxbc.Input || e.kind == dxbc.Output {
			e.Mask = 1<<e.width - 1
			if n := len(slots); e.declared != 0 && e.Index > 0 && n > 0 { // an array of tessellation factors
				slots[n-1].Rows++
				continue
			}
			slots = append(slots, dxbc.Slot{Element: e.Element, Rows: 1, Interpolation: e.interp})
		}
	}
	packed, ok := dxbc.Pack(linkage, slots)
	if !ok {
		w.unsupported("inputs or outputs in more than 32 registers", w.entry.Span)
	}
	for i := range packed {
		for k := range list {
			if e := &list[k]; e.Semantic == packed[i].Semantic && e.Index == packed[i].Index {
				e.Register, e.Mask = packed[i].Register, packed[i].Mask
			}
		}
	}
}
