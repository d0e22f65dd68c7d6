package validate

// This file has the table of built-in inputs and outputs: the stages that have each, its
// type and its requirements.

import (
	"refract/diag"
	"refract/ir"
)

const maxBuiltIns = int(ir.BuiltInCount)

// Stages with a built-in as an input, or an output.
const (
	vertexIn    = Stages(1 << ir.StageVertex)
	fragmentIn  = Stages(1 << ir.StageFragment)
	computeIn   = computeStages
	vertexOut   = vertexIn << outShift
	fragmentOut = fragmentIn << outShift
	taskOut     = 1 << ir.StageTask << outShift
	outShift    = Stages(ir.NumStages)
)

type builtInRule struct {
	where Stages
	ty    ir.TypeID  // 0: see builtInType
	caps  Capability // 0: none
}

const (
	vec2f = ir.TypeVec2F32
	vec3f = ir.TypeVec3F32
	vec4f = ir.TypeVec4F32
	vec3u = ir.TypeVec3U32
)

var builtInRules = [maxBuiltIns]builtInRule{
	ir.BuiltInPosition:              {vertexOut | fragmentIn, vec4f, 0},
	ir.BuiltInViewIndex:             {vertexIn | fragmentIn, 0, Multiview},
	ir.BuiltInBaseInstance:          {vertexIn, ir.TypeU32, 0},
	ir.BuiltInBaseVertex:            {vertexIn, ir.TypeU32, 0},
	ir.BuiltInClipDistances:         {vertexOut | fragmentIn, 0, ClipDistances},
	ir.BuiltInCullDistances:         {vertexOut | fragmentIn, 0, CullDistances},
	ir.BuiltInInstanceIndex:         {vertexIn, ir.TypeU32, 0},
	ir.BuiltInPointSize:             {vertexOut, ir.TypeF32, 0},
	ir.BuiltInVertexIndex:           {vertexIn, ir.TypeU32, 0},
	ir.BuiltInDrawIndex:             {vertexIn | 1<<ir.StageTask | 1<<ir.StageMesh, ir.TypeU32, DrawIndex},
	ir.BuiltInFragDepth:             {fragmentOut, ir.TypeF32, 0},
	ir.BuiltInPointCoord:            {fragmentIn, vec2f, 0},
	ir.BuiltInFrontFacing:           {fragmentIn, ir.TypeBool, 0},
	ir.BuiltInPrimitiveIndex:        {fragmentIn, ir.TypeU32, PrimitiveIndex},
	ir.BuiltInBarycentric:           {fragmentIn, vec3f, Barycentrics},
	ir.BuiltInSampleIndex:           {fragmentIn, ir.TypeU32, MultisampledShading},
	ir.BuiltInSamplePosition:        {fragmentIn, vec2f, MultisampledShading},
	ir.BuiltInSampleMask:            {fragmentIn | fragmentOut, ir.TypeU32, 0},
	ir.BuiltInHelperInvocation:      {fragmentIn, ir.TypeBool, 0},
	ir.BuiltInGlobalInvocationID:    {computeIn, vec3u, 0},
	ir.BuiltInLocalInvocationID:     {computeIn, vec3u, 0},
	ir.BuiltInLocalInvocationIndex:  {computeIn, ir.TypeU32, 0},
	ir.BuiltInWorkgroupID:           {computeIn, vec3u, 0},
	ir.BuiltInWorkgroupSize:         {computeIn, vec3u, 0},
	ir.BuiltInNumWorkgroups:         {computeIn, vec3u, 0},
	ir.BuiltInGlobalInvocationIndex: {computeIn, ir.TypeU32, 0},
	ir.BuiltInWorkgroupIndex:        {computeIn, ir.TypeU32, 0},
	ir.BuiltInNumSubgroups:          {computeIn, ir.TypeU32, Subgroups},
	ir.BuiltInSubgroupID:            {computeIn, ir.TypeU32, Subgroups},
	ir.BuiltInSubgroupSize:          {computeIn | fragmentIn | vertexIn, ir.TypeU32, Subgroups},
	ir.BuiltInSubgroupInvocationID:  {computeIn | fragmentIn | vertexIn, ir.TypeU32, Subgroups},
	ir.BuiltInLayer:                 {vertexOut | fragmentIn, ir.TypeU32, LayerAndViewport},
	ir.BuiltInViewportIndex:         {vertexOut | fragmentIn, ir.TypeU32, LayerAndViewport},
	ir.BuiltInStencilRef:            {fragmentOut, ir.TypeU32, StencilExport},
	ir.BuiltInDeviceIndex:           {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInShadingRate:           {fragmentIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInPrimitiveShadingRate:  {vertexOut, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInFullyCovered:          {fragmentIn, ir.TypeBool, HardwareBuiltIns},
	ir.BuiltInWarpsPerSM:            {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInSMCount:               {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInWarpID:                {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInSMID:                  {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreID:                {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreCount:             {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreMaxID:             {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreWarpID:            {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreWarpMaxID:         {vertexIn | fragmentIn | computeIn, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInMeshTaskSize:          {taskOut, vec3u, MeshShader},
	ir.BuiltInCullPrimitive:         {0, ir.TypeBool, MeshShader},
	ir.BuiltInPointIndex:            {0, ir.TypeU32, MeshShader},
	ir.BuiltInLineIndices:           {0, ir.TypeVec2U32, MeshShader},
	ir.BuiltInTriangleIndices:       {0, vec3u, MeshShader},
	ir.BuiltInVertexCount:           {0, ir.TypeU32, MeshShader},
	ir.BuiltInVertices:              {0, 0, MeshShader},
	ir.BuiltInPrimitiveCount:        {0, ir.TypeU32, MeshShader},
	ir.BuiltInPrimitives:            {0, 0, MeshShader},

	ir.BuiltInRayInvocationID:    {rayStages, vec3u, RayTracingPipeline},
	ir.BuiltInNumRayInvocations:  {rayStages, vec3u, RayTracingPipeline},
	ir.BuiltInInstanceCustomData: {hitStages | betweenHits, ir.TypeU32, RayTracingPipeline},
	ir.BuiltInInstanceID:         {hitStages | betweenHits, ir.TypeU32, RayTracingPipeline},
	ir.BuiltInGeometryIndex:      {hitStages | betweenHits, ir.TypeU32, RayTracingPipeline},
	ir.BuiltInWorldRayOrigin:     {hitStages | betweenHits | missStage, vec3f, RayTracingPipeline},
	ir.BuiltInWorldRayDirection:  {hitStages | betweenHits | missStage, vec3f, RayTracingPipeline},
	ir.BuiltInObjectRayOrigin:    {hitStages | betweenHits, vec3f, RayTracingPipeline},
	ir.BuiltInObjectRayDirection: {hitStages | betweenHits, vec3f, RayTracingPipeline},
	ir.BuiltInRayTMin:            {hitStages | betweenHits | missStage, ir.TypeF32, RayTracingPipeline},
	ir.BuiltInRayTCurrentMax:     {hitStages | betweenHits | missStage, ir.TypeF32, RayTracingPipeline},
	ir.BuiltInObjectToWorld:      {hitStages | betweenHits, ir.TypeMat4x3F32, RayTracingPipeline},
	ir.BuiltInWorldToObject:      {hitStages | betweenHits, ir.TypeMat4x3F32, RayTracingPipeline},
	ir.BuiltInHitKind:            {hitStages, ir.TypeU32, RayTracingPipeline},
	ir.BuiltInIncomingRayFlags:   {hitStages | betweenHits | missStage, ir.TypeU32, RayTracingPipeline},
	ir.BuiltInCullMask:           {hitStages | betweenHits | missStage, ir.TypeU32, RayTracingPipeline},
	ir.BuiltInInvocationID:       {geometryStage | controlStage, ir.TypeU32, 0},
	ir.BuiltInPatchVertices:      {controlStage | evalStage, ir.TypeU32, 0},
	ir.BuiltInTessCoord:          {evalStage, vec3f, 0},
	ir.BuiltInTessLevelOuter:     {0, 0, TessellationShader},
	ir.BuiltInTessLevelInner:     {0, 0, TessellationShader},

	ir.BuiltInHitTriangleVertexPositions: {hitStages, 0, RayTracingPipeline},
	ir.BuiltInRayTime:                    {hitStages | betweenHits | missStage, ir.TypeF32, RayMotion},
	ir.BuiltInClusterID:                  {hitStages, ir.TypeU32, RayPrimitives},
	ir.BuiltInHitIsSphere:                {hitStages, ir.TypeBool, RayPrimitives},
	ir.BuiltInHitIsLSS:                   {hitStages, ir.TypeBool, RayPrimitives},
	ir.BuiltInHitSpherePosition:          {hitStages, vec3f, RayPrimitives},
	ir.BuiltInHitSphereRadius:            {hitStages, ir.TypeF32, RayPrimitives},
	ir.BuiltInHitLSSPositions:            {hitStages, 0, RayPrimitives},
	ir.BuiltInHitLSSRadii:                {hitStages, 0, RayPrimitives},
	ir.BuiltInHitMicroVertexPositions:    {hitStages, 0, RayPrimitives},
	ir.BuiltInHitMicroVertexBarycentrics: {hitStages, 0, RayPrimitives},
	ir.BuiltInFrontMicroTriangleKind:     {hitStages, ir.TypeU32, RayPrimitives},
	ir.BuiltInBackMicroTriangleKind:      {hitStages, ir.TypeU32, RayPrimitives},
	ir.BuiltInViewportMask:               {vertexOut, 0, HardwareBuiltIns},
	ir.BuiltInSecondaryPosition:          {vertexOut, vec4f, HardwareBuiltIns},
	ir.BuiltInSecondaryViewportMask:      {vertexOut, 0, HardwareBuiltIns},
	ir.BuiltInPositionPerView:            {vertexOut, 0, HardwareBuiltIns},
	ir.BuiltInViewportMaskPerView:        {vertexOut, 0, HardwareBuiltIns},
}

// builtInArrays are the types of built-in values that are arrays of a fixed length.
var builtInArrays = [maxBuiltIns]struct {
	of     ir.TypeID
	length uint32
}{
	ir.BuiltInTessLevelOuter:             {ir.TypeF32, 4},
	ir.BuiltInTessLevelInner:             {ir.TypeF32, 2},
	ir.BuiltInHitTriangleVertexPositions: {vec3f, 3},
	ir.BuiltInHitLSSPositions:            {vec3f, 2},
	ir.BuiltInHitLSSRadii:                {ir.TypeF32, 2},
	ir.BuiltInHitMicroVertexPositions:    {vec3f, 3},
	ir.BuiltInHitMicroVertexBarycentrics: {vec2f, 3},
}

// maxViews bounds the views of a value, and the words of a mask.
const maxViews = 32

// maxDistances is how many clip or cull distances there can be.
const maxDistances = 8

// BuiltInType reports whether a built-in value can have a type of the module.
func BuiltInType(m *ir.Module, b ir.BuiltIn, t ir.TypeID) bool {
	if want := builtInRules[b].ty; want != 0 {
		return t == want
	}
	if x := &builtInArrays[b]; x.length != 0 {
		a := m.Types.At(t)
		return a.Kind == ir.TypeArray && a.Base == x.of && a.Length == x.length
	}
	switch b {
	case ir.BuiltInVertices, ir.BuiltInPrimitives:
		a := m.Types.At(t)
		return a.Kind == ir.TypeArray && a.Length > 0 && m.StructOf(a.Base) != nil
	case ir.BuiltInViewportMask, ir.BuiltInSecondaryViewportMask, ir.BuiltInViewportMaskPerView:
		a := m.Types.At(t)
		return a.Kind == ir.TypeArray && (a.Base == ir.TypeI32 || a.Base == ir.TypeU32) && a.Length >= 1 && a.Length <= maxViews
	case ir.BuiltInPositionPerView:
		a := m.Types.At(t)
		return a.Kind == ir.TypeArray && a.Base == vec4f && a.Length >= 1 && a.Length <= maxViews
	case ir.BuiltInViewIndex:
		return t == ir.TypeI32 || t == ir.TypeU32
	case ir.BuiltInClipDistances, ir.BuiltInCullDistances:
		a := m.Types.At(t)
		return a.Kind == ir.TypeArray && a.Base == ir.TypeF32 && a.Length >= 1 && a.Length <= maxDistances
	}
	return false
}

// relative checks that the number of the viewport is added to layers that are written.
func (v *Validator) relative(d direction, b *ir.Binding, span diag.Span) {
	if !b.Relative {
		return
	}
	v.need(HardwareBuiltIns, span, "a layer that is relative to the viewport")
	if b.BuiltIn != ir.BuiltInLayer || !d.output {
		v.errorf(CodeIOBuiltIn, span, "%s can't be relative to the viewport: only a layer that is written can", b.BuiltIn)
	}
}

func (v *Validator) builtIn(d direction, t ir.TypeID, b *ir.Binding, span diag.Span, name string) {
	rule := &builtInRules[b.BuiltIn]
	stage := StageSet(d.e.Stage)
	if d.output {
		stage <<= outShift
	}
	if alt := &pipelineBuiltIns[b.BuiltIn]; rule.where&stage == 0 && !d.output && !b.BuiltIn.PerVertex() {
		rule = alt
	}
	if rule.where&stage == 0 {
		v.errorf(CodeIOBuiltIn, span, "%s is no %s of a %s entry point", b.BuiltIn, d, d.e.Stage)
		return
	}
	if !BuiltInType(v.m, b.BuiltIn, t) {
		v.errorf(CodeIOBuiltIn, span, "%s can't be %s", b.BuiltIn, v.m.TypeName(t))
	}
	there := &v.io.builtIns[b.BuiltIn]
	if b.BuiltIn == ir.BuiltInBarycentric && b.Interpolation == ir.InterpolateLinear {
		there = &v.io.linear // another value than with perspective
	}
	if *there {
		v.errorf(CodeIOBuiltIn, span, "%s is there twice", b.BuiltIn)
	}
	*there = true
	if rule.caps != 0 {
		v.need(rule.caps, span, b.BuiltIn.String())
	}
	if rule.caps == Subgroups && d.e.Stage == ir.StageVertex {
		v.need(SubgroupVertexStage, span, b.BuiltIn.String())
	}
	if b.Depth != ir.EarlyDepthDefault && (b.BuiltIn != ir.BuiltInFragDepth || b.Depth == ir.EarlyDepthForce) {
		v.errorf(CodeEarlyDepth, span, "%s has no depth mode of this kind", b.BuiltIn)
	}
	v.relative(d, b, span)
	if b.Invariant && b.BuiltIn != ir.BuiltInPosition {
		v.errorf(CodeIOInterpolation, span, "only the position can be invariant")
	}
}
