package glsl

// This file is the table of the variables and constants whose names begin with
// gl_.

import "refract/ir"

// variableKind is the way to access a variable of the language.
type variableKind uint8

const (
	varInput         variableKind = iota // a built-in input of the IR, converted to the type
	varOutput                            // a built-in output of the IR
	varFragColor                         // gl_FragColor, gl_FragData and their secondary ones
	varConstant                          // an int, or a vector of three equal ones
	varComputed                          // made of inputs
	varWorkgroup                         // gl_WorkGroupSize
	varAttribute                         // an old vertex attribute, or a varying of old versions
	varUniformOld                        // an old uniform
	varUniformStruct                     // one that is a struct
	varRefused                           // recognized, not supported
	varPerVertex                         // gl_in and its like: blocks, with an element for each vertex or primitive
	varStageIn                           // a built-in input that is a variable of the module
	varStageOut                          // a built-in output, likewise
	varTransposed                        // a built-in input, transposed
	varMeshIndices                       // the indices of primitives of a mesh
	varMeshCount                         // a variable of NV's extension in place of an operation
)

// clipVertexLocation is the location of gl_ClipVertex, behind those of the other old varyings: no fragment
// shader reads it, so that its place must not be one that varyings are given in order.
const clipVertexLocation = 16

// stageSet is a set of stages.
type stageSet uint16

const (
	inVertex   = stageSet(1 << ir.StageVertex)
	inFragment = stageSet(1 << ir.StageFragment)
	inCompute  = stageSet(1 << ir.StageCompute)
	anyStage   = inVertex | inFragment | inCompute | inTask | inMesh | inGeometry | inControl | inEvaluation | inRays
)

func (s stageSet) has(stage ir.Stage) bool { return s>>stage&1 != 0 }

// variable is a row. Type is that in GLSL; arrays have a length, 0 where the
// source sizes them.
type variable struct {
	name   string
	kind   variableKind
	ty     ir.TypeID
	array  bool
	length uint32
	in     ir.BuiltIn // varInput, varOutput
	code   int32      // varConstant: the value; else which one
	stages stageSet
	av     avail
}

// Codes of computed variables and of old ones.
const (
	computedEqMask = iota
	computedGeMask
	computedGtMask
	computedLeMask
	computedLtMask
	computedNumSamples
)

// inputLinear marks a varInput that is interpolated without perspective.
const inputLinear = 1

const (
	vec2  = ir.TypeVec2F32
	vec3  = ir.TypeVec3F32
	vec4  = ir.TypeVec4F32
	ivec2 = ir.TypeVec2I32
	ivec3 = ir.TypeVec3I32
	uvec3 = ir.TypeVec3U32
	uvec4 = ir.TypeVec4U32
	mat4  = ir.TypeMat4F32
	mat3  = ir.TypeMat3F32
)

const (
	tInt   = ir.TypeI32
	tUint  = ir.TypeU32
	tFloat = ir.TypeF32
	tBool  = ir.TypeBool
)

func clipAv() avail {
	return avail{desktop: 130, es: never, exts: exts{extClipCullES, extClipCullAPPLE}}
}
func cullAv() avail {
	return avail{desktop: 450, es: never, exts: exts{extCullDistance, extClipCullES}}
}
func drawParams() avail { return avail{desktop: 460, es: never, exts: exts{extDrawParameters}} }
func drawOld() avail    { return avail{desktop: never, es: never, exts: exts{extDrawParameters}} }
func sampleAv() avail {
	return avail{desktop: 400, es: 320, exts: exts{extSampleShading, extSampleVariablesOES}}
}
func sampleMaskAv() avail {
	return avail{desktop: 400, es: 320, exts: exts{extGPUShader5, extSampleVariablesOES}}
}
func vulkanAv() avail   { return avail{desktop: 140, es: 310} }
func oldFixed() avail   { return avail{desktop: 110, es: 100, old: 140, oldES: 1} }
func oldOutputs() avail { return avail{desktop: 110, es: 100, old: 420, oldES: 300} }
func refusedAv() avail  { return avail{} }

