package dxil

// This file makes the signatures of entry points, and the loads and stores of their elements.

import (
	"cmp"
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// An element is an element of a signature.
type element struct {
	binding   ir.Binding
	name      string
	index     uint32
	kind      dxil.SemanticKind
	component uint8
	interp    dxbc.Interpolation
	width     uint8
	row       int32 // -1: it has no register
	rows      uint8 // registers behind the first, of tessellation factors
	stream    uint8 // of vertices, in geometry shaders
	column    int8
	used      uint8 // components that are read or written, from the first
	value     dxbc.SystemValue
	scalar    ir.Scalar
}

// narrow reports whether components have 16 bits.
func (e *element) narrow() bool {
	return e.component == componentF16 || e.component == componentI16 || e.component == componentU16
}

// A systemValue is a built-in value in signatures.
type systemValue struct {
	name  string
	kind  dxil.SemanticKind
	value dxbc.SystemValue
	alone bool // it has no register
	model Profile
}

var systemValues = [ir.BuiltInCount]systemValue{
	ir.BuiltInPosition:       {"SV_Position", dxil.SemanticPosition, dxbc.ValuePosition, false, Profile60},
	ir.BuiltInClipDistances:  {"SV_ClipDistance", dxil.SemanticClipDistance, dxbc.ValueClipDistance, false, Profile60},
	ir.BuiltInCullDistances:  {"SV_CullDistance", dxil.SemanticCullDistance, dxbc.ValueCullDistance, false, Profile60},
	ir.BuiltInInstanceIndex:  {"SV_InstanceID", dxil.SemanticInstanceID, dxbc.ValueInstanceID, false, Profile60},
	ir.BuiltInVertexIndex:    {"SV_VertexID", dxil.SemanticVertexID, dxbc.ValueVertexID, false, Profile60},
	ir.BuiltInPointSize:      {"PSIZE", dxil.SemanticArbitrary, dxbc.ValueUndefined, false, Profile60},
	ir.BuiltInFragDepth:      {"SV_Depth", dxil.SemanticDepth, dxbc.SignatureDepth, true, Profile60},
	ir.BuiltInFrontFacing:    {"SV_IsFrontFace", dxil.SemanticFrontFace, dxbc.ValueUndefined, false, Profile60}, // it shares registers with others
	ir.BuiltInPrimitiveIndex: {"SV_PrimitiveID", dxil.SemanticPrimitiveID, dxbc.ValuePrimitiveID, false, Profile60},
	ir.BuiltInSampleIndex:    {"SV_SampleIndex", dxil.SemanticSampleIndex, dxbc.ValueSampleIndex, true, Profile60},
	ir.BuiltInSampleMask:     {"SV_Coverage", dxil.SemanticCoverage, dxbc.SignatureCoverage, true, Profile60},
	ir.BuiltInLayer:          {"SV_RenderTargetArrayIndex", dxil.SemanticTargetArrayIndex, dxbc.ValueRenderTargetArrayIndex, false, Profile60},
	ir.BuiltInViewportIndex:  {"SV_ViewportArrayIndex", dxil.SemanticViewportIndex, dxbc.ValueViewportArrayIndex, false, Profile60},
	ir.BuiltInStencilRef:     {"SV_StencilRef", dxil.SemanticStencilRef, dxbc.SignatureStencilRef, true, Profile60},
	ir.BuiltInCullPrimitive:  {"SV_CullPrimitive", dxil.SemanticCullPrimitive, dxbc.ValueUndefined, true, Profile65},
	ir.BuiltInBarycentric:    {"SV_Barycentrics", dxil.SemanticBarycentrics, dxbc.ValueUndefined, true, Profile61},
}

// Values of the system that functions give, and no signature.
var invocationValues = [ir.BuiltInCount]dxil.Op{
	ir.BuiltInGlobalInvocationID:   dxil.OpThreadId,
	ir.BuiltInLocalInvocationID:    dxil.OpThreadIdInGroup,
	ir.BuiltInWorkgroupID:          dxil.OpGroupId,
	ir.BuiltInLocalInvocationIndex: dxil.OpFlattenedThreadIdInGroup,
	ir.BuiltInSampleIndex:          dxil.OpSampleIndex,
	ir.BuiltInSampleMask:           dxil.OpCoverage,
	ir.BuiltInViewIndex:            dxil.OpViewID,
	ir.BuiltInSubgroupSize:         dxil.OpWaveGetLaneCount,
	ir.BuiltInSubgroupInvocationID: dxil.OpWaveGetLaneIndex,
	ir.BuiltInHelperInvocation:     dxil.OpIsHelperLane,
}

const (
	colors     = ir.Colors
	attributes = ir.Attributes
)

// maxTargets is how many render targets Direct3D has.
const maxTargets = 8

// findInterface fills w.inputs and w.outputs from the entry point of the module.
func (w *Writer) findInterface(m *ir.Module) {
	f := m.Func(w.entry.Function)
	w.inputs, w.outputs, w.patch = w.inputs[:0], w.outputs[:0], w.patch[:0]
	if w.form != nil {
		w.findStageInterface(m)
		return
	}
	if w.isLibrary() {
		for i := range f.Args {
			if a := &f.Args[i]; a.Binding.Kind != ir.BindBuiltIn || rayValues[a.Binding.BuiltIn] == 0 {
				w.unsupported("the input "+a.Name, a.Span)
			}
		}
		return
	}
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
	for _, list := range [][]element{w.inputs, w.outputs} { // the order of names in containers
		slices.SortStableFunc(list, func(a, b element) int { return cmp.Compare(min(b.row, 0), min(a.row, 0)) })
	}
	info := w.entry.Stage.Info()
	if w.limitsDepth() {
		for k := range w.inputs {
			if e := &w.inputs[k]; e.kind == dxil.SemanticPosition && !w.perSample() {
				e.interp = dxbc.InterpolationNoPerspectiveCentroid // the validator asks for it
			}
		}
	}
	if info.Inputs == attributes {
		w.pack(w.inputs, dxbc.LinkageVertices)
	} else {
		w.pack(w.inputs, dxbc.LinkageFirst)
	}
	if info.Outputs != colors {
		w.pack(w.outputs, dxbc.LinkageFirst)
	}
}

// limitsDepth reports whether the depth that is written only grows or only shrinks.
func (w *Writer) limitsDepth() bool {
	for k := range w.outputs {
		if kind := w.outputs[k].kind; kind == dxil.SemanticDepthGreaterEqual || kind == dxil.SemanticDepthLessEqual {
			return true
		}
	}
	return false
}

// perSample reports whether the shader runs for each sample.
func (w *Writer) perSample() bool {
	for k := range w.inputs {
		switch e := &w.inputs[k]; {
		case w.entry.Stage != ir.StageFragment:
		case e.kind == dxil.SemanticSampleIndex, e.interp == dxbc.InterpolationLinearSample, e.interp == dxbc.InterpolationNoPerspectiveSample:
			return true
		}
	}
	return false
}

// addElement adds an input or output.
func (w *Writer) addElement(m *ir.Module, list *[]element, output bool, b *ir.Binding, t ir.TypeID, span diag.Span) {
	info := w.entry.Stage.Info()
	scalar := m.Types.At(t).Scalar
	width := m.Types.ComponentCount(t)
	if b.Kind == ir.NoBinding {
		return
	}
	if b.Kind == ir.BindBuiltIn && !output {
		if op := invocationValues[b.BuiltIn]; op != 0 && (info.Workgroups || systemValues[b.BuiltIn].name == "" || b.BuiltIn == ir.BuiltInSampleMask) {
			w.checkValue(b.BuiltIn, span)
			return
		}
	}
	if width == 0 || scalar.Bits() == 64 || scalar.Bits() == 8 {
		w.unsupported("an input or output of type "+m.TypeName(t), span)
		return
	}
	e := element{binding: *b, width: uint8(width), row: -1, column: -1, component: componentOf(scalar), scalar: scalar}
	toColors := output && info.Outputs == colors
	if b.Kind == ir.BindBuiltIn {
		if !w.builtIn(&e, *list, b, output, span) {
			return
		}
	} else {
		w.located(m, &e, b, toColors, output, span)
	}
	if w.form != nil || !output && info.Inputs == ir.Varyings || output && info.Outputs == ir.Varyings {
		e.interp = direct3d.InterpolationOf(b, e.scalar.IsFloat())
	}
	*list = append(*list, e)
}

// checkValue notes a built-in value that a later shader model has.
func (w *Writer) checkValue(b ir.BuiltIn, span diag.Span) {
	switch b {
	case ir.BuiltInViewIndex:
		w.needs(Profile61, "the built-in value "+b.String(), span)
	case ir.BuiltInHelperInvocation:
		w.needs(Profile66, "the built-in value "+b.String(), span)
	}
}

// builtIn describes an element that is a built-in value.
func (w *Writer) builtIn(e *element, list []element, b *ir.Binding, output bool, span diag.Span) bool {
	v := systemValues[b.BuiltIn]
	if v.name == "" || w.entry.Stage.Info().Workgroups && !w.isMesh() {
		w.unsupported("the built-in value "+b.BuiltIn.String(), span)
		return false
	}
	w.needs(v.model, "the built-in value "+b.BuiltIn.String(), span)
	e.name, e.kind, e.value = v.name, v.kind, v.value
	if !v.alone {
		e.row = 0
	}
	for k := range list {
		if list[k].binding.Kind == ir.BindBuiltIn && list[k].binding.BuiltIn == b.BuiltIn {
			e.index++
		}
	}
	switch b.BuiltIn {
	case ir.BuiltInFragDepth:
		switch b.Depth {
		case ir.EarlyDepthGreaterEqual:
			e.name, e.kind = "SV_DepthGreaterEqual", dxil.SemanticDepthGreaterEqual
		case ir.EarlyDepthLessEqual:
			e.name, e.kind = "SV_DepthLessEqual", dxil.SemanticDepthLessEqual
		}
	case ir.BuiltInPosition, ir.BuiltInPointSize, ir.BuiltInClipDistances, ir.BuiltInCullDistances, ir.BuiltInBarycentric:
	case ir.BuiltInCullPrimitive:
		e.component = componentI1
	default:
		e.component = componentU32
	}
	return true
}

// located describes an element at a location.
func (w *Writer) located(m *ir.Module, e *element, b *ir.Binding, toColors, output bool, span diag.Span) {
	if b.Component != 0 {
		w.unsupported("components of a location", span)
	}
	e.index, e.row = b.Location, 0
	switch {
	case toColors:
		e.name, e.kind, e.value = "SV_Target", dxil.SemanticTarget, dxbc.SignatureTarget
		if b.HasBlendSrc {
			if !m.BlendsPairs() {
				w.unsupported("outputs with a blend source that aren't two of one type, at location 0 and alone", span)
			}
			e.index = uint32(b.BlendSrc)
		}
		if e.index >= maxTargets {
			w.unsupported(fmt.Sprintf("a color output at location %d, which is past SV_Target%d", e.index, maxTargets-1), span)
		}
		e.row, e.column = int32(e.index), 0
	default:
		e.name, e.index = direct3d.SemanticOf(b, w.opts.Semantic)
	}
	for k := range w.opts.Semantics {
		if s := &w.opts.Semantics[k]; !toColors && s.Location == b.Location && s.Output == output {
			e.name, e.index = s.Name, s.Index
		}
	}
	if e.scalar == ir.Bool {
		w.unsupported("a bool at a location", span)
	}
}

// rank orders the elements in a register: elements at locations, values of the system, and values
// that are generated for an invocation (arb, sv and sgv, as the validator names them).
func (w *Writer) rank(e *element) uint8 {
	switch e.kind {
	case dxil.SemanticArbitrary:
		return 0
	case dxil.SemanticPrimitiveID:
		if w.isMesh() { // it is the shader's own there
			return 1
		}
		return 2
	case dxil.SemanticFrontFace, dxil.SemanticInstanceID, dxil.SemanticVertexID:
		return 2
	}
	return 1
}

// pack gives elements their registers, as DXC does.
func (w *Writer) pack(list []element, linkage dxbc.Linkage) {
	var slots []dxbc.Slot
	for k := range list {
		if e := &list[k]; e.row >= 0 {
			s := dxbc.Slot{Rows: 1 + int(e.rows), Interpolation: e.interp, Narrow: e.narrow(), Rank: w.rank(e)}
			s.Element = dxbc.Element{Semantic: e.name, Index: e.index, Mask: 1<<e.width - 1, SystemValue: e.value}
			slots = append(slots, s)
		}
	}
	packed, ok := dxbc.Pack(linkage, slots)
	if !ok {
		w.unsupported("inputs or outputs in more than 32 registers", w.entry.Span)
	}
	for i := range packed {
		for k := range list {
			if e := &list[k]; e.name == packed[i].Semantic && e.index == packed[i].Index {
				e.row, e.column = int32(packed[i].Register), int8(firstLane(packed[i].Mask))
			}
		}
	}
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

// elementOf is the number of the element of a variable of the SSA form, or -1.
func (w *Writer) elementOf(s *ssa.Shader, k int) int {
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
				return j
			}
			n--
		}
	}
	return -1
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

