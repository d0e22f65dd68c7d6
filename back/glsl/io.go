package glsl

// This file writes inputs and outputs of the entry point: variables of module
// scope, and built-in variables.

import (
	"strconv"

	"refract/diag"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/reuse"
	"refract/ir"
)

// builtIn is the variable of a built-in value.
type builtIn struct {
	name   string
	scalar ir.Scalar // of the variable; NoScalar: the value's own
	need   feature
}

// builtInInputs are the built-in values that are read.
var builtInInputs = [ir.BuiltInCount]builtIn{
	ir.BuiltInPosition:             {"gl_FragCoord", ir.NoScalar, noFeature},
	ir.BuiltInViewIndex:            {"gl_ViewID_OVR", ir.U32, multiviews},
	ir.BuiltInBaseInstance:         {"gl_BaseInstance", ir.I32, drawParameters},
	ir.BuiltInBaseVertex:           {"gl_BaseVertex", ir.I32, drawParameters},
	ir.BuiltInClipDistances:        {"gl_ClipDistance", ir.NoScalar, clipDistances},
	ir.BuiltInCullDistances:        {"gl_CullDistance", ir.NoScalar, cullDistances},
	ir.BuiltInInstanceIndex:        {"gl_InstanceID", ir.I32, instanceIndices},
	ir.BuiltInVertexIndex:          {"gl_VertexID", ir.I32, vertexIndices},
	ir.BuiltInDrawIndex:            {"gl_DrawID", ir.I32, drawParameters},
	ir.BuiltInPointCoord:           {"gl_PointCoord", ir.NoScalar, pointCoordinates},
	ir.BuiltInFrontFacing:          {"gl_FrontFacing", ir.NoScalar, noFeature},
	ir.BuiltInPrimitiveIndex:       {"gl_PrimitiveID", ir.I32, primitiveIDs},
	ir.BuiltInBarycentric:          {"gl_BaryCoordEXT", ir.NoScalar, barycentrics},
	ir.BuiltInSampleIndex:          {"gl_SampleID", ir.I32, sampleVariables},
	ir.BuiltInSamplePosition:       {"gl_SamplePosition", ir.NoScalar, sampleVariables},
	ir.BuiltInSampleMask:           {"gl_SampleMaskIn[0]", ir.I32, sampleMaskIn},
	ir.BuiltInHelperInvocation:     {"gl_HelperInvocation", ir.NoScalar, helperInvocation},
	ir.BuiltInGlobalInvocationID:   {"gl_GlobalInvocationID", ir.NoScalar, noFeature},
	ir.BuiltInLocalInvocationID:    {"gl_LocalInvocationID", ir.NoScalar, noFeature},
	ir.BuiltInLocalInvocationIndex: {"gl_LocalInvocationIndex", ir.NoScalar, noFeature},
	ir.BuiltInWorkgroupID:          {"gl_WorkGroupID", ir.NoScalar, noFeature},
	ir.BuiltInNumWorkgroups:        {"gl_NumWorkGroups", ir.NoScalar, noFeature},
	ir.BuiltInNumSubgroups:         {"gl_NumSubgroups", ir.NoScalar, subgroupBasic},
	ir.BuiltInSubgroupID:           {"gl_SubgroupID", ir.NoScalar, subgroupBasic},
	ir.BuiltInSubgroupSize:         {"gl_SubgroupSize", ir.NoScalar, subgroupBasic},
	ir.BuiltInSubgroupInvocationID: {"gl_SubgroupInvocationID", ir.NoScalar, subgroupBasic},
	ir.BuiltInLayer:                {"gl_Layer", ir.I32, fragmentLayers},
	ir.BuiltInViewportIndex:        {"gl_ViewportIndex", ir.I32, fragmentViewports},
	ir.BuiltInDeviceIndex:          {"gl_DeviceIndex", ir.I32, deviceGroups},
	ir.BuiltInShadingRate:          {"gl_ShadingRateEXT", ir.I32, shadingRates},
	ir.BuiltInFullyCovered:         {"gl_FragFullyCoveredNV", ir.NoScalar, fullyCovered},
	ir.BuiltInWarpsPerSM:           {"gl_WarpsPerSMNV", ir.NoScalar, multiprocessors},
	ir.BuiltInSMCount:              {"gl_SMCountNV", ir.NoScalar, multiprocessors},
	ir.BuiltInWarpID:               {"gl_WarpIDNV", ir.NoScalar, multiprocessors},
	ir.BuiltInSMID:                 {"gl_SMIDNV", ir.NoScalar, multiprocessors},
	ir.BuiltInCoreID:               {"gl_CoreIDARM", ir.NoScalar, shaderCores},
	ir.BuiltInCoreCount:            {"gl_CoreCountARM", ir.NoScalar, shaderCores},
	ir.BuiltInCoreMaxID:            {"gl_CoreMaxIDARM", ir.NoScalar, shaderCores},
	ir.BuiltInCoreWarpID:           {"gl_WarpIDARM", ir.NoScalar, shaderCores},
	ir.BuiltInCoreWarpMaxID:        {"gl_WarpMaxIDARM", ir.NoScalar, shaderCores},
	ir.BuiltInInvocationID:         {"gl_InvocationID", ir.I32, noFeature},
	ir.BuiltInPatchVertices:        {"gl_PatchVerticesIn", ir.I32, noFeature},
	ir.BuiltInTessCoord:            {"gl_TessCoord", ir.NoScalar, noFeature},
	ir.BuiltInRayInvocationID:      {"gl_LaunchIDEXT", ir.NoScalar, noFeature},
	ir.BuiltInNumRayInvocations:    {"gl_LaunchSizeEXT", ir.NoScalar, noFeature},
	ir.BuiltInInstanceCustomData:   {"gl_InstanceCustomIndexEXT", ir.I32, noFeature},
	ir.BuiltInInstanceID:           {"gl_InstanceID", ir.I32, noFeature},
	ir.BuiltInGeometryIndex:        {"gl_GeometryIndexEXT", ir.I32, noFeature},
	ir.BuiltInWorldRayOrigin:       {"gl_WorldRayOriginEXT", ir.NoScalar, noFeature},
	ir.BuiltInWorldRayDirection:    {"gl_WorldRayDirectionEXT", ir.NoScalar, noFeature},
	ir.BuiltInObjectRayOrigin:      {"gl_ObjectRayOriginEXT", ir.NoScalar, noFeature},
	ir.BuiltInObjectRayDirection:   {"gl_ObjectRayDirectionEXT", ir.NoScalar, noFeature},
	ir.BuiltInRayTMin:              {"gl_RayTminEXT", ir.NoScalar, noFeature},
	ir.BuiltInRayTCurrentMax:       {"gl_RayTmaxEXT", ir.NoScalar, noFeature},
	ir.BuiltInObjectToWorld:        {"gl_ObjectToWorldEXT", ir.NoScalar, noFeature},
	ir.BuiltInWorldToObject:        {"gl_WorldToObjectEXT", ir.NoScalar, noFeature},
	ir.BuiltInHitKind:              {"gl_HitKindEXT", ir.NoScalar, noFeature},
	ir.BuiltInIncomingRayFlags:     {"gl_IncomingRayFlagsEXT", ir.NoScalar, noFeature},
	ir.BuiltInCullMask:             {"gl_CullMaskEXT", ir.NoScalar, cullMasks},

	ir.BuiltInSecondaryPosition:          {"gl_SecondaryPositionNV", ir.NoScalar, stereoViews},
	ir.BuiltInPositionPerView:            {"gl_PositionPerViewNV", ir.NoScalar, perViews},
	ir.BuiltInHitTriangleVertexPositions: {"gl_HitTriangleVertexPositionsEXT", ir.NoScalar, positionFetch},
	ir.BuiltInRayTime:                    {"gl_CurrentRayTimeNV", ir.NoScalar, rayMotion},
	ir.BuiltInClusterID:                  {"gl_ClusterIDNV", ir.I32, rayClusters},
	ir.BuiltInHitIsSphere:                {"gl_HitIsSphereNV", ir.NoScalar, raySpheres},
	ir.BuiltInHitIsLSS:                   {"gl_HitIsLSSNV", ir.NoScalar, raySpheres},
	ir.BuiltInHitSpherePosition:          {"gl_HitSpherePositionNV", ir.NoScalar, raySpheres},
	ir.BuiltInHitSphereRadius:            {"gl_HitSphereRadiusNV", ir.NoScalar, raySpheres},
	ir.BuiltInHitLSSPositions:            {"gl_HitLSSPositionsNV", ir.NoScalar, raySpheres},
	ir.BuiltInHitLSSRadii:                {"gl_HitLSSRadiiNV", ir.NoScalar, raySpheres},
	ir.BuiltInHitMicroVertexPositions:    {"gl_HitMicroTriangleVertexPositionsNV", ir.NoScalar, rayMicromaps},
	ir.BuiltInHitMicroVertexBarycentrics: {"gl_HitMicroTriangleVertexBarycentricsNV", ir.NoScalar, rayMicromaps},
	ir.BuiltInFrontMicroTriangleKind:     {"gl_HitKindFrontFacingMicroTriangleNV", ir.NoScalar, rayMicromaps},
	ir.BuiltInBackMicroTriangleKind:      {"gl_HitKindBackFacingMicroTriangleNV", ir.NoScalar, rayMicromaps},
}