// variables is the table.
var variables = []variable{
	{"gl_Position", varOutput, vec4, false, 0, ir.BuiltInPosition, 0, inVertex, always()},
	{"gl_PointSize", varOutput, tFloat, false, 0, ir.BuiltInPointSize, 0, inVertex, always()},
	{"gl_ViewportMask", varOutput, tInt, true, 0, ir.BuiltInViewportMask, 0, inVertex, viewportsAv()},
	{"gl_SecondaryPositionNV", varOutput, vec4, false, 0, ir.BuiltInSecondaryPosition, 0, inVertex, stereoAv()},
	{"gl_SecondaryViewportMaskNV", varOutput, tInt, true, 0, ir.BuiltInSecondaryViewportMask, 0, inVertex, stereoAv()},
	{"gl_PositionPerViewNV", varOutput, vec4, true, 0, ir.BuiltInPositionPerView, 0, inVertex, perViewAv()},
	{"gl_ViewportMaskPerViewNV", varOutput, tInt, true, 0, ir.BuiltInViewportMaskPerView, 0, inVertex, perViewAv()},
	{"gl_ClipDistance", varOutput, tFloat, true, 0, ir.BuiltInClipDistances, 0, inVertex, clipAv()},
	{"gl_CullDistance", varOutput, tFloat, true, 0, ir.BuiltInCullDistances, 0, inVertex, cullAv()},
	{"gl_VertexID", varInput, tInt, false, 0, ir.BuiltInVertexIndex, 0, inVertex, since(130, 300, exts{extGPUShader4})},
	{"gl_InstanceID", varInput, tInt, false, 0, ir.BuiltInInstanceIndex, 0, inVertex, since(140, 300, exts{extDrawInstanced, extDrawInstancedES, extGPUShader4})},
	{"gl_InstanceIDARB", varInput, tInt, false, 0, ir.BuiltInInstanceIndex, 0, inVertex, only(exts{extDrawInstanced})},
	{"gl_VertexIndex", varInput, tInt, false, 0, ir.BuiltInVertexIndex, 0, inVertex, vulkanAv()},
	{"gl_InstanceIndex", varInput, tInt, false, 0, ir.BuiltInInstanceIndex, 0, inVertex, vulkanAv()},
	{"gl_BaseVertex", varInput, tInt, false, 0, ir.BuiltInBaseVertex, 0, inVertex, drawParams()},
	{"gl_BaseInstance", varInput, tInt, false, 0, ir.BuiltInBaseInstance, 0, inVertex, drawParams()},
	{"gl_DrawID", varInput, tInt, false, 0, ir.BuiltInDrawIndex, 0, inVertex, drawParams()},
	{"gl_BaseVertexARB", varInput, tInt, false, 0, ir.BuiltInBaseVertex, 0, inVertex, drawOld()},
	{"gl_BaseInstanceARB", varInput, tInt, false, 0, ir.BuiltInBaseInstance, 0, inVertex, drawOld()},
	{"gl_DrawIDARB", varInput, tInt, false, 0, ir.BuiltInDrawIndex, 0, inVertex, drawOld()},
	{"gl_ViewIndex", varInput, tInt, false, 0, ir.BuiltInViewIndex, 0, inVertex | inFragment, only(exts{extMultiview})},
	{"gl_ViewID_OVR", varInput, tUint, false, 0, ir.BuiltInViewIndex, 0, inVertex | inFragment, only(exts{extMultiviewOVR})},

	{"gl_FragCoord", varInput, vec4, false, 0, ir.BuiltInPosition, 0, inFragment, always()},
	{"gl_FrontFacing", varInput, tBool, false, 0, ir.BuiltInFrontFacing, 0, inFragment, always()},
	{"gl_PointCoord", varInput, vec2, false, 0, ir.BuiltInPointCoord, 0, inFragment, always()},
	{"gl_PrimitiveID", varInput, tInt, false, 0, ir.BuiltInPrimitiveIndex, 0, inFragment, since(150, 320, exts{extPrimitiveIDES})},
	{"gl_SampleID", varInput, tInt, false, 0, ir.BuiltInSampleIndex, 0, inFragment, sampleAv()},
	{"gl_SamplePosition", varInput, vec2, false, 0, ir.BuiltInSamplePosition, 0, inFragment, sampleAv()},
	{"gl_NumSamples", varComputed, tInt, false, 0, 0, computedNumSamples, inFragment, sampleAv()},
	{"gl_SampleMaskIn", varInput, tInt, true, 1, ir.BuiltInSampleMask, 0, inFragment, sampleMaskAv()},
	{"gl_SampleMask", varOutput, tInt, true, 1, ir.BuiltInSampleMask, 0, inFragment, sampleAv()},
	{"gl_HelperInvocation", varInput, tBool, false, 0, ir.BuiltInHelperInvocation, 0, inFragment, since(450, 310, exts{})},
	{"gl_FragDepth", varOutput, tFloat, false, 0, ir.BuiltInFragDepth, 0, inFragment, since(110, 300, exts{})},
	{"gl_FragDepthEXT", varOutput, tFloat, false, 0, ir.BuiltInFragDepth, 0, inFragment, only(exts{extFragDepthES})},
	{"gl_FragColor", varFragColor, vec4, false, 0, 0, 0, inFragment, oldOutputs()},
	{"gl_FragData", varFragColor, vec4, true, 8, 0, 1, inFragment, oldOutputs()},
	{"gl_SecondaryFragColorEXT", varFragColor, vec4, false, 0, 0, 2, inFragment, only(exts{extBlendFuncExtendedES})},
	{"gl_SecondaryFragDataEXT", varFragColor, vec4, true, 1, 0, 3, inFragment, only(exts{extBlendFuncExtendedES})},
	{"gl_BaryCoordEXT", varInput, vec3, false, 0, ir.BuiltInBarycentric, 0, inFragment, only(exts{extBarycentric})},
	{"gl_BaryCoordNoPerspEXT", varInput, vec3, false, 0, ir.BuiltInBarycentric, inputLinear, inFragment, only(exts{extBarycentric})},
	{"gl_BaryCoordNV", varInput, vec3, false, 0, ir.BuiltInBarycentric, 0, inFragment, only(exts{extBarycentricNV})},
	{"gl_BaryCoordNoPerspNV", varInput, vec3, false, 0, ir.BuiltInBarycentric, inputLinear, inFragment, only(exts{extBarycentricNV})},

	{"gl_NumWorkGroups", varInput, uvec3, false, 0, ir.BuiltInNumWorkgroups, 0, inCompute, compute()},
	{"gl_WorkGroupID", varInput, uvec3, false, 0, ir.BuiltInWorkgroupID, 0, inCompute, compute()},
	{"gl_LocalInvocationID", varInput, uvec3, false, 0, ir.BuiltInLocalInvocationID, 0, inCompute, compute()},
	{"gl_GlobalInvocationID", varInput, uvec3, false, 0, ir.BuiltInGlobalInvocationID, 0, inCompute, compute()},
	{"gl_LocalInvocationIndex", varInput, tUint, false, 0, ir.BuiltInLocalInvocationIndex, 0, inCompute, compute()},
	{"gl_WorkGroupSize", varWorkgroup, uvec3, false, 0, 0, 0, inCompute, compute()},
	{"gl_NumSubgroups", varInput, tUint, false, 0, ir.BuiltInNumSubgroups, 0, inCompute, sgBasic()},
	{"gl_SubgroupID", varInput, tUint, false, 0, ir.BuiltInSubgroupID, 0, inCompute, sgBasic()},
	{"gl_SubgroupSize", varInput, tUint, false, 0, ir.BuiltInSubgroupSize, 0, anyStage, sgBasic()},
	{"gl_SubgroupInvocationID", varInput, tUint, false, 0, ir.BuiltInSubgroupInvocationID, 0, anyStage, sgBasic()},
	{"gl_SubgroupEqMask", varComputed, uvec4, false, 0, 0, computedEqMask, anyStage, sgBallot()},
	{"gl_SubgroupGeMask", varComputed, uvec4, false, 0, 0, computedGeMask, anyStage, sgBallot()},
	{"gl_SubgroupGtMask", varComputed, uvec4, false, 0, 0, computedGtMask, anyStage, sgBallot()},
	{"gl_SubgroupLeMask", varComputed, uvec4, false, 0, 0, computedLeMask, anyStage, sgBallot()},
	{"gl_SubgroupLtMask", varComputed, uvec4, false, 0, 0, computedLtMask, anyStage, sgBallot()},
	{"gl_SubGroupSizeARB", varInput, tUint, false, 0, ir.BuiltInSubgroupSize, 0, anyStage, shaderBallot()},
	{"gl_SubGroupInvocationARB", varInput, tUint, false, 0, ir.BuiltInSubgroupInvocationID, 0, anyStage, shaderBallot()},
	{"gl_SubGroupEqMaskARB", varComputed, ir.TypeU64, false, 0, 0, computedEqMask, anyStage, shaderBallot()},
	{"gl_SubGroupGeMaskARB", varComputed, ir.TypeU64, false, 0, 0, computedGeMask, anyStage, shaderBallot()},
	{"gl_SubGroupGtMaskARB", varComputed, ir.TypeU64, false, 0, 0, computedGtMask, anyStage, shaderBallot()},
	{"gl_SubGroupLeMaskARB", varComputed, ir.TypeU64, false, 0, 0, computedLeMask, anyStage, shaderBallot()},
	{"gl_SubGroupLtMaskARB", varComputed, ir.TypeU64, false, 0, 0, computedLtMask, anyStage, shaderBallot()},

	{"gl_Layer", varInput, tInt, false, 0, ir.BuiltInLayer, 0, inFragment, since(430, 320, exts{extViewportLayerArray, extPrimitiveIDES})},
	{"gl_ViewportIndex", varInput, tInt, false, 0, ir.BuiltInViewportIndex, 0, inFragment, since(430, never, exts{extViewportLayerArray})},
	{"gl_FragStencilRefARB", varOutput, tInt, false, 0, ir.BuiltInStencilRef, 0, inFragment, only(exts{extStencilExport})},
	{"gl_DeviceIndex", varInput, tInt, false, 0, ir.BuiltInDeviceIndex, 0, anyStage, only(exts{extDeviceGroup})},
	{"gl_PrimitiveShadingRateEXT", varOutput, tInt, false, 0, ir.BuiltInPrimitiveShadingRate, 0, inVertex, only(exts{extShadingRate})},
	{"gl_ShadingRateEXT", varInput, tInt, false, 0, ir.BuiltInShadingRate, 0, inFragment, only(exts{extShadingRate})},
	{"gl_FragFullyCoveredNV", varInput, tBool, false, 0, ir.BuiltInFullyCovered, 0, inFragment, only(exts{extUnderestimation})},
	{"gl_WarpIDARM", varInput, tUint, false, 0, ir.BuiltInCoreWarpID, 0, anyStage, only(exts{extCoresARM})},
	{"gl_WarpMaxIDARM", varInput, tUint, false, 0, ir.BuiltInCoreWarpMaxID, 0, anyStage, only(exts{extCoresARM})},
	{"gl_CoreIDARM", varInput, tUint, false, 0, ir.BuiltInCoreID, 0, anyStage, only(exts{extCoresARM})},
	{"gl_CoreCountARM", varInput, tUint, false, 0, ir.BuiltInCoreCount, 0, anyStage, only(exts{extCoresARM})},
	{"gl_CoreMaxIDARM", varInput, tUint, false, 0, ir.BuiltInCoreMaxID, 0, anyStage, only(exts{extCoresARM})},
	{"gl_WarpsPerSMNV", varInput, tUint, false, 0, ir.BuiltInWarpsPerSM, 0, anyStage, only(exts{extSMBuiltins})},
	{"gl_SMCountNV", varInput, tUint, false, 0, ir.BuiltInSMCount, 0, anyStage, only(exts{extSMBuiltins})},
	{"gl_WarpIDNV", varInput, tUint, false, 0, ir.BuiltInWarpID, 0, anyStage, only(exts{extSMBuiltins})},
	{"gl_SMIDNV", varInput, tUint, false, 0, ir.BuiltInSMID, 0, anyStage, only(exts{extSMBuiltins})},

	// The compatibility profile's attributes and uniforms.
	{"gl_Vertex", varAttribute, vec4, false, 0, 0, 0, inVertex, oldFixed()},
	{"gl_Normal", varAttribute, vec3, false, 0, 0, 2, inVertex, oldFixed()},
	{"gl_Color", varAttribute, vec4, false, 0, 0, 3, inVertex | inFragment, oldFixed()},
	{"gl_SecondaryColor", varAttribute, vec4, false, 0, 0, 4, inVertex | inFragment, oldFixed()},
	{"gl_FogCoord", varAttribute, tFloat, false, 0, 0, 5, inVertex, oldFixed()},
	{"gl_MultiTexCoord0", varAttribute, vec4, false, 0, 0, 8, inVertex, oldFixed()},
	{"gl_MultiTexCoord1", varAttribute, vec4, false, 0, 0, 9, inVertex, oldFixed()},
	{"gl_MultiTexCoord2", varAttribute, vec4, false, 0, 0, 10, inVertex, oldFixed()},
	{"gl_MultiTexCoord3", varAttribute, vec4, false, 0, 0, 11, inVertex, oldFixed()},
	{"gl_MultiTexCoord4", varAttribute, vec4, false, 0, 0, 12, inVertex, oldFixed()},
	{"gl_MultiTexCoord5", varAttribute, vec4, false, 0, 0, 13, inVertex, oldFixed()},
	{"gl_MultiTexCoord6", varAttribute, vec4, false, 0, 0, 14, inVertex, oldFixed()},
	{"gl_MultiTexCoord7", varAttribute, vec4, false, 0, 0, 15, inVertex, oldFixed()},
	{"gl_FrontColor", varAttribute, vec4, false, 0, 0, 32 + 3, inVertex, oldFixed()},
	{"gl_BackColor", varAttribute, vec4, false, 0, 0, 32 + 6, inVertex, oldFixed()},
	{"gl_FrontSecondaryColor", varAttribute, vec4, false, 0, 0, 32 + 4, inVertex, oldFixed()},
	{"gl_BackSecondaryColor", varAttribute, vec4, false, 0, 0, 32 + 7, inVertex, oldFixed()},
	{"gl_FogFragCoord", varAttribute, tFloat, false, 0, 0, 32 + 5, inVertex | inFragment, oldFixed()},
	{"gl_TexCoord", varAttribute, vec4, true, 8, 0, 32 + 8, inVertex | inFragment, oldFixed()},
	{"gl_ClipVertex", varAttribute, vec4, false, 0, 0, 32 + clipVertexLocation, inVertex, oldFixed()},
	{"gl_ModelViewMatrix", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ProjectionMatrix", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewProjectionMatrix", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_NormalMatrix", varUniformOld, mat3, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_TextureMatrix", varUniformOld, mat4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewMatrixInverse", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ProjectionMatrixInverse", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewProjectionMatrixInverse", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewMatrixTranspose", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ProjectionMatrixTranspose", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewProjectionMatrixTranspose", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_NormalScale", varUniformOld, tFloat, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_TextureMatrixInverse", varUniformOld, mat4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_TextureMatrixTranspose", varUniformOld, mat4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewMatrixInverseTranspose", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ProjectionMatrixInverseTranspose", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_ModelViewProjectionMatrixInverseTranspose", varUniformOld, mat4, false, 0, 0, 0, anyStage, oldFixed()},
	{"gl_TextureMatrixInverseTranspose", varUniformOld, mat4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ClipPlane", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_TextureEnvColor", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_EyePlaneS", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_EyePlaneT", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_EyePlaneR", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_EyePlaneQ", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ObjectPlaneS", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ObjectPlaneT", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ObjectPlaneR", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_ObjectPlaneQ", varUniformOld, vec4, true, 8, 0, 0, anyStage, oldFixed()},
	{"gl_DepthRange", varUniformStruct, 0, false, 0, 0, fixedDepthRange, anyStage, always()},
	{"gl_Fog", varUniformStruct, 0, false, 0, 0, fixedFog, anyStage, oldFixed()},
	{"gl_LightModel", varUniformStruct, 0, false, 0, 0, fixedLightModel, anyStage, oldFixed()},
	{"gl_FrontLightModelProduct", varUniformStruct, 0, false, 0, 0, fixedLightModelProducts, anyStage, oldFixed()},
	{"gl_BackLightModelProduct", varUniformStruct, 0, false, 0, 0, fixedLightModelProducts, anyStage, oldFixed()},
	{"gl_FrontLightProduct", varUniformStruct, 0, true, 8, 0, fixedLightProducts, anyStage, oldFixed()},
	{"gl_BackLightProduct", varUniformStruct, 0, true, 8, 0, fixedLightProducts, anyStage, oldFixed()},
	{"gl_LightSource", varUniformStruct, 0, true, 8, 0, fixedLightSource, anyStage, oldFixed()},
	{"gl_FrontMaterial", varUniformStruct, 0, false, 0, 0, fixedMaterial, anyStage, oldFixed()},
	{"gl_BackMaterial", varUniformStruct, 0, false, 0, 0, fixedMaterial, anyStage, oldFixed()},
	{"gl_Point", varUniformStruct, 0, false, 0, 0, fixedPoint, anyStage, oldFixed()},

	// Recognized, but without a counterpart in the module IR.
	{"gl_LastFragData", varRefused, vec4, true, 0, 0, 0, inFragment, refusedAv()},
	{"gl_LastFragColorARM", varRefused, vec4, false, 0, 0, 0, inFragment, refusedAv()},
	// Of the stages beyond vertex, fragment and compute; see stageRows, too.
	{"gl_in", varPerVertex, 0, false, 0, 0, perVertexIn, inGeometry | inControl | inEvaluation, always()},
	{"gl_out", varPerVertex, 0, false, 0, 0, perVertexOut, inControl, always()},
	{"gl_InvocationID", varInput, tInt, false, 0, ir.BuiltInInvocationID, 0, inGeometry | inControl, always()},
	{"gl_PrimitiveIDIn", varInput, tInt, false, 0, ir.BuiltInPrimitiveIndex, 0, inGeometry, geometryAv()},
	{"gl_PatchVerticesIn", varInput, tInt, false, 0, ir.BuiltInPatchVertices, 0, inControl | inEvaluation, tessAv()},
	{"gl_TessCoord", varInput, vec3, false, 0, ir.BuiltInTessCoord, 0, inEvaluation, tessAv()},
	{"gl_TessLevelOuter", varStageOut, tFloat, true, 4, ir.BuiltInTessLevelOuter, 0, inControl, tessAv()},
	{"gl_TessLevelInner", varStageOut, tFloat, true, 2, ir.BuiltInTessLevelInner, 0, inControl, tessAv()},
	{"gl_MaxPatchVertices", varConstant, tInt, false, 0, 0, maxPatch, anyStage, tessAv()},
	{"gl_MaxTessGenLevel", varConstant, tInt, false, 0, 0, 64, anyStage, tessAv()},
	{"gl_MaxTessControlInputComponents", varConstant, tInt, false, 0, 0, 128, anyStage, tessAv()},
	{"gl_MaxTessControlOutputComponents", varConstant, tInt, false, 0, 0, 128, anyStage, tessAv()},
	{"gl_MaxTessControlTextureImageUnits", varConstant, tInt, false, 0, 0, 16, anyStage, tessAv()},
	{"gl_MaxTessControlUniformComponents", varConstant, tInt, false, 0, 0, 1024, anyStage, tessAv()},
	{"gl_MaxTessControlTotalOutputComponents", varConstant, tInt, false, 0, 0, 4096, anyStage, tessAv()},
	{"gl_MaxTessEvaluationInputComponents", varConstant, tInt, false, 0, 0, 128, anyStage, tessAv()},
	{"gl_MaxTessEvaluationOutputComponents", varConstant, tInt, false, 0, 0, 128, anyStage, tessAv()},
	{"gl_MaxTessEvaluationTextureImageUnits", varConstant, tInt, false, 0, 0, 16, anyStage, tessAv()},
	{"gl_MaxTessEvaluationUniformComponents", varConstant, tInt, false, 0, 0, 1024, anyStage, tessAv()},
	{"gl_MaxTessPatchComponents", varConstant, tInt, false, 0, 0, 120, anyStage, tessAv()},
	{"gl_MaxGeometryTextureImageUnits", varConstant, tInt, false, 0, 0, 16, anyStage, geometryAv()},
	{"gl_MaxGeometryUniformComponents", varConstant, tInt, false, 0, 0, 1024, anyStage, geometryAv()},
	{"gl_MaxGeometryTotalOutputComponents", varConstant, tInt, false, 0, 0, 1024, anyStage, geometryAv()},
	{"gl_MaxGeometryVaryingComponents", varConstant, tInt, false, 0, 0, 64, anyStage, geometryAv()},
	{"gl_MaxGeometryOutputVertices", varConstant, tInt, false, 0, 0, 256, anyStage, geometryAv()},
	{"gl_MaxGeometryOutputComponents", varConstant, tInt, false, 0, 0, 128, anyStage, geometryAv()},
	{"gl_MaxGeometryInputComponents", varConstant, tInt, false, 0, 0, 64, anyStage, geometryAv()},
	{"gl_MeshVerticesEXT", varPerVertex, 0, false, 0, 0, meshVertices, inMesh, meshAv()},
	{"gl_MeshPrimitivesEXT", varPerVertex, 0, false, 0, 0, meshPrimitives, inMesh, meshAv()},
	{"gl_CullPrimitiveEXT", varRefused, tBool, false, 0, 0, 0, inMesh, refusedAv()},
	{"gl_PrimitivePointIndicesEXT", varMeshIndices, tUint, false, 0, ir.BuiltInPointIndex, 0, inMesh, meshAv()},
	{"gl_PrimitiveLineIndicesEXT", varMeshIndices, ir.TypeVec2U32, false, 0, ir.BuiltInLineIndices, 0, inMesh, meshAv()},
	{"gl_PrimitiveTriangleIndicesEXT", varMeshIndices, uvec3, false, 0, ir.BuiltInTriangleIndices, 0, inMesh, meshAv()},
	{"gl_MeshVerticesNV", varPerVertex, 0, false, 0, 0, meshVertices, inMesh, meshNV()},
	{"gl_MeshPrimitivesNV", varPerVertex, 0, false, 0, 0, meshPrimitives, inMesh, meshNV()},
	{"gl_PrimitiveCountNV", varMeshCount, tUint, false, 0, 0, 0, inMesh, meshNV()},
	{"gl_PrimitiveIndicesNV", varMeshCount, tUint, true, 0, 0, 0, inMesh, meshNV()},
	{"gl_TaskCountNV", varMeshCount, tUint, false, 0, 0, 0, inTask, meshNV()},
	{"gl_MeshViewCountNV", varRefused, tUint, false, 0, 0, 0, inTask | inMesh, refusedAv()},
	{"gl_MeshViewIndicesNV", varRefused, tUint, true, 0, 0, 0, inTask | inMesh, refusedAv()},
	{"gl_LaunchIDEXT", varInput, uvec3, false, 0, ir.BuiltInRayInvocationID, 0, inRays, traceAv()},
	{"gl_LaunchSizeEXT", varInput, uvec3, false, 0, ir.BuiltInNumRayInvocations, 0, inRays, traceAv()},
	{"gl_InstanceCustomIndexEXT", varInput, tInt, false, 0, ir.BuiltInInstanceCustomData, 0, inHits, traceAv()},
	{"gl_GeometryIndexEXT", varInput, tInt, false, 0, ir.BuiltInGeometryIndex, 0, inHits, traceAv()},
	{"gl_WorldRayOriginEXT", varInput, vec3, false, 0, ir.BuiltInWorldRayOrigin, 0, inTraced, traceAv()},
	{"gl_WorldRayDirectionEXT", varInput, vec3, false, 0, ir.BuiltInWorldRayDirection, 0, inTraced, traceAv()},
	{"gl_ObjectRayOriginEXT", varInput, vec3, false, 0, ir.BuiltInObjectRayOrigin, 0, inHits, traceAv()},
	{"gl_ObjectRayDirectionEXT", varInput, vec3, false, 0, ir.BuiltInObjectRayDirection, 0, inHits, traceAv()},
	{"gl_RayTminEXT", varInput, tFloat, false, 0, ir.BuiltInRayTMin, 0, inTraced, traceAv()},
	{"gl_RayTmaxEXT", varInput, tFloat, false, 0, ir.BuiltInRayTCurrentMax, 0, inTraced, traceAv()},
	{"gl_HitTEXT", varInput, tFloat, false, 0, ir.BuiltInRayTCurrentMax, 0, inHit, traceAv()},
	{"gl_HitKindEXT", varInput, tUint, false, 0, ir.BuiltInHitKind, 0, inHit, traceAv()},
	{"gl_IncomingRayFlagsEXT", varInput, tUint, false, 0, ir.BuiltInIncomingRayFlags, 0, inTraced, traceAv()},
	{"gl_CullMaskEXT", varInput, tUint, false, 0, ir.BuiltInCullMask, 0, inTraced, traceAv()},
	{"gl_ObjectToWorldEXT", varInput, ir.TypeMat4x3F32, false, 0, ir.BuiltInObjectToWorld, 0, inHits, traceAv()},
	{"gl_WorldToObjectEXT", varInput, ir.TypeMat4x3F32, false, 0, ir.BuiltInWorldToObject, 0, inHits, traceAv()},
	{"gl_ObjectToWorld3x4EXT", varTransposed, 0, false, 0, ir.BuiltInObjectToWorld, 0, inHits, traceAv()},
	{"gl_WorldToObject3x4EXT", varTransposed, 0, false, 0, ir.BuiltInWorldToObject, 0, inHits, traceAv()},
	{"gl_LaunchIDNV", varInput, uvec3, false, 0, ir.BuiltInRayInvocationID, 0, inRays, traceNV()},
	{"gl_LaunchSizeNV", varInput, uvec3, false, 0, ir.BuiltInNumRayInvocations, 0, inRays, traceNV()},
	{"gl_InstanceCustomIndexNV", varInput, tInt, false, 0, ir.BuiltInInstanceCustomData, 0, inHits, traceNV()},
	{"gl_WorldRayOriginNV", varInput, vec3, false, 0, ir.BuiltInWorldRayOrigin, 0, inTraced, traceNV()},
	{"gl_WorldRayDirectionNV", varInput, vec3, false, 0, ir.BuiltInWorldRayDirection, 0, inTraced, traceNV()},
	{"gl_ObjectRayOriginNV", varInput, vec3, false, 0, ir.BuiltInObjectRayOrigin, 0, inHits, traceNV()},
	{"gl_ObjectRayDirectionNV", varInput, vec3, false, 0, ir.BuiltInObjectRayDirection, 0, inHits, traceNV()},
	{"gl_RayTminNV", varInput, tFloat, false, 0, ir.BuiltInRayTMin, 0, inTraced, traceNV()},
	{"gl_RayTmaxNV", varInput, tFloat, false, 0, ir.BuiltInRayTCurrentMax, 0, inTraced, traceNV()},
	{"gl_HitTNV", varInput, tFloat, false, 0, ir.BuiltInRayTCurrentMax, 0, inHit, traceNV()},
	{"gl_HitKindNV", varInput, tUint, false, 0, ir.BuiltInHitKind, 0, inHit, traceNV()},
	{"gl_IncomingRayFlagsNV", varInput, tUint, false, 0, ir.BuiltInIncomingRayFlags, 0, inTraced, traceNV()},
	{"gl_ObjectToWorldNV", varInput, ir.TypeMat4x3F32, false, 0, ir.BuiltInObjectToWorld, 0, inHits, traceNV()},
	{"gl_WorldToObjectNV", varInput, ir.TypeMat4x3F32, false, 0, ir.BuiltInWorldToObject, 0, inHits, traceNV()},
	{"gl_HitTriangleVertexPositionsEXT", varInput, vec3, true, 3, ir.BuiltInHitTriangleVertexPositions, 0, inHit, only(exts{extRayPosition})},
	{"gl_CurrentRayTimeNV", varInput, tFloat, false, 0, ir.BuiltInRayTime, 0, inTraced, motionAv()},
	{"gl_ClusterIDNV", varInput, tInt, false, 0, ir.BuiltInClusterID, 0, inHit, only(exts{extRayClusters})},
	{"gl_ClusterIDNoneNV", varConstant, tInt, false, 0, 0, -1, anyStage, only(exts{extRayClusters})},
	{"gl_HitIsSphereNV", varInput, tBool, false, 0, ir.BuiltInHitIsSphere, 0, inHit, spheresAv()},
	{"gl_HitIsLSSNV", varInput, tBool, false, 0, ir.BuiltInHitIsLSS, 0, inHit, spheresAv()},
	{"gl_HitSpherePositionNV", varInput, vec3, false, 0, ir.BuiltInHitSpherePosition, 0, inHit, spheresAv()},
	{"gl_HitSphereRadiusNV", varInput, tFloat, false, 0, ir.BuiltInHitSphereRadius, 0, inHit, spheresAv()},
	{"gl_HitLSSPositionsNV", varInput, vec3, true, 2, ir.BuiltInHitLSSPositions, 0, inHit, spheresAv()},
	{"gl_HitLSSRadiiNV", varInput, tFloat, true, 2, ir.BuiltInHitLSSRadii, 0, inHit, spheresAv()},
	{"gl_HitMicroTriangleVertexPositionsNV", varInput, vec3, true, 3, ir.BuiltInHitMicroVertexPositions, 0, inHit, micromapAv()},
	{"gl_HitMicroTriangleVertexBarycentricsNV", varInput, vec2, true, 3, ir.BuiltInHitMicroVertexBarycentrics, 0, inHit, micromapAv()},
	{"gl_HitKindFrontFacingMicroTriangleNV", varInput, tUint, false, 0, ir.BuiltInFrontMicroTriangleKind, 0, inHit, micromapAv()},
	{"gl_HitKindBackFacingMicroTriangleNV", varInput, tUint, false, 0, ir.BuiltInBackMicroTriangleKind, 0, inHit, micromapAv()},
	{"gl_HitKindFrontFacingTriangleEXT", varConstant, tUint, false, 0, 0, 0xFE, anyStage, traceAv()},
	{"gl_HitKindBackFacingTriangleEXT", varConstant, tUint, false, 0, 0, 0xFF, anyStage, traceAv()},

	// Limits: the least that the specification requires, as in compilers that serve no
	// device.
	{"gl_MaxVertexAttribs", varConstant, tInt, false, 0, 0, 64, anyStage, always()},
	{"gl_MaxVertexUniformComponents", varConstant, tInt, false, 0, 0, 4096, anyStage, since(110, never, exts{})},
	{"gl_MaxVertexUniformVectors", varConstant, tInt, false, 0, 0, 128, anyStage, since(410, 100, exts{})},
	{"gl_MaxVertexOutputComponents", varConstant, tInt, false, 0, 0, 64, anyStage, since(150, never, exts{})},
	{"gl_MaxVertexOutputVectors", varConstant, tInt, false, 0, 0, 16, anyStage, since(never, 300, exts{})},
	{"gl_MaxVaryingFloats", varConstant, tInt, false, 0, 0, 64, anyStage, since(110, never, exts{})},
	{"gl_MaxVaryingComponents", varConstant, tInt, false, 0, 0, 60, anyStage, since(130, never, exts{})},
	{"gl_MaxVaryingVectors", varConstant, tInt, false, 0, 0, 8, anyStage, since(410, 100, exts{})},
	{"gl_MaxVertexTextureImageUnits", varConstant, tInt, false, 0, 0, 32, anyStage, always()},
	{"gl_MaxCombinedTextureImageUnits", varConstant, tInt, false, 0, 0, 80, anyStage, always()},
	{"gl_MaxTextureImageUnits", varConstant, tInt, false, 0, 0, 32, anyStage, always()},
	{"gl_MaxTextureUnits", varConstant, tInt, false, 0, 0, 32, anyStage, oldFixed()},
	{"gl_MaxTextureCoords", varConstant, tInt, false, 0, 0, 32, anyStage, oldFixed()},
	{"gl_MaxLights", varConstant, tInt, false, 0, 0, 32, anyStage, oldFixed()},
	{"gl_MaxClipPlanes", varConstant, tInt, false, 0, 0, 6, anyStage, oldFixed()},
	{"gl_MaxFragmentUniformComponents", varConstant, tInt, false, 0, 0, 4096, anyStage, since(110, never, exts{})},
	{"gl_MaxFragmentUniformVectors", varConstant, tInt, false, 0, 0, 16, anyStage, since(410, 100, exts{})},
	{"gl_MaxFragmentInputComponents", varConstant, tInt, false, 0, 0, 128, anyStage, since(150, never, exts{})},
	{"gl_MaxFragmentInputVectors", varConstant, tInt, false, 0, 0, 15, anyStage, since(never, 300, exts{})},
	{"gl_MaxDrawBuffers", varConstant, tInt, false, 0, 0, 8, anyStage, always()},
	{"gl_MaxDualSourceDrawBuffersEXT", varConstant, tInt, false, 0, 0, 1, anyStage, only(exts{extBlendFuncExtendedES})},
	{"gl_MinProgramTexelOffset", varConstant, tInt, false, 0, 0, -8, anyStage, since(130, 300, exts{})},
	{"gl_MaxProgramTexelOffset", varConstant, tInt, false, 0, 0, 7, anyStage, since(130, 300, exts{})},
	{"gl_MaxClipDistances", varConstant, tInt, false, 0, 0, 8, anyStage, clipAv()},
	{"gl_MaxCullDistances", varConstant, tInt, false, 0, 0, 8, anyStage, cullAv()},
	{"gl_MaxCombinedClipAndCullDistances", varConstant, tInt, false, 0, 0, 8, anyStage, cullAv()},
	{"gl_MaxSamples", varConstant, tInt, false, 0, 0, 4, anyStage, since(450, 320, exts{extSampleVariablesOES})},
	{"gl_MaxImageUnits", varConstant, tInt, false, 0, 0, 8, anyStage, since(420, 310, exts{extImageLoadStore})},
	{"gl_MaxImageSamples", varConstant, tInt, false, 0, 0, 0, anyStage, since(420, never, exts{extImageLoadStore})},
	{"gl_MaxVertexImageUniforms", varConstant, tInt, false, 0, 0, 0, anyStage, since(420, 310, exts{})},
	{"gl_MaxFragmentImageUniforms", varConstant, tInt, false, 0, 0, 8, anyStage, since(420, 310, exts{})},
	{"gl_MaxCombinedImageUniforms", varConstant, tInt, false, 0, 0, 8, anyStage, since(420, 310, exts{})},
	{"gl_MaxComputeImageUniforms", varConstant, tInt, false, 0, 0, 8, anyStage, compute()},
	{"gl_MaxComputeUniformComponents", varConstant, tInt, false, 0, 0, 1024, anyStage, compute()},
	{"gl_MaxComputeTextureImageUnits", varConstant, tInt, false, 0, 0, 16, anyStage, compute()},
	{"gl_MaxComputeAtomicCounters", varConstant, tInt, false, 0, 0, 8, anyStage, compute()},
	{"gl_MaxComputeAtomicCounterBuffers", varConstant, tInt, false, 0, 0, 1, anyStage, compute()},
	{"gl_MaxCombinedShaderOutputResources", varConstant, tInt, false, 0, 0, 8, anyStage, compute()},
	{"gl_MaxCombinedImageUnitsAndFragmentOutputs", varConstant, tInt, false, 0, 0, 8, anyStage, since(420, never, exts{})},
	{"gl_MaxViewports", varConstant, tInt, false, 0, 0, 16, anyStage, since(410, never, exts{})},
	{"gl_MaxAtomicCounterBindings", varConstant, tInt, false, 0, 0, 1, anyStage, since(420, 310, exts{})},
	{"gl_MaxVertexAtomicCounters", varConstant, tInt, false, 0, 0, 0, anyStage, since(420, 310, exts{})},
	{"gl_MaxFragmentAtomicCounters", varConstant, tInt, false, 0, 0, 8, anyStage, since(420, 310, exts{})},
	{"gl_MaxCombinedAtomicCounters", varConstant, tInt, false, 0, 0, 8, anyStage, since(420, 310, exts{})},
	{"gl_MaxComputeWorkGroupCount", varConstant, ivec3, false, 0, 0, 65535, anyStage, compute()},
	{"gl_MaxComputeWorkGroupSize", varConstant, ivec3, false, 0, 0, 1024, anyStage, compute()},
	{"gl_MaxComputeWorkGroupInvocations", varConstant, tInt, false, 0, 0, 1024, anyStage, compute()},
	{"gl_MaxTransformFeedbackBuffers", varConstant, tInt, false, 0, 0, 4, anyStage, since(440, never, exts{})},

	// GL_EXT_fragment_shading_rate.
	{"gl_ShadingRateFlag2VerticalPixelsEXT", varConstant, tInt, false, 0, 0, 1, anyStage, only(exts{extShadingRate})},
	{"gl_ShadingRateFlag4VerticalPixelsEXT", varConstant, tInt, false, 0, 0, 2, anyStage, only(exts{extShadingRate})},
	{"gl_ShadingRateFlag2HorizontalPixelsEXT", varConstant, tInt, false, 0, 0, 4, anyStage, only(exts{extShadingRate})},
	{"gl_ShadingRateFlag4HorizontalPixelsEXT", varConstant, tInt, false, 0, 0, 8, anyStage, only(exts{extShadingRate})},

	// GL_KHR_cooperative_matrix.
	{"gl_MatrixUseA", varConstant, tInt, false, 0, 0, 0, anyStage, only(exts{extCooperative})},
	{"gl_MatrixUseB", varConstant, tInt, false, 0, 0, 1, anyStage, only(exts{extCooperative})},
	{"gl_MatrixUseAccumulator", varConstant, tInt, false, 0, 0, 2, anyStage, only(exts{extCooperative})},
	{"gl_CooperativeMatrixLayoutRowMajor", varConstant, tInt, false, 0, 0, 0, anyStage, only(exts{extCooperative})},
	{"gl_CooperativeMatrixLayoutColumnMajor", varConstant, tInt, false, 0, 0, 1, anyStage, only(exts{extCooperative})},
	{"gl_MatrixOperandsSaturatingAccumulation", varConstant, tInt, false, 0, 0, 16, anyStage, only(exts{extCooperative})},

	// GL_KHR_memory_scope_semantics.
	{"gl_ScopeDevice", varConstant, tInt, false, 0, 0, 1, anyStage, only(exts{extMemoryScope})},
	{"gl_ScopeWorkgroup", varConstant, tInt, false, 0, 0, 2, anyStage, only(exts{extMemoryScope})},
	{"gl_ScopeSubgroup", varConstant, tInt, false, 0, 0, 3, anyStage, only(exts{extMemoryScope})},
	{"gl_ScopeInvocation", varConstant, tInt, false, 0, 0, 4, anyStage, only(exts{extMemoryScope})},
	{"gl_ScopeQueueFamily", varConstant, tInt, false, 0, 0, 5, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsRelaxed", varConstant, tInt, false, 0, 0, 0, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsAcquire", varConstant, tInt, false, 0, 0, 2, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsRelease", varConstant, tInt, false, 0, 0, 4, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsAcquireRelease", varConstant, tInt, false, 0, 0, 8, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsMakeAvailable", varConstant, tInt, false, 0, 0, 0x2000, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsMakeVisible", varConstant, tInt, false, 0, 0, 0x4000, anyStage, only(exts{extMemoryScope})},
	{"gl_SemanticsVolatile", varConstant, tInt, false, 0, 0, 0x8000, anyStage, only(exts{extMemoryScope})},
	{"gl_StorageSemanticsNone", varConstant, tInt, false, 0, 0, 0, anyStage, only(exts{extMemoryScope})},
	{"gl_StorageSemanticsBuffer", varConstant, tInt, false, 0, 0, 0x40, anyStage, only(exts{extMemoryScope})},
	{"gl_StorageSemanticsShared", varConstant, tInt, false, 0, 0, 0x100, anyStage, only(exts{extMemoryScope})},
	{"gl_StorageSemanticsImage", varConstant, tInt, false, 0, 0, 0x800, anyStage, only(exts{extMemoryScope})},
	{"gl_StorageSemanticsOutput", varConstant, tInt, false, 0, 0, 0x1000, anyStage, only(exts{extMemoryScope})},

	// GL_EXT_ray_query.
	{"gl_RayFlagsNoneEXT", varConstant, tUint, false, 0, 0, 0, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsOpaqueEXT", varConstant, tUint, false, 0, 0, 1, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsNoOpaqueEXT", varConstant, tUint, false, 0, 0, 2, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsTerminateOnFirstHitEXT", varConstant, tUint, false, 0, 0, 4, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsSkipClosestHitShaderEXT", varConstant, tUint, false, 0, 0, 8, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsCullBackFacingTrianglesEXT", varConstant, tUint, false, 0, 0, 0x10, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsCullFrontFacingTrianglesEXT", varConstant, tUint, false, 0, 0, 0x20, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsCullOpaqueEXT", varConstant, tUint, false, 0, 0, 0x40, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsCullNoOpaqueEXT", varConstant, tUint, false, 0, 0, 0x80, anyStage, only(exts{extRayQuery, extRayTracing})},
	{"gl_RayFlagsNoneNV", varConstant, tUint, false, 0, 0, 0, anyStage, traceNV()},
	{"gl_RayFlagsOpaqueNV", varConstant, tUint, false, 0, 0, 1, anyStage, traceNV()},
	{"gl_RayFlagsNoOpaqueNV", varConstant, tUint, false, 0, 0, 2, anyStage, traceNV()},
	{"gl_RayFlagsTerminateOnFirstHitNV", varConstant, tUint, false, 0, 0, 4, anyStage, traceNV()},
	{"gl_RayFlagsSkipClosestHitShaderNV", varConstant, tUint, false, 0, 0, 8, anyStage, traceNV()},
	{"gl_RayFlagsCullBackFacingTrianglesNV", varConstant, tUint, false, 0, 0, 0x10, anyStage, traceNV()},
	{"gl_RayFlagsCullFrontFacingTrianglesNV", varConstant, tUint, false, 0, 0, 0x20, anyStage, traceNV()},
	{"gl_RayFlagsCullOpaqueNV", varConstant, tUint, false, 0, 0, 0x40, anyStage, traceNV()},
	{"gl_RayFlagsCullNoOpaqueNV", varConstant, tUint, false, 0, 0, 0x80, anyStage, traceNV()},
	{"gl_RayFlagsSkipTrianglesEXT", varConstant, tUint, false, 0, 0, 0x100, anyStage, only(exts{extRayFlagsCulling})},
	{"gl_RayFlagsSkipAABBEXT", varConstant, tUint, false, 0, 0, 0x200, anyStage, only(exts{extRayFlagsCulling})},
	{"gl_RayQueryCommittedIntersectionNoneEXT", varConstant, tUint, false, 0, 0, 0, anyStage, only(exts{extRayQuery})},
	{"gl_RayQueryCommittedIntersectionTriangleEXT", varConstant, tUint, false, 0, 0, 1, anyStage, only(exts{extRayQuery})},
	{"gl_RayQueryCommittedIntersectionGeneratedEXT", varConstant, tUint, false, 0, 0, 2, anyStage, only(exts{extRayQuery})},
	{"gl_RayQueryCandidateIntersectionTriangleEXT", varConstant, tUint, false, 0, 0, 0, anyStage, only(exts{extRayQuery})},
	{"gl_RayQueryCandidateIntersectionAABBEXT", varConstant, tUint, false, 0, 0, 1, anyStage, only(exts{extRayQuery})},
}

// vertexLayer are outputs of the vertex stage that share a name with an input of
// the fragment stage.
var vertexLayer = []variable{
	{"gl_Layer", varOutput, tInt, false, 0, ir.BuiltInLayer, 0, inVertex, only(exts{extViewportLayerArray, extViewportLayerVertex})},
	{"gl_ViewportIndex", varOutput, tInt, false, 0, ir.BuiltInViewportIndex, 0, inVertex, only(exts{extViewportLayerArray, extViewportLayerVertex})},
	{"gl_ClipDistance", varInput, tFloat, true, 0, ir.BuiltInClipDistances, 0, inFragment, clipAv()},
	{"gl_CullDistance", varInput, tFloat, true, 0, ir.BuiltInCullDistances, 0, inFragment, cullAv()},
}