// slotElement is the number of the element at a slot of the inputs or outputs, or -1.
func (g *generator) slotElement(i ssa.InstrID, mode ssa.Mode, slot ssa.Value) int {
	f := g.f
	bits, ok := f.KnownBits(slot, 0)
	if !ok {
		g.unsupported("inputs or outputs by an index")
		return -1
	}
	at := uint32(bits) + f.Field(i, "base")
	for k := range f.Shader.Vars {
		if v := &f.Shader.Vars[k]; v.Mode == mode && v.HasAt && v.At == at {
			return g.w.elementOf(f.Shader, k)
		}
	}
	return -1
}

// elementType is the type of an element's components.
func (g *generator) elementType(e *element) llvm.Type {
	switch e.component {
	case componentF32:
		return g.f32
	case componentF16:
		return g.out.Of(llvm.Half)
	case componentI16, componentU16:
		return g.out.IntType(16)
	}
	return g.i32
}

// readElement reads the components of an element as a value of the SSA form.
func (g *generator) readElement(i ssa.InstrID, n int, component uint8, read func(t llvm.Type, n, column llvm.Value) llvm.Value) {
	if n < 0 {
		g.unsupported("an input that isn't declared")
		g.zeros(i)
		return
	}
	e := &g.w.inputs[n]
	t := g.elementType(e)
	k := kindOf(g.scalarOf(i))
	g.each(i, func(c int) llvm.Value {
		e.used |= 1 << (int(component) + c)
		v := g.once(onceKey{op: onceInput, a: uint32(n), b: uint32(component) + uint32(c), c: uint32(i) * g.inputKey(i), t: t}, func() llvm.Value {
			return read(t, g.out.I32(int64(n)), g.out.I8(int64(component)+int64(c)))
		})
		if k == truth {
			return g.add(llvm.OpICmp, llvm.INE, g.i1, v, g.out.I32(0))
		}
		return g.as(v, k)
	})
}