// builtInOutputs are the built-in values that are written.
var builtInOutputs = [ir.BuiltInCount]builtIn{
	ir.BuiltInPosition:             {"gl_Position", ir.NoScalar, noFeature},
	ir.BuiltInClipDistances:        {"gl_ClipDistance", ir.NoScalar, clipDistances},
	ir.BuiltInCullDistances:        {"gl_CullDistance", ir.NoScalar, cullDistances},
	ir.BuiltInPointSize:            {"gl_PointSize", ir.NoScalar, noFeature},
	ir.BuiltInFragDepth:            {"gl_FragDepth", ir.NoScalar, fragmentDepth},
	ir.BuiltInSampleMask:           {"gl_SampleMask[0]", ir.I32, sampleVariables},
	ir.BuiltInLayer:                {"gl_Layer", ir.I32, layers},
	ir.BuiltInViewportIndex:        {"gl_ViewportIndex", ir.I32, layers},
	ir.BuiltInStencilRef:           {"gl_FragStencilRefARB", ir.I32, stencilExport},
	ir.BuiltInPrimitiveShadingRate: {"gl_PrimitiveShadingRateEXT", ir.I32, shadingRates},

	ir.BuiltInViewportMask:          {"gl_ViewportMask", ir.NoScalar, viewportMasks},
	ir.BuiltInSecondaryPosition:     {"gl_SecondaryPositionNV", ir.NoScalar, stereoViews},
	ir.BuiltInSecondaryViewportMask: {"gl_SecondaryViewportMaskNV", ir.NoScalar, stereoViews},
	ir.BuiltInPositionPerView:       {"gl_PositionPerViewNV", ir.NoScalar, perViews},
	ir.BuiltInViewportMaskPerView:   {"gl_ViewportMaskPerViewNV", ir.NoScalar, perViews},
}

