package spirv

// This file writes entry points: their input and output variables, execution
// modes and interfaces (sections 2.17 and 3.6).
//
// SPIR-V's entry points have neither parameters nor results. Each parameter, result or
// member of one that is bound becomes a variable; the function loads its inputs at the
// start and stores its outputs at its returns.

import (
	"fmt"

	"slices"

	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// ioVar is one input or output variable.
type ioVar struct {
	id      id
	ty      ir.TypeID // of the value
	element bool      // the variable is an array of one element
	relaxed bool      // 16 bits are enough
}

// builtInRow is SPIR-V's form of a built-in value.
type builtInRow struct {
	builtIn    spirv.BuiltIn
	known      bool
	capability spirv.Capability // 0: none beyond Shader
}

func plainBuiltIn(b spirv.BuiltIn) builtInRow { return builtInRow{b, true, 0} }
func builtInWith(b spirv.BuiltIn, c spirv.Capability) builtInRow {
	return builtInRow{b, true, c}
}

// builtIns lists the built-in values. Values without a row are lowered before, or don't
// exist in SPIR-V.
var builtIns = [...]builtInRow{
	ir.BuiltInPosition:             plainBuiltIn(spirv.BuiltInPosition), // in fragments: FragCoord
	ir.BuiltInViewIndex:            builtInWith(spirv.BuiltInViewIndex, spirv.CapabilityMultiView),
	ir.BuiltInBaseInstance:         builtInWith(spirv.BuiltInBaseInstance, spirv.CapabilityDrawParameters),
	ir.BuiltInBaseVertex:           builtInWith(spirv.BuiltInBaseVertex, spirv.CapabilityDrawParameters),
	ir.BuiltInClipDistances:        builtInWith(spirv.BuiltInClipDistance, spirv.CapabilityClipDistance),
	ir.BuiltInCullDistances:        builtInWith(spirv.BuiltInCullDistance, spirv.CapabilityCullDistance),
	ir.BuiltInInstanceIndex:        plainBuiltIn(spirv.BuiltInInstanceIndex),
	ir.BuiltInPointSize:            plainBuiltIn(spirv.BuiltInPointSize),
	ir.BuiltInVertexIndex:          plainBuiltIn(spirv.BuiltInVertexIndex),
	ir.BuiltInDrawIndex:            builtInWith(spirv.BuiltInDrawIndex, spirv.CapabilityDrawParameters),
	ir.BuiltInFragDepth:            plainBuiltIn(spirv.BuiltInFragDepth),
	ir.BuiltInPointCoord:           plainBuiltIn(spirv.BuiltInPointCoord),
	ir.BuiltInFrontFacing:          plainBuiltIn(spirv.BuiltInFrontFacing),
	ir.BuiltInPrimitiveIndex:       builtInWith(spirv.BuiltInPrimitiveId, spirv.CapabilityGeometry),
	ir.BuiltInBarycentric:          builtInWith(spirv.BuiltInBaryCoordKHR, spirv.CapabilityFragmentBarycentricKHR),
	ir.BuiltInSampleIndex:          builtInWith(spirv.BuiltInSampleId, spirv.CapabilitySampleRateShading),
	ir.BuiltInSamplePosition:       builtInWith(spirv.BuiltInSamplePosition, spirv.CapabilitySampleRateShading),
	ir.BuiltInSampleMask:           plainBuiltIn(spirv.BuiltInSampleMask),
	ir.BuiltInHelperInvocation:     plainBuiltIn(spirv.BuiltInHelperInvocation),
	ir.BuiltInGlobalInvocationID:   plainBuiltIn(spirv.BuiltInGlobalInvocationId),
	ir.BuiltInLocalInvocationID:    plainBuiltIn(spirv.BuiltInLocalInvocationId),
	ir.BuiltInLocalInvocationIndex: plainBuiltIn(spirv.BuiltInLocalInvocationIndex),
	ir.BuiltInWorkgroupID:          plainBuiltIn(spirv.BuiltInWorkgroupId),
	ir.BuiltInNumWorkgroups:        plainBuiltIn(spirv.BuiltInNumWorkgroups),
	ir.BuiltInNumSubgroups:         builtInWith(spirv.BuiltInNumSubgroups, spirv.CapabilityGroupNonUniform),
	ir.BuiltInSubgroupID:           builtInWith(spirv.BuiltInSubgroupId, spirv.CapabilityGroupNonUniform),
	ir.BuiltInSubgroupSize:         builtInWith(spirv.BuiltInSubgroupSize, spirv.CapabilityGroupNonUniform),
	ir.BuiltInSubgroupInvocationID: builtInWith(spirv.BuiltInSubgroupLocalInvocationId, spirv.CapabilityGroupNonUniform),
	ir.BuiltInLayer:                plainBuiltIn(spirv.BuiltInLayer),         // capability by stage
	ir.BuiltInViewportIndex:        plainBuiltIn(spirv.BuiltInViewportIndex), // likewise
	ir.BuiltInStencilRef:           builtInWith(spirv.BuiltInFragStencilRefEXT, spirv.CapabilityStencilExportEXT),
	ir.BuiltInDeviceIndex:          builtInWith(spirv.BuiltInDeviceIndex, spirv.CapabilityDeviceGroup),
	ir.BuiltInShadingRate:          builtInWith(spirv.BuiltInShadingRateKHR, spirv.CapabilityFragmentShadingRateKHR),
	ir.BuiltInPrimitiveShadingRate: builtInWith(spirv.BuiltInPrimitiveShadingRateKHR, spirv.CapabilityFragmentShadingRateKHR),
	ir.BuiltInFullyCovered:         builtInWith(spirv.BuiltInFullyCoveredEXT, spirv.CapabilityFragmentFullyCoveredEXT),
	ir.BuiltInWarpsPerSM:           builtInWith(spirv.BuiltInWarpsPerSMNV, spirv.CapabilityShaderSMBuiltinsNV),
	ir.BuiltInSMCount:              builtInWith(spirv.BuiltInSMCountNV, spirv.CapabilityShaderSMBuiltinsNV),
	ir.BuiltInWarpID:               builtInWith(spirv.BuiltInWarpIDNV, spirv.CapabilityShaderSMBuiltinsNV),
	ir.BuiltInSMID:                 builtInWith(spirv.BuiltInSMIDNV, spirv.CapabilityShaderSMBuiltinsNV),
	ir.BuiltInCoreID:               builtInWith(spirv.BuiltInCoreIDARM, spirv.CapabilityCoreBuiltinsARM),
	ir.BuiltInCoreCount:            builtInWith(spirv.BuiltInCoreCountARM, spirv.CapabilityCoreBuiltinsARM),
	ir.BuiltInCoreMaxID:            builtInWith(spirv.BuiltInCoreMaxIDARM, spirv.CapabilityCoreBuiltinsARM),
	ir.BuiltInCoreWarpID:           builtInWith(spirv.BuiltInWarpIDARM, spirv.CapabilityCoreBuiltinsARM),
	ir.BuiltInCoreWarpMaxID:        builtInWith(spirv.BuiltInWarpMaxIDARM, spirv.CapabilityCoreBuiltinsARM),
	ir.BuiltInCullPrimitive:        plainBuiltIn(spirv.BuiltInCullPrimitiveEXT), // these have the capability of their stage
	ir.BuiltInPointIndex:           plainBuiltIn(spirv.BuiltInPrimitivePointIndicesEXT),
	ir.BuiltInLineIndices:          plainBuiltIn(spirv.BuiltInPrimitiveLineIndicesEXT),
	ir.BuiltInTriangleIndices:      plainBuiltIn(spirv.BuiltInPrimitiveTriangleIndicesEXT),
	ir.BuiltInInvocationID:         plainBuiltIn(spirv.BuiltInInvocationId),
	ir.BuiltInPatchVertices:        plainBuiltIn(spirv.BuiltInPatchVertices),
	ir.BuiltInTessLevelOuter:       plainBuiltIn(spirv.BuiltInTessLevelOuter),
	ir.BuiltInTessLevelInner:       plainBuiltIn(spirv.BuiltInTessLevelInner),
	ir.BuiltInTessCoord:            plainBuiltIn(spirv.BuiltInTessCoord),
	ir.BuiltInRayInvocationID:      plainBuiltIn(spirv.BuiltInLaunchIdKHR),
	ir.BuiltInNumRayInvocations:    plainBuiltIn(spirv.BuiltInLaunchSizeKHR),
	ir.BuiltInInstanceCustomData:   plainBuiltIn(spirv.BuiltInInstanceCustomIndexKHR),
	ir.BuiltInInstanceID:           plainBuiltIn(spirv.BuiltInInstanceId),
	ir.BuiltInGeometryIndex:        plainBuiltIn(spirv.BuiltInRayGeometryIndexKHR),
	ir.BuiltInWorldRayOrigin:       plainBuiltIn(spirv.BuiltInWorldRayOriginKHR),
	ir.BuiltInWorldRayDirection:    plainBuiltIn(spirv.BuiltInWorldRayDirectionKHR),
	ir.BuiltInObjectRayOrigin:      plainBuiltIn(spirv.BuiltInObjectRayOriginKHR),
	ir.BuiltInObjectRayDirection:   plainBuiltIn(spirv.BuiltInObjectRayDirectionKHR),
	ir.BuiltInRayTMin:              plainBuiltIn(spirv.BuiltInRayTminKHR),
	ir.BuiltInRayTCurrentMax:       plainBuiltIn(spirv.BuiltInRayTmaxKHR),
	ir.BuiltInObjectToWorld:        plainBuiltIn(spirv.BuiltInObjectToWorldKHR),
	ir.BuiltInWorldToObject:        plainBuiltIn(spirv.BuiltInWorldToObjectKHR),
	ir.BuiltInHitKind:              plainBuiltIn(spirv.BuiltInHitKindKHR),
	ir.BuiltInIncomingRayFlags:     plainBuiltIn(spirv.BuiltInIncomingRayFlagsKHR),
	ir.BuiltInCullMask:             builtInWith(spirv.BuiltInCullMaskKHR, spirv.CapabilityRayCullMaskKHR),

	ir.BuiltInHitTriangleVertexPositions: builtInWith(spirv.BuiltInHitTriangleVertexPositionsKHR, spirv.CapabilityRayTracingPositionFetchKHR),
	ir.BuiltInRayTime:                    builtInWith(spirv.BuiltInCurrentRayTimeNV, spirv.CapabilityRayTracingMotionBlurNV),
	ir.BuiltInClusterID:                  builtInWith(spirv.BuiltInClusterIDNV, spirv.CapabilityRayTracingClusterAccelerationStructureNV),
	ir.BuiltInHitIsSphere:                builtInWith(spirv.BuiltInHitIsSphereNV, spirv.CapabilityRayTracingSpheresGeometryNV),
	ir.BuiltInHitIsLSS:                   builtInWith(spirv.BuiltInHitIsLSSNV, spirv.CapabilityRayTracingLinearSweptSpheresGeometryNV),
	ir.BuiltInHitSpherePosition:          builtInWith(spirv.BuiltInHitSpherePositionNV, spirv.CapabilityRayTracingSpheresGeometryNV),
	ir.BuiltInHitSphereRadius:            builtInWith(spirv.BuiltInHitSphereRadiusNV, spirv.CapabilityRayTracingSpheresGeometryNV),
	ir.BuiltInHitLSSPositions:            builtInWith(spirv.BuiltInHitLSSPositionsNV, spirv.CapabilityRayTracingLinearSweptSpheresGeometryNV),
	ir.BuiltInHitLSSRadii:                builtInWith(spirv.BuiltInHitLSSRadiiNV, spirv.CapabilityRayTracingLinearSweptSpheresGeometryNV),
	ir.BuiltInHitMicroVertexPositions:    builtInWith(spirv.BuiltInHitMicroTriangleVertexPositionsNV, spirv.CapabilityRayTracingDisplacementMicromapNV),
	ir.BuiltInHitMicroVertexBarycentrics: builtInWith(spirv.BuiltInHitMicroTriangleVertexBarycentricsNV, spirv.CapabilityRayTracingDisplacementMicromapNV),
	ir.BuiltInViewportMask:               builtInWith(spirv.BuiltInViewportMaskNV, spirv.CapabilityShaderViewportMaskNV),
	ir.BuiltInSecondaryPosition:          builtInWith(spirv.BuiltInSecondaryPositionNV, spirv.CapabilityShaderStereoViewNV),
	ir.BuiltInSecondaryViewportMask:      builtInWith(spirv.BuiltInSecondaryViewportMaskNV, spirv.CapabilityShaderStereoViewNV),
	ir.BuiltInPositionPerView:            builtInWith(spirv.BuiltInPositionPerViewNV, spirv.CapabilityPerViewAttributesNV),
	ir.BuiltInViewportMaskPerView:        builtInWith(spirv.BuiltInViewportMaskPerViewNV, spirv.CapabilityPerViewAttributesNV),
	ir.BuiltInFrontMicroTriangleKind:     builtInWith(spirv.BuiltInHitKindFrontFacingMicroTriangleNV, spirv.CapabilityRayTracingDisplacementMicromapNV),
	ir.BuiltInBackMicroTriangleKind:      builtInWith(spirv.BuiltInHitKindBackFacingMicroTriangleNV, spirv.CapabilityRayTracingDisplacementMicromapNV),
}

// entryState is the facts that the body of an entry point needs.
type entryState struct {
	stage   ir.Stage
	strides ir.FeedbackStrides
	inputs  [][]ioVar // by parameter
	outputs []ioVar
	loaded  [][]id   // the inputs' values, once loaded
	reads   [][]bool // which inputs are read, see findReads; empty: all may be
	depth   bool     // frag_depth is written
	stencil bool     // stencil_ref is written
}

// openEntry declares the variables of an entry point.
func (w *Writer) openEntry(ep *ir.EntryPoint, f *ir.Function) *entryState {
	e := &w.entry
	e.stage, e.strides, e.depth, e.stencil = ep.Stage, ep.Setup().Feedback, false, false
	e.inputs, e.loaded = e.inputs[:0], e.loaded[:0]
	w.interfaceVars = w.interfaceVars[:0]
	if c := stageCapability(ep.Stage); c != 0 {
		w.need(c)
	}
	w.findReads(f, ep.Function)
	for i := range f.Args {
		a := &f.Args[i]
		w.span = a.Span
		e.inputs = append(e.inputs, w.ioVars(a.Name, a.Type, &a.Binding, ep.Stage, i))
		e.loaded = append(e.loaded, nil)
	}
	if ep.Stage == ir.StageFragment {
		w.fragments = append(w.fragments, fragmentEntry{ep.Function, slices.Clone(e.inputs)})
	}
	e.outputs = nil
	if f.Result != 0 {
		w.span = f.Span
		e.outputs = w.ioVars("", f.Result, &f.ResultBinding, ep.Stage, isOutput)
	}
	return e
}

// findReads notes which inputs of an entry point whose body is in SSA form are read. An
// unread input needs no variable, unless it makes the pipeline shade samples.
func (w *Writer) findReads(f *ir.Function, id ir.FuncID) {
	e := &w.entry
	e.reads = e.reads[:0]
	if !w.fromSSA() {
		return
	}
	for i := range f.Args {
		n := 1
		if f.Args[i].Binding.Kind == ir.NoBinding {
			if s := w.m.StructOf(f.Args[i].Type); s != nil {
				n = len(s.Members)
			}
		}
		e.reads = append(e.reads, make([]bool, n))
	}
	if w.entry.stage == ir.StageFragment && w.pullsOutside(id) {
		for _, reads := range e.reads {
			for k := range reads {
				reads[k] = true
			}
		}
		return
	}
	g := w.ssa.shader.Funcs[id]
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			if g.Op(i) == op.Interpolate {
				word := g.Word(i, 0)
				if in, ok := w.m.InputAt(f, word>>8, word>>4&15); ok {
					e.reads[in.Arg][max(in.Member, 0)] = true
				}
			}
			if g.Op(i) != op.Param {
				continue
			}
			reads := e.reads[g.IndexOf(i)]
			parts := f.Args[g.IndexOf(i)].Binding.Kind == ir.NoBinding // else it is one variable
			for u := g.FirstUse(i); u != 0; u = g.NextUse(u) {
				if user, _ := g.UserOf(u); parts && user != 0 && g.Op(user) == op.Extract {
					reads[g.IndexOf(user)] = true
					continue
				}
				for k := range reads {
					reads[k] = true
				}
			}
		}
	}
}