// inputKey is 1 of loads that interpolate, and 0 of others, which have one result.
func (g *generator) inputKey(i ssa.InstrID) uint32 {
	if g.f.Op(i) == op.LoadInterpolatedInput {
		return 1
	}
	return 0
}

func (g *generator) loadInput(i ssa.InstrID) {
	f := g.f
	if g.w.form != nil {
		g.loadStage(i)
		return
	}
	n := g.slotElement(i, ssa.ModeShaderIn, f.Arg(i, f.NumSrcs(i)-1))
	g.readElement(i, n, uint8(f.Field(i, "component")), g.plainInput)
}

// plainInput calls the function that reads an input.
func (g *generator) plainInput(t llvm.Type, n, column llvm.Value) llvm.Value {
	return g.call(dxil.OpLoadInput, t, n, g.out.I32(0), column, g.undef())
}

// interpolate reads an input that is interpolated elsewhere.
func (g *generator) interpolate(i ssa.InstrID) {
	f := g.f
	n := g.slotElement(i, ssa.ModeShaderIn, f.Arg(i, f.NumSrcs(i)-1))
	at := f.Arg(i, 0)
	zero := g.out.I32(0)
	read := g.plainInput
	switch where := op.Barycentric(f.Field(at, "at")); where {
	case op.BarycentricPixel:
	case op.BarycentricSample:
		read = func(t llvm.Type, n, column llvm.Value) llvm.Value {
			return g.call(dxil.OpEvalSampleIndex, t, n, zero, column, g.call(dxil.OpSampleIndex, g.i32))
		}
	case op.BarycentricCentroid:
		read = func(t llvm.Type, n, column llvm.Value) llvm.Value {
			return g.call(dxil.OpEvalCentroid, t, n, zero, column)
		}
	case op.BarycentricAtSample:
		sample := g.component(f.Arg(at, 0), 0, whole)
		read = func(t llvm.Type, n, column llvm.Value) llvm.Value {
			return g.call(dxil.OpEvalSampleIndex, t, n, zero, column, sample)
		}
	case op.BarycentricAtOffset:
		var by [2]llvm.Value // in sixteenths of a pixel
		for k := range by {
			v := g.flagged(llvm.OpMul, 0, llvm.Fast, g.f32, g.component(f.Arg(at, 0), k, real), g.out.F32(16))
			by[k] = g.add(llvm.OpFPToSI, 0, g.i32, g.call(dxil.OpRoundNi, g.f32, v))
		}
		read = func(t llvm.Type, n, column llvm.Value) llvm.Value {
			return g.call(dxil.OpEvalSnapped, t, n, zero, column, by[0], by[1])
		}
	default:
		g.unsupported("interpolation at " + fmt.Sprint(where))
	}
	g.readElement(i, n, uint8(f.Field(i, "component")), read)
}