// builtIn is the variable of a built-in value; the zero builtIn if there is none.
func (w *Writer) builtIn(b *ir.Binding, output bool, span diag.Span) builtIn {
	v := builtInInputs[b.BuiltIn]
	if output {
		v = builtInOutputs[b.BuiltIn]
	}
	if v.name == "" {
		w.Unsupported("the built-in value "+b.BuiltIn.String()+" here", span)
		return v
	}
	switch {
	case b.BuiltIn == ir.BuiltInPrimitiveIndex && w.entry.Stage == ir.StageGeometry && !output:
		v.name = "gl_PrimitiveIDIn"
	case b.BuiltIn == ir.BuiltInBarycentric && b.Interpolation == ir.InterpolateLinear:
		v.name = "gl_BaryCoordNoPerspEXT"
	case v.need == fragmentDepth && w.opts.Version == essl100:
		v.name = "gl_FragDepthEXT"
	case v.need == drawParameters && !w.has(drawParameters):
		v.name += "ARB"
	}
	if w.opts.Vulkan {
		switch b.BuiltIn {
		case ir.BuiltInVertexIndex:
			v.name = "gl_VertexIndex"
		case ir.BuiltInInstanceIndex:
			v.name = "gl_InstanceIndex"
		case ir.BuiltInViewIndex:
			v = builtIn{"gl_ViewIndex", ir.I32, vulkanMultiviews}
		}
	}
	w.require(v.need, span)
	return v
}