// pullsOutside reports whether a function other than an entry point's interpolates inputs,
// if bodies are in SSA form.
func (w *Writer) pullsOutside(id ir.FuncID) bool {
	for ; len(w.pulling) < 2 && w.pullsSeen < len(w.ssa.shader.Funcs); w.pullsSeen++ {
		if g := w.ssa.shader.Funcs[w.pullsSeen]; g != nil && interpolates(g) {
			w.pulling = append(w.pulling, ir.FuncID(w.pullsSeen))
		}
	}
	return len(w.pulling) > 1 || len(w.pulling) == 1 && w.pulling[0] != id
}

// interpolates reports whether a function interpolates an input.
func interpolates(g *ssa.Function) bool {
	if !g.MayHave(op.Interpolate) {
		return false
	}
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			if g.Op(i) == op.Interpolate {
				return true
			}
		}
	}
	return false
}

// interpolate is an input interpolated elsewhere. Callees of an entry point take its
// variable; there must be one entry point then.
func (w *Writer) interpolate(t ir.TypeID, v ir.Interpolate, at id) id {
	f := w.f
	inputs := w.entry.inputs
	if !w.inEntry {
		if len(w.fragments) != 1 {
			w.fail("an interpolation in a function that several entry points may call")
			return w.zero(t)
		}
		f, inputs = w.m.Func(w.fragments[0].function), w.fragments[0].inputs
	}
	in, ok := w.m.InputAt(f, v.Location, v.Component)
	if !ok || w.m.Types.ScalarOf(t) != ir.F32 {
		w.fail("an interpolation of " + w.m.TypeName(t))
		return w.zero(t)
	}
	from := inputs[in.Arg][max(in.Member, 0)].id
	if from == 0 {
		w.fail("an interpolation of an input that isn't declared")
		return w.zero(t)
	}
	w.need(spirv.CapabilityInterpolationFunction)
	switch v.Op {
	case ir.InterpolateCentroid:
		return w.glslInst(spirv.GLSLInterpolateAtCentroid, w.typ(t), from)
	case ir.InterpolateSample:
		return w.glslInst(spirv.GLSLInterpolateAtSample, w.typ(t), from, at)
	case ir.InterpolateOffset:
		return w.glslInst(spirv.GLSLInterpolateAtOffset, w.typ(t), from, at)
	}
	panic(fmt.Sprintf("an interpolation at the place %d", v.Op))
}