// systemValue reads a built-in value.
func (g *generator) systemValue(i ssa.InstrID) {
	f := g.f
	b := ir.BuiltIn(f.Field(i, "value"))
	if g.rayValue(i, b) || g.stageValue(i, b) {
		return
	}
	for n := range g.w.inputs {
		e := &g.w.inputs[n]
		if e.binding.Kind != ir.BindBuiltIn || e.binding.BuiltIn != b {
			continue
		}
		if invocationValues[b] == 0 {
			g.readElement(i, n, 0, g.plainInput)
			return
		}
		break // the signature has it, but a function reads it
	}
	code := invocationValues[b]
	if code == 0 {
		g.unsupported("the built-in value " + b.String())
		g.zeros(i)
		return
	}
	k := kindOf(g.scalarOf(i))
	g.each(i, func(c int) llvm.Value {
		v := g.once(onceKey{op: onceValue, a: uint32(code), b: uint32(c)}, func() llvm.Value {
			switch code {
			case dxil.OpThreadId, dxil.OpThreadIdInGroup, dxil.OpGroupId:
				return g.call(code, g.i32, g.out.I32(int64(c)))
			case dxil.OpWaveGetLaneCount:
				return g.call(code, 0)
			case dxil.OpWaveGetLaneIndex:
				return g.lane()
			case dxil.OpIsHelperLane:
				return g.call(code, g.i1)
			}
			return g.call(code, g.i32)
		})
		return g.as(v, k)
	})
}

func (g *generator) storeOutput(i ssa.InstrID) {
	f := g.f
	if g.w.form != nil {
		g.storeStage(i)
		return
	}
	k := g.slotElement(i, ssa.ModeShaderOut, f.Arg(i, 1))
	if k < 0 {
		g.unsupported("an output that isn't declared")
		return
	}
	e := &g.w.outputs[k]
	n := g.width(f.Arg(i, 0))
	component := int(f.Field(i, "component"))
	mask := f.Field(i, "mask")
	if mask == 0 {
		mask = 1<<n - 1
	}
	t := g.elementType(e)
	for c := range n {
		if mask>>c&1 == 0 {
			continue
		}
		e.used |= 1 << (component + c)
		g.call(dxil.OpStoreOutput, t, g.out.I32(int64(k)), g.out.I32(0), g.out.I8(int64(component+c)), g.src(i, 0, c, g.kindOfType(t)))
	}
}