// output is one output of the entry point.
type output struct {
	name    text.Name // of a variable; 0: built-in
	binding *ir.Binding
	ty      ir.TypeID
	span    diag.Span
	want    string
}

// declareInterface makes the names of inputs and outputs.
func (w *Writer) declareInterface() {
	f := w.main
	clear(w.wholes)
	w.inputs = reuse.Zeroed(w.inputs, len(f.Args))
	for i := range f.Args {
		a := &f.Args[i]
		if a.Binding.Kind == ir.BindLocation {
			w.inputs[i] = w.varyingName(a.Name, &a.Binding, false)
		}
	}
	w.outputs = w.outputs[:0]
	if f.Result == 0 {
		return
	}
	if f.ResultBinding.Kind != ir.NoBinding {
		w.addOutput("", &f.ResultBinding, f.Result, f.Span)
		return
	}
	s := w.M.StructOf(f.Result)
	for i := range s.Members {
		w.addOutput(s.Members[i].Name, &s.Members[i].Binding, s.Members[i].Type, s.Members[i].Span)
	}
}

func (w *Writer) addOutput(want string, b *ir.Binding, t ir.TypeID, span diag.Span) {
	o := output{binding: b, ty: t, span: span, want: want}
	if b.Kind == ir.BindLocation && !w.isOldColor() {
		o.name = w.varyingName(want, b, true)
	}
	w.outputs = append(w.outputs, o)
}

// isVarying reports whether the entry point hands a location to, or has it from,
// the other stage.
func (w *Writer) isVarying(output bool) bool { return w.entry.Stage.IO(output) == ir.Varyings }

// varyingName makes the name of an input or output: the link name, if stages and hosts find
// it by that, else the one that the stages of the module share. If the other stage finds it
// by its name and the source links by location, the name is made of its first location and
// component.
func (w *Writer) varyingName(want string, b *ir.Binding, output bool) text.Name {
	switch varying := w.isVarying(output); {
	case varying && !w.linksByName(b, output) && !w.has(varyingLocation):
		return w.Out.ModuleName(varyingWanted("", b), "", true)
	case varying && w.shared.names:
		if name := w.sharedVarying(b); name != "" {
			return w.partName(name, b, output)
		}
	case b.Link.Name != "":
		return w.partName(linkName(b.Link.Name, "varying"), b, output)
	}
	return w.Out.ModuleName(w.variableWanted(want, b), "varying", w.opts.Minify)
}

// partName makes the name of an input or output, which the parts of one variable share.
func (w *Writer) partName(name string, b *ir.Binding, output bool) text.Name {
	if w.isPart(b, output) {
		if n := w.wholes[name]; n != 0 {
			return n
		}
		n := w.fixedName(name, "varying")
		w.wholes[name] = n
		return n
	}
	return w.fixedName(name, "varying")
}

// linksByName reports whether the other stage or the host finds an input or output by the
// source's name.
func (w *Writer) linksByName(b *ir.Binding, output bool) bool {
	return b.Link.Name != "" && (b.Link.Open || w.opts.VaryingNames || !w.isVarying(output) || w.has(varyingLocation))
}

// isPart reports whether an input or output is written as a part of the variable that it
// was in the source.
func (w *Writer) isPart(b *ir.Binding, output bool) bool {
	return b.Link.Parts > 0 && b.Component == 0 && !b.HasBlendSrc && b.Interpolation != ir.InterpolatePerVertex &&
		w.linksByName(b, output) && !(output && (w.isOldColor() || w.isScattered(b))) && uint32(b.Link.Part) <= b.Location
}

// writePart writes which part of its variable an input or output is.
func (w *Writer) writePart(b *ir.Binding, output bool) {
	if w.isPart(b, output) {
		w.Out.Byte('[')
		w.Out.Uint(uint64(b.Link.Part))
		w.Out.Byte(']')
	}
}

// partText is the part as hosts give it: the columns of a matrix have the matrix's name.
func (w *Writer) partText(b *ir.Binding, output bool) string {
	if !w.isPart(b, output) || b.Link.Columns {
		return ""
	}
	return "[" + uintString(uint32(b.Link.Part)) + "]"
}