// fragmentEntry is an entry point of the fragment stage that was begun.
type fragmentEntry struct {
	function ir.FuncID
	inputs   [][]ioVar
}

// isOutput stands for the result in place of a parameter.
const isOutput = -1

// ioVars declares the variables of one parameter or result.
func (w *Writer) ioVars(name string, t ir.TypeID, b *ir.Binding, stage ir.Stage, argument int) []ioVar {
	output := argument == isOutput
	reads := func(k int, b *ir.Binding) bool {
		return output || len(w.entry.reads) == 0 || w.entry.reads[argument][k] ||
			b.Sampling == ir.SampleSample || b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInSampleIndex || b.BuiltIn == ir.BuiltInSamplePosition)
	}
	if b.Kind != ir.NoBinding {
		if !reads(0, b) {
			return w.ioVarOf(ioVar{ty: t})
		}
		return w.ioVarOf(w.ioVar(name, t, b, stage, output))
	}
	s := w.m.StructOf(t)
	if s == nil {
		w.fail("an entry point's parameter or result has no binding")
		return nil
	}
	vars := w.ioMemory.Take(len(s.Members))
	for i := range s.Members {
		if !reads(i, &s.Members[i].Binding) {
			vars[i] = ioVar{ty: s.Members[i].Type}
			continue
		}
		vars[i] = w.ioVar(s.Members[i].Name, s.Members[i].Type, &s.Members[i].Binding, stage, output)
	}
	return vars
}