// ioDeclarator spells the type and the name of an input or output, or of the variable that
// it is a part of.
func (w *Writer) ioDeclarator(b *ir.Binding, t ir.TypeID, name text.Name, output bool) {
	o := &w.Out
	part := w.isPart(b, output)
	ty := w.M.Types.At(t)
	if part && b.Link.Columns {
		t = ir.MatrixOf(ty.Scalar, int(b.Link.Parts), int(ty.Rows))
	}
	w.relaxed(b.Relaxed, t)
	w.elementName(t)
	o.Byte(' ')
	o.Declare(name)
	if part && !b.Link.Columns {
		o.Byte('[')
		o.Uint(uint64(b.Link.Parts))
		o.Byte(']')
	}
	w.dimensions(t)
}

// variableWanted is the name that an input or output is to have which no stage hands
// to another.
func (w *Writer) variableWanted(want string, b *ir.Binding) string {
	if b.Link.Name != "" {
		return linkName(b.Link.Name, "varying")
	}
	if want == "" {
		want = "out_" + uintString(b.Location)
		if w.entry.Stage.Info().Outputs == ir.Colors {
			want = "color"
			if b.Location > 0 {
				want += uintString(b.Location)
			}
		}
	}
	return apart(want, "varying")
}

// interfaceDecls declares inputs and outputs.
func (w *Writer) interfaceDecls() {
	f := w.main
	clear(w.declaredWhole)
	first := true
	separate := func() {
		if first {
			w.Out.Blank()
			first = false
		}
	}
	for i := range f.Args {
		a := &f.Args[i]
		switch a.Binding.Kind {
		case ir.BindLocation:
			separate()
			w.location(&a.Binding, a.Type, w.inputs[i], false, a.Span)
		case ir.BindBuiltIn:
			if a.Binding.BuiltIn == ir.BuiltInClipDistances || a.Binding.BuiltIn == ir.BuiltInCullDistances {
				separate()
				w.redeclare("in ", &a.Binding, a.Type, false, a.Span)
			}
			if a.Binding.BuiltIn == ir.BuiltInPosition && w.entry.FragmentOrigin == ir.OriginUpperLeft && !w.opts.Vulkan {
				separate()
				w.require(fragmentOrigins, a.Span)
				w.Out.Str("layout(origin_upper_left) in vec4 gl_FragCoord;")
				w.Out.End()
			}
		}
	}
	w.block.reset()
	for i := range w.outputs {
		w.addBuiltIn(w.outputs[i].binding, w.outputs[i].ty)
	}
	if w.block.declared {
		separate()
		w.perVertexBlock()
	}
	for i := range w.outputs {
		v := &w.outputs[i]
		switch {
		case v.binding.Kind == ir.BindLocation && v.name == 0: // a colour that the language names
		case v.binding.Kind == ir.BindLocation:
			separate()
			w.location(v.binding, v.ty, v.name, true, v.span)
		case v.binding.BuiltIn == ir.BuiltInLayer && v.binding.Relative:
			separate()
			w.relativeLayer()
		case v.binding.BuiltIn.IsOfViews(): // their indices are constant
		case isSized(v.binding.BuiltIn):
			if w.block.declared {
				break
			}
			separate()
			w.redeclare("out ", v.binding, v.ty, true, v.span)
		case v.binding.BuiltIn == ir.BuiltInPosition && v.binding.Invariant && w.opts.Version == Version{110, false}:
			w.note("that positions are invariant, which GLSL 120 can express", v.span)
		case v.binding.BuiltIn == ir.BuiltInPosition && v.binding.Invariant:
			separate()
			w.Out.Str("invariant gl_Position;")
			w.Out.End()
		case v.binding.BuiltIn == ir.BuiltInFragDepth:
			w.depthDecl(v, separate)
		}
	}
}

// relativeLayer declares the layer anew, relative to the viewport.
func (w *Writer) relativeLayer() {
	w.require(viewportMasks, w.Span)
	w.Out.Str("layout(viewport_relative) out int gl_Layer;")
	w.Out.End()
}

// redeclare gives a built-in array its size.
func (w *Writer) redeclare(storage string, b *ir.Binding, t ir.TypeID, output bool, span diag.Span) {
	o := &w.Out
	o.Str(storage)
	if w.opts.Version.ES {
		o.Str("highp ")
	}
	w.elementName(t)
	o.Byte(' ')
	o.Str(w.builtIn(b, output, span).name)
	w.dimensions(t)
	o.Byte(';')
	o.End()
}

var depthLayouts = [...]string{ir.EarlyDepthGreaterEqual: "depth_greater", ir.EarlyDepthLessEqual: "depth_less",
	ir.EarlyDepthUnchanged: "depth_unchanged"}

// depthDecl declares the relation of the written depth to the fragment's own.
func (w *Writer) depthDecl(v *output, separate func()) {
	depth := v.binding.Depth
	if depth == ir.EarlyDepthDefault {
		depth = w.entry.EarlyDepth
	}
	if int(depth) >= len(depthLayouts) || depthLayouts[depth] == "" || !w.has(conservativeDepth) {
		return // a promise that needn't be told
	}
	separate()
	o := &w.Out
	o.Str("layout(")
	o.Str(depthLayouts[depth])
	o.Str(") out ")
	if w.opts.Version.ES {
		o.Str("highp ")
	}
	o.Str("float gl_FragDepth;")
	o.End()
}

// location declares one input or output.
func (w *Writer) location(b *ir.Binding, t ir.TypeID, name text.Name, output bool, span diag.Span) {
	o := &w.Out
	part := w.isPart(b, output)
	if part && w.declaredWhole[name] {
		return // with its first part
	}
	if part {
		w.declaredWhole[name] = true
	}
	if w.isOld() {
		w.oldLocation(b, t, name, output, span)
		return
	}
	varying := w.isVarying(output)
	if !output && !varying && w.M.Types.ScalarOf(t) == ir.F64 {
		w.require(doubleInputs, span)
	}
	byName := b.Link.Open && !w.opts.Vulkan && (!output || varying || !w.opts.Version.ES || !w.hasColors()) || !varying && !w.opts.AttributeLocations && !w.has(attributeLocation) && (!output || !w.hasColors() && b.Location == 0)

	list := layoutList{w: w}
	if !byName && (!varying || w.has(varyingLocation)) {
		if !varying {
			w.require(attributeLocation, span)
		}
		at := b.Location
		if part {
			at -= uint32(b.Link.Part)
		}
		list.add("location", at)
		if b.Component != 0 {
			w.require(enhancedLayouts, span)
			list.add("component", uint32(b.Component))
		}
		if b.HasBlendSrc {
			w.require(dualSource, span)
			list.add("index", uint32(b.BlendSrc))
		}
	}
	if output {
		f := b.Feedback
		if part && f.Captured {
			size, _ := w.M.FeedbackSize(t)
			f.Offset -= size * uint32(b.Link.Part)
		}
		list.capture(&f)
	}
	list.end()
	if varying {
		w.interpolation(b, t, span)
	}
	if b.PerPrimitive {
		w.require(meshShaders, span)
		o.Str("perprimitiveEXT ")
	}
	if output {
		o.Str("out ")
	} else {
		o.Str("in ")
	}
	w.ioDeclarator(b, t, name, output)
	o.Byte(';')
	o.End()
}

// interpolation spells how a varying is interpolated (section "Interpolation
// Qualifiers").
func (w *Writer) interpolation(b *ir.Binding, t ir.TypeID, span diag.Span) {
	o := &w.Out
	s := w.M.Types.ScalarOf(t)
	switch {
	case b.Interpolation == ir.InterpolateFlat || s.IsInteger() || s == ir.F64:
		o.Str("flat ")
	case b.Interpolation == ir.InterpolateLinear:
		w.require(noPerspective, span)
		o.Str("noperspective ")
	case b.Interpolation == ir.InterpolatePerVertex:
		if w.entry.Stage.Info().Inputs == ir.Varyings {
			w.require(barycentrics, span)
			o.Str("pervertexEXT ")
		}
	}
	switch b.Sampling {
	case ir.SampleCentroid:
		o.Str("centroid ")
	case ir.SampleSample:
		w.require(sampleInterpolation, span)
		o.Str("sample ")
	}
}