func (w *Writer) ioVarOf(v ioVar) []ioVar {
	list := w.ioMemory.Take(1)
	list[0] = v
	return list
}

func (w *Writer) ioVar(name string, t ir.TypeID, b *ir.Binding, stage ir.Stage, output bool) ioVar {
	class := spirv.StorageClassInput
	if output {
		class = spirv.StorageClassOutput
	}
	v := ioVar{id: w.out.NewID(), ty: t, relaxed: b.Relaxed && b.Kind == ir.BindLocation}
	if w.narrowParts(t)&(1<<1) != 0 {
		w.need(spirv.CapabilityStorageInputOutput16)
	}
	pointee := w.typ(t)
	if b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInSampleMask {
		v.element = true
		pointee = w.intern(spirv.OpTypeArray, 0, pointee, w.u32(1))
	}
	w.out.Globals.Op3(spirv.OpVariable, w.pointerType(class, pointee), v.id, uint32(class))
	w.interfaceVars = append(w.interfaceVars, v.id)
	if w.names && w.opts.LabelVaryings {
		if b.Link.Name != "" && b.Link.Parts == 0 {
			name = b.Link.Name
		}
		w.out.Name(v.id, name)
	}
	integer := w.m.Types.ScalarOf(t).IsInteger() || w.m.Types.ScalarOf(t) == ir.F64
	switch b.Kind {
	case ir.BindBuiltIn:
		w.decorateBuiltIn(v.id, b, stage, output)
		if integer && stage.IO(output) == ir.Varyings && !output {
			w.out.Decorate(v.id, spirv.DecorationFlat)
		}
	case ir.BindLocation:
		w.decorateLocation(v.id, b, stage, output, integer)
	default:
		w.fail("an entry point's input or output has no binding")
	}
	if output {
		w.captureAt(b, &w.entry.strides, func(d spirv.Decoration, operand uint32) { w.out.Decorate(v.id, d, operand) })
	}
	return v
}

// builtIn is the row of a built-in value; a value without one fails.
func (e *emitter) builtIn(b ir.BuiltIn) (row builtInRow, ok bool) {
	if int(b) < len(builtIns) {
		row = builtIns[b]
	}
	if !row.known {
		e.fail("the built-in value " + b.String() + " has no form in SPIR-V")
	}
	return row, row.known
}

func (w *Writer) decorateBuiltIn(v id, b *ir.Binding, stage ir.Stage, output bool) {
	row, ok := w.builtIn(b.BuiltIn)
	if !ok {
		return
	}
	if row.capability != 0 && (b.BuiltIn != ir.BuiltInPrimitiveIndex || stageCapability(stage) == 0) {
		w.need(row.capability)
	}
	switch b.BuiltIn {
	case ir.BuiltInPosition:
		if stage == ir.StageFragment {
			row.builtIn = spirv.BuiltInFragCoord
		}
		if b.Invariant && output {
			w.out.Decorate(v, spirv.DecorationInvariant)
		}
	case ir.BuiltInFragDepth:
		w.entry.depth = true
	case ir.BuiltInStencilRef:
		w.entry.stencil = true
	case ir.BuiltInHelperInvocation:
		if w.version >= version16 { // a demote changes it
			w.out.Decorate(v, spirv.DecorationVolatile)
		}
	case ir.BuiltInBarycentric:
		if b.Interpolation == ir.InterpolateLinear {
			row.builtIn = spirv.BuiltInBaryCoordNoPerspKHR
		}
	case ir.BuiltInLayer:
		w.needLayer(spirv.CapabilityShaderLayer, stage)
		if b.Relative {
			w.need(spirv.CapabilityShaderViewportMaskNV)
			w.out.Decorate(v, spirv.DecorationViewportRelativeNV)
		}
	case ir.BuiltInViewportIndex:
		w.needLayer(spirv.CapabilityShaderViewportIndex, stage)
	}
	w.out.Decorate(v, spirv.DecorationBuiltIn, uint32(row.builtIn))
}