// interpolate spells an input that is interpolated elsewhere (section "Interpolation
// Functions").
func (w *Writer) interpolate(e ir.ExprID) {
	o := &w.Out
	v := w.Ex.Interpolate(e)
	w.require(interpolationFunctions, w.Ex.SpanOf(e))
	in, ok := w.M.InputAt(w.main, v.Location, v.Component)
	if !ok || in.Member >= 0 || w.inputs[in.Arg] == 0 {
		w.Unsupported("an interpolation of a value that is no separate input", w.Ex.SpanOf(e))
		return
	}
	o.Word(interpolateWords[v.Op])
	o.Byte('(')
	o.Name(w.inputs[in.Arg])
	w.writePart(&w.main.Args[in.Arg].Binding, false)
	if v.Arg != 0 {
		o.Comma()
		if v.Op == ir.InterpolateSample && w.M.Types.ScalarOf(w.Ex.TypeOf(v.Arg)) != ir.I32 {
			o.Str("int(")
			w.Expr(v.Arg, clike.AnyForm)
			o.Byte(')')
		} else {
			w.Expr(v.Arg, clike.AnyForm)
		}
	}
	o.Byte(')')
}

// input spells the value of a parameter of the entry point.
func (w *Writer) input(i int) {
	o := &w.Out
	if w.inputs[i] != 0 {
		o.Name(w.inputs[i])
		w.writePart(&w.main.Args[i].Binding, false)
		return
	}
	a := &w.main.Args[i]
	if a.Binding.Kind != ir.BindBuiltIn {
		w.Unsupported("an input without a binding", a.Span)
		return
	}
	v := w.builtIn(&a.Binding, false, a.Span)
	if s := w.M.Types.ScalarOf(a.Type); v.scalar != ir.NoScalar && v.scalar != s && !w.isSame(v.scalar, s) {
		o.Str(scalarNames[s].name)
		o.Byte('(')
		o.Str(v.name)
		o.Byte(')')
		return
	}
	o.Str(v.name)
}

// writeOutputs writes the result of the entry point: one assignment for each output, on a
// line of its own.
func (w *Writer) writeOutputs(x ir.ExprID) {
	if w.main.ResultBinding.Kind != ir.NoBinding {
		w.writeOutput(&w.outputs[0], x)
		return
	}
	for i, part := range w.main.Compose(x).Components {
		if i > 0 {
			w.Out.Line()
		}
		w.writeOutput(&w.outputs[i], part)
	}
}

func (w *Writer) writeOutput(v *output, x ir.ExprID) {
	o := &w.Out
	if v.binding.Kind == ir.BindLocation && v.name == 0 {
		w.oldColor(v, x)
		return
	}
	if v.binding.Kind == ir.BindLocation {
		o.Name(v.name)
		w.writePart(v.binding, true)
		o.Infix("=")
		w.Expr(x, anyForm)
		o.Byte(';')
		return
	}
	b := w.builtIn(v.binding, true, v.span)
	if w.M.Types.At(v.ty).Kind == ir.TypeArray && !w.IsNamed(x) && w.F.Kind(x) == ir.KindCompose {
		// Element by element, as not every compiler assigns built-in arrays.
		for i, part := range w.F.Compose(x).Components {
			if i > 0 {
				o.Line()
			}
			o.Str(b.name)
			o.Byte('[')
			o.Uint(uint64(i))
			o.Byte(']')
			o.Infix("=")
			w.Expr(part, anyForm)
			o.Byte(';')
		}
		return
	}
	if v.binding.BuiltIn.IsOfViews() && w.M.Types.At(v.ty).Kind == ir.TypeArray {
		for k := range w.M.Types.At(v.ty).Length {
			if k > 0 {
				o.Line()
			}
			index := "[" + uintString(k) + "]"
			o.Str(b.name + index)
			o.Infix("=")
			w.Expr(x, text.Forms(text.Primary))
			o.Str(index + ";")
		}
		return
	}
	o.Str(b.name)
	o.Infix("=")
	if s := w.M.Types.ScalarOf(v.ty); b.scalar != ir.NoScalar && b.scalar != s {
		o.Str(scalarNames[b.scalar].name)
		o.Byte('(')
		w.Expr(x, anyForm)
		o.Byte(')')
	} else {
		w.Expr(x, anyForm)
	}
	o.Byte(';')
}

func uintString(v uint32) string { return strconv.FormatUint(uint64(v), 10) }