// needLayer requires the layer or viewport index: fragments read it as geometry shaders
// write it; for vertices to write it is an extension that is core since SPIR-V 1.5.
func (w *Writer) needLayer(core spirv.Capability, stage ir.Stage) {
	switch {
	case stage == ir.StageFragment && core == spirv.CapabilityShaderViewportIndex:
		w.need(spirv.CapabilityMultiViewport)
	case stage == ir.StageFragment:
		w.need(spirv.CapabilityGeometry)
	case w.version >= version15:
		w.need(core)
	default:
		w.need(spirv.CapabilityShaderViewportIndexLayerEXT)
	}
}

// decorateLocation sets the location of a varying and its interpolation, which inputs of
// fragments and outputs for them have.
func (w *Writer) decorateLocation(v id, b *ir.Binding, stage ir.Stage, output, integer bool) {
	w.out.Decorate(v, spirv.DecorationLocation, b.Location)
	if b.Component != 0 {
		w.out.Decorate(v, spirv.DecorationComponent, uint32(b.Component))
	}
	if b.HasBlendSrc {
		w.out.Decorate(v, spirv.DecorationIndex, uint32(b.BlendSrc))
	}
	if b.PerPrimitive {
		w.need(spirv.CapabilityMeshShadingEXT)
		w.out.Decorate(v, spirv.DecorationPerPrimitiveEXT)
	}
	if b.Relaxed {
		w.out.Decorate(v, spirv.DecorationRelaxedPrecision)
	}
	if stage.IO(output) != ir.Varyings {
		return
	}
	switch b.Interpolation {
	case ir.InterpolateLinear:
		w.out.Decorate(v, spirv.DecorationNoPerspective)
	case ir.InterpolateFlat:
		w.out.Decorate(v, spirv.DecorationFlat)
	case ir.InterpolatePerVertex:
		if !output {
			w.need(spirv.CapabilityFragmentBarycentricKHR)
			w.out.Decorate(v, spirv.DecorationPerVertexKHR)
		}
	case ir.DefaultInterpolation, ir.InterpolatePerspective:
		if integer {
			w.out.Decorate(v, spirv.DecorationFlat)
		}
	default:
		panic(fmt.Sprintf("the interpolation %d", b.Interpolation))
	}
	switch b.Sampling {
	case ir.SampleCentroid:
		w.out.Decorate(v, spirv.DecorationCentroid)
	case ir.SampleSample:
		w.need(spirv.CapabilitySampleRateShading)
		w.out.Decorate(v, spirv.DecorationSample)
	case ir.DefaultSampling, ir.SampleCenter, ir.SampleFirst, ir.SampleEither: // of the center, or of a vertex
	default:
		panic(fmt.Sprintf("the sampling %d", b.Sampling))
	}
}

// loadInput reads an input variable.
func (w *Writer) loadInput(v *ioVar) id {
	from := v.id
	if v.element {
		from = w.inst2(spirv.OpAccessChain, w.pointerType(spirv.StorageClassInput, w.typ(v.ty)), v.id, w.u32(0))
	}
	x := w.inst1(spirv.OpLoad, w.typ(v.ty), from)
	w.relaxIf(x, v.relaxed)
	return x
}

// storeOutput writes an output variable.
func (w *Writer) storeOutput(v *ioVar, value id) {
	to := v.id
	if v.element {
		to = w.inst2(spirv.OpAccessChain, w.pointerType(spirv.StorageClassOutput, w.typ(v.ty)), v.id, w.u32(0))
	}
	w.code.Op2(spirv.OpStore, to, value)
}

// input is the value of an entry point's parameter, or of a member of it.
// Values are loaded at the start of the function, so that they can be used
// everywhere.
func (w *Writer) input(argument, member int) id {
	e := &w.entry
	if e.loaded[argument] == nil {
		e.loaded[argument] = make([]id, len(e.inputs[argument]))
	}
	v := &e.loaded[argument][member]
	if *v == 0 {
		w.enterPrologue()
		*v = w.loadInput(&e.inputs[argument][member])
		w.leavePrologue()
	}
	return *v
}

// argument is the value of a parameter of the function being written.
func (w *Writer) argument(i int) id {
	if !w.inEntry {
		return w.args[i]
	}
	a := &w.f.Args[i]
	if a.Binding.Kind != ir.NoBinding {
		return w.input(i, 0)
	}
	if w.args[i] == 0 && len(w.entry.inputs[i]) > 0 {
		for k := range w.entry.inputs[i] {
			w.input(i, k)
		}
		w.enterPrologue()
		w.args[i] = w.inst(spirv.OpCompositeConstruct, w.typ(a.Type), w.entry.loaded[i]...)
		w.leavePrologue()
	}
	return w.args[i]
}

// returnOutputs stores the value that an entry point returns.
func (w *Writer) returnOutputs(x ir.ExprID) {
	outputs := w.entry.outputs
	if w.f.ResultBinding.Kind != ir.NoBinding {
		w.storeOutput(&outputs[0], w.value(x))
		return
	}
	var parts []ir.ExprID
	if w.f.Kind(x) == ir.KindCompose {
		parts = w.f.Compose(x).Components
	}
	for i := range outputs {
		v := &outputs[i]
		if parts != nil {
			w.storeOutput(v, w.value(parts[i]))
		} else {
			w.storeOutput(v, w.extract(v.ty, w.value(x), uint32(i)))
		}
	}
}

// closeEntry writes OpEntryPoint and the execution modes. The interface lists
// inputs and outputs; since SPIR-V 1.4 all variables that the entry point's call
// tree uses (section 3.42.5).
func (w *Writer) closeEntry(ep *ir.EntryPoint, f id, interfaceVars []id, used []ir.GlobalID) {
	s := &w.out.EntryPoints
	s.Begin(spirv.OpEntryPoint)
	s.Word(ep.Stage.Info().Model)
	s.Word(f)
	s.String(ep.Name)
	s.Words(interfaceVars...)
	for _, g := range used {
		if space := w.m.Globals[g].Space; w.version >= version14 || space == ir.SpaceInput || space == ir.SpaceOutput {
			s.Word(w.global(g).id)
		}
	}
	s.End()
	w.floatModes(ep, f)
	w.feedbackMode(ep, f)
	w.derivativeMode(ep, f)
	switch ep.Stage {
	case ir.StageVertex:
	case ir.StageFragment:
		w.fragmentModes(ep, f)
	case ir.StageCompute:
		w.workgroupSize(ep, f)
	default:
		w.stageModes(ep, f, used)
	}
}

// derivativeMode writes how the invocations of a workgroup form quads.
func (w *Writer) derivativeMode(ep *ir.EntryPoint, f id) {
	mode, capability := spirv.ExecutionModeDerivativeGroupQuadsKHR, spirv.CapabilityComputeDerivativeGroupQuadsKHR
	switch ep.DerivativeGroup {
	case ir.NoDerivativeGroup:
		return
	case ir.DerivativeGroupLinear:
		mode, capability = spirv.ExecutionModeDerivativeGroupLinearKHR, spirv.CapabilityComputeDerivativeGroupLinearKHR
	}
	w.need(capability)
	w.out.ExecutionModes.Op2(spirv.OpExecutionMode, f, uint32(mode))
}

// floatModes writes the rules for floating-point numbers.
func (w *Writer) floatModes(ep *ir.EntryPoint, f id) {
	for _, x := range [...]struct {
		rule       ir.FloatModes
		mode       spirv.ExecutionMode
		capability spirv.Capability
	}{
		{ir.FloatPreserve, spirv.ExecutionModeSignedZeroInfNanPreserve, spirv.CapabilitySignedZeroInfNanPreserve},
		{ir.FloatDenormals, spirv.ExecutionModeDenormPreserve, spirv.CapabilityDenormPreserve},
		{ir.FloatFlush, spirv.ExecutionModeDenormFlushToZero, spirv.CapabilityDenormFlushToZero},
		{ir.FloatRoundEven, spirv.ExecutionModeRoundingModeRTE, spirv.CapabilityRoundingModeRTE},
	} {
		for _, bits := range [...]int{16, 32, 64} {
			if ep.Floats&x.rule.For(bits) != 0 {
				w.need(x.capability)
				w.out.ExecutionModes.Op3(spirv.OpExecutionMode, f, uint32(x.mode), uint32(bits))
			}
		}
	}
}

// interlocks are the modes of critical sections.
var interlocks = [...]struct {
	mode       spirv.ExecutionMode
	capability spirv.Capability
}{
	ir.InterlockPixelOrdered:         {spirv.ExecutionModePixelInterlockOrderedEXT, spirv.CapabilityFragmentShaderPixelInterlockEXT},
	ir.InterlockPixelUnordered:       {spirv.ExecutionModePixelInterlockUnorderedEXT, spirv.CapabilityFragmentShaderPixelInterlockEXT},
	ir.InterlockSampleOrdered:        {spirv.ExecutionModeSampleInterlockOrderedEXT, spirv.CapabilityFragmentShaderSampleInterlockEXT},
	ir.InterlockSampleUnordered:      {spirv.ExecutionModeSampleInterlockUnorderedEXT, spirv.CapabilityFragmentShaderSampleInterlockEXT},
	ir.InterlockShadingRateOrdered:   {spirv.ExecutionModeShadingRateInterlockOrderedEXT, spirv.CapabilityFragmentShaderShadingRateInterlockEXT},
	ir.InterlockShadingRateUnordered: {spirv.ExecutionModeShadingRateInterlockUnorderedEXT, spirv.CapabilityFragmentShaderShadingRateInterlockEXT},
}

func (w *Writer) fragmentModes(ep *ir.EntryPoint, f id) {
	mode := func(m spirv.ExecutionMode) { w.out.ExecutionModes.Op2(spirv.OpExecutionMode, f, uint32(m)) }
	mode(spirv.ExecutionModeOriginUpperLeft)
	if w.entry.depth {
		mode(spirv.ExecutionModeDepthReplacing)
	}
	if w.entry.stencil {
		mode(spirv.ExecutionModeStencilRefReplacingEXT)
	}
	if ep.PostDepthCoverage {
		w.need(spirv.CapabilitySampleMaskPostDepthCoverage)
		mode(spirv.ExecutionModePostDepthCoverage)
	}
	if ep.Interlock != ir.NoInterlock {
		x := interlocks[ep.Interlock]
		w.need(x.capability)
		mode(x.mode)
	}
	relation := ep.EarlyDepth
	if relation == ir.EarlyDepthForce {
		mode(spirv.ExecutionModeEarlyFragmentTests)
	}
	if relation <= ir.EarlyDepthForce {
		relation = w.m.ResultDepth(w.m.Func(ep.Function))
	}
	switch relation {
	case ir.EarlyDepthGreaterEqual:
		mode(spirv.ExecutionModeDepthGreater)
	case ir.EarlyDepthLessEqual:
		mode(spirv.ExecutionModeDepthLess)
	case ir.EarlyDepthUnchanged:
		mode(spirv.ExecutionModeDepthUnchanged)
	case ir.EarlyDepthDefault:
	default:
		panic(fmt.Sprintf("the depth test %d", relation))
	}
}

// workgroupSize writes a workgroup's size. If the pipeline may change it, it is
// LocalSizeId, or before SPIR-V 1.6 a constant decorated as WorkgroupSize, which takes
// precedence over LocalSize.
func (w *Writer) workgroupSize(ep *ir.EntryPoint, f id) {
	sizes := [3]uint32{}
	ids := [3]id{}
	special := false
	for i := range sizes {
		sizes[i] = max(1, ep.WorkgroupSize[i])
		if x := ep.WorkgroupSizeExpr[i]; x != 0 && w.m.Consts.Kind(ir.ExprID(x)) == ir.KindLiteral {
			sizes[i] = uint32(w.m.Consts.LiteralBits(ir.ExprID(x)))
		} else if x != 0 {
			ids[i] = w.unsignedConstant(x)
			special = special || !w.isConstant(ids[i])
			if w.isConstant(ids[i]) {
				sizes[i] = uint32(w.constantBits(ids[i]))
			}
		}
	}
	for i := range ids {
		if special && ids[i] == 0 {
			ids[i] = w.u32(sizes[i])
		}
	}
	switch {
	case !special:
		w.out.ExecutionModes.Op5(spirv.OpExecutionMode, f, uint32(spirv.ExecutionModeLocalSize), sizes[0], sizes[1], sizes[2])
	case w.version >= version16:
		w.out.ExecutionModes.Op5(spirv.OpExecutionModeId, f, uint32(spirv.ExecutionModeLocalSizeId), ids[0], ids[1], ids[2])
	default:
		if w.workgroupSizes++; w.workgroupSizes > 1 {
			w.needVersion(version16, "more than one workgroup size that the pipeline sets")
		}
		w.out.ExecutionModes.Op5(spirv.OpExecutionMode, f, uint32(spirv.ExecutionModeLocalSize), sizes[0], sizes[1], sizes[2])
		size := w.moduleCompose(ir.VectorOf(ir.U32, 3), ids[:])
		w.out.Decorate(size, spirv.DecorationBuiltIn, uint32(spirv.BuiltInWorkgroupSize))
	}
}

// unsignedConstant is a module-scope i32 or u32 expression as u32.
func (w *Writer) unsignedConstant(x ir.ConstID) id {
	v := w.moduleConstant(ir.ExprID(x))
	if v == 0 {
		w.fail("a workgroup size that overrides enter by other than arithmetic of integers: with values for them (--override) it can be written")
		return w.u32(1)
	}
	w.checkLength("a workgroup size", x)
	t := w.m.Consts.TypeOf(ir.ExprID(x))
	if t != ir.TypeU32 {
		if w.isConstant(v) {
			return w.u32(uint32(w.constantBits(v)))
		}
		v = w.specConvert(ir.TypeU32, t, v)
	}
	return v
}
