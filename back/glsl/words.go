package glsl

// This file holds the words of GLSL that declarations avoid.

import (
	"strings"
	"sync"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/builtin/row"
)

// reserved are the keywords and reserved words of GLSL 4.60, GLSL ES 3.20 and
// GL_KHR_vulkan_glsl (section "Keywords"), the names of types among them, and macros that
// compilers predefine. The last line is Mesa's own.
const reserved = `
	const uniform buffer shared attribute varying coherent volatile restrict readonly writeonly atomic_uint layout
	centroid flat smooth noperspective patch sample invariant precise break continue do for while switch case default
	if else subroutine in out inout true false discard return demote lowp mediump highp precision struct

	void bool int uint float double vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 dvec2 dvec3
	dvec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 dmat2 dmat3 dmat4 dmat2x2
	dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 float16_t f16vec2 f16vec3 f16vec4 f16mat2 f16mat3
	f16mat4 f16mat2x2 f16mat2x3 f16mat2x4 f16mat3x2 f16mat3x3 f16mat3x4 f16mat4x2 f16mat4x3 f16mat4x4 float32_t
	float64_t f32vec2 f32vec3 f32vec4 f64vec2 f64vec3 f64vec4 int8_t i8vec2 i8vec3 i8vec4 uint8_t u8vec2 u8vec3 u8vec4
	int16_t i16vec2 i16vec3 i16vec4 uint16_t u16vec2 u16vec3 u16vec4 int32_t i32vec2 i32vec3 i32vec4 uint32_t u32vec2
	u32vec3 u32vec4 int64_t i64vec2 i64vec3 i64vec4 uint64_t u64vec2 u64vec3 u64vec4

	sampler1D sampler1DShadow sampler1DArray sampler1DArrayShadow isampler1D isampler1DArray usampler1D usampler1DArray
	sampler2D sampler2DShadow sampler2DArray sampler2DArrayShadow isampler2D isampler2DArray usampler2D usampler2DArray
	sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect sampler2DMS isampler2DMS usampler2DMS
	sampler2DMSArray isampler2DMSArray usampler2DMSArray sampler3D isampler3D usampler3D samplerCube samplerCubeShadow
	isamplerCube usamplerCube samplerCubeArray samplerCubeArrayShadow isamplerCubeArray usamplerCubeArray samplerBuffer
	isamplerBuffer usamplerBuffer samplerExternalOES sampler samplerShadow
	image1D iimage1D uimage1D image1DArray iimage1DArray uimage1DArray image2D iimage2D uimage2D image2DArray
	iimage2DArray uimage2DArray image2DRect iimage2DRect uimage2DRect image2DMS iimage2DMS uimage2DMS image2DMSArray
	iimage2DMSArray uimage2DMSArray image3D iimage3D uimage3D imageCube iimageCube uimageCube imageCubeArray
	iimageCubeArray uimageCubeArray imageBuffer iimageBuffer uimageBuffer
	texture1D itexture1D utexture1D texture1DArray itexture1DArray utexture1DArray texture2D itexture2D utexture2D
	texture2DArray itexture2DArray utexture2DArray texture2DRect itexture2DRect utexture2DRect texture2DMS itexture2DMS
	utexture2DMS texture2DMSArray itexture2DMSArray utexture2DMSArray texture3D itexture3D utexture3D textureCube
	itextureCube utextureCube textureCubeArray itextureCubeArray utextureCubeArray textureBuffer itextureBuffer
	utextureBuffer subpassInput isubpassInput usubpassInput subpassInputMS isubpassInputMS usubpassInputMS
	accelerationStructureEXT rayQueryEXT nonuniformEXT devicecoherent queuefamilycoherent workgroupcoherent
	subgroupcoherent nonprivate shadercallcoherent perprimitiveEXT pervertexEXT rayPayloadEXT rayPayloadInEXT
	hitAttributeEXT callableDataEXT callableDataInEXT taskPayloadSharedEXT

	packed row_major

	common partition active asm class union enum typedef template this resource goto inline noinline public static
	extern external interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4
	sampler3DRect filter sizeof cast namespace using

	defined VULKAN

	f16image1D f16image1DArray f16image2D f16image2DArray f16image2DMS f16image2DMSArray f16image2DRect f16image3D
	f16imageBuffer f16imageCube f16imageCubeArray f16sampler1D f16sampler1DArray f16sampler1DArrayShadow
	f16sampler1DShadow f16sampler2D f16sampler2DArray f16sampler2DArrayShadow f16sampler2DMS f16sampler2DMSArray
	f16sampler2DRect f16sampler2DRectShadow f16sampler2DShadow f16sampler3D f16samplerBuffer f16samplerCube
	f16samplerCubeArray f16samplerCubeArrayShadow f16samplerCubeShadow f16subpassInput f16subpassInputMS
	f16texture1D f16texture1DArray f16texture2D f16texture2DArray f16texture2DMS f16texture2DMSArray
	f16texture2DRect f16texture3D f16textureBuffer f16textureCube f16textureCubeArray f32mat2 f32mat2x2 f32mat2x3
	f32mat2x4 f32mat3 f32mat3x2 f32mat3x3 f32mat3x4 f32mat4 f32mat4x2 f32mat4x3 f32mat4x4 f64mat2 f64mat2x2
	f64mat2x3 f64mat2x4 f64mat3 f64mat3x2 f64mat3x3 f64mat3x4 f64mat4 f64mat4x2 f64mat4x3 f64mat4x4 fcoopmatNV
	i64image1D i64image1DArray i64image2D i64image2DArray i64image2DMS i64image2DMSArray i64image2DRect i64image3D
	i64imageBuffer i64imageCube i64imageCubeArray icoopmatNV u64image1D u64image1DArray u64image2D u64image2DArray
	u64image2DMS u64image2DMSArray u64image2DRect u64image3D u64imageBuffer u64imageCube u64imageCubeArray
	ucoopmatNV`

// functions are the built-in functions (section "Built-In Functions"), and functions of
// extensions, beside the names in rows of math functions; compilers know some of these whether
// they are enabled or not.
const functions = `
	shadow2DEXT shadow2DProjEXT all any barrier dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine equal floatBitsToInt
	floatBitsToUint frexp ftransform fwidth fwidthCoarse fwidthFine greaterThan greaterThanEqual groupMemoryBarrier
	imulExtended intBitsToFloat interpolateAtCentroid interpolateAtOffset interpolateAtSample isinf isnan lessThan
	lessThanEqual main matrixCompMult memoryBarrier memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierImage
	memoryBarrierShared mod modf noise1 noise2 noise3 noise4 not notEqual packDouble2x32 packFloat2x16 round
	subgroupAdd subgroupAll subgroupAllEqual subgroupAnd subgroupAny subgroupBallot subgroupBarrier subgroupBroadcast
	subgroupBroadcastFirst subgroupElect subgroupExclusiveAdd subgroupExclusiveAnd subgroupExclusiveMax
	subgroupExclusiveMin subgroupExclusiveMul subgroupExclusiveOr subgroupExclusiveXor subgroupInclusiveAdd
	subgroupInclusiveAnd subgroupInclusiveMax subgroupInclusiveMin subgroupInclusiveMul subgroupInclusiveOr
	subgroupInclusiveXor subgroupMax subgroupMin subgroupMul subgroupOr subgroupQuadBroadcast subgroupQuadSwapDiagonal
	subgroupQuadSwapHorizontal subgroupQuadSwapVertical subgroupShuffle subgroupShuffleDown subgroupShuffleUp
	subgroupShuffleXor subgroupXor texelFetch texelFetchOffset texture textureGather textureGatherOffset
	textureGatherOffsets sparseTexel sparseTexelInt sparseTexelUint sparseTexelDepth textureClampARB textureOffsetClampARB textureGradClampARB textureGradOffsetClampARB
	textureGrad textureGradOffset textureLod textureLodOffset textureOffset textureProj
	textureQueryLevels textureQueryLod textureSamples textureSize uaddCarry uintBitsToFloat umulExtended
	unpackDouble2x32 unpackFloat2x16 usubBorrow anyInvocation allInvocations imageLoad subpassLoad imageStore
	imageSize imageSamples imageAtomicAdd imageAtomicMin imageAtomicMax imageAtomicAnd imageAtomicOr imageAtomicXor
	imageAtomicExchange imageAtomicCompSwap atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange
	atomicCompSwap doubleBitsToInt64 doubleBitsToUint64 int64BitsToDouble uint64BitsToDouble

	EmitMeshTasksEXT EmitStreamVertex EmitVertex EndPrimitive EndStreamPrimitive SetMeshOutputsEXT
	absoluteDifference addInvocationsAMD addInvocationsExclusiveScanAMD addInvocationsExclusiveScanNonUniformAMD
	addInvocationsInclusiveScanAMD addInvocationsInclusiveScanNonUniformAMD addInvocationsNonUniformAMD addSaturate
	allInvocationsARB allInvocationsEqual allInvocationsEqualARB anyInvocationARB atomicCounter atomicCounterAdd
	atomicCounterAddARB atomicCounterAnd atomicCounterAndARB atomicCounterCompSwap atomicCounterCompSwapARB
	atomicCounterDecrement atomicCounterExchange atomicCounterExchangeARB atomicCounterIncrement atomicCounterMax
	atomicCounterMaxARB atomicCounterMin atomicCounterMinARB atomicCounterOr atomicCounterOrARB
	atomicCounterSubtract atomicCounterSubtractARB atomicCounterXor atomicCounterXorARB atomicLoad atomicStore
	average averageRounded ballotARB beginInvocationInterlockARB clock2x32ARB clockARB clockRealtime2x32EXT
	clockRealtimeEXT controlBarrier coopMatLoad coopMatLoadNV coopMatMulAdd coopMatMulAddNV coopMatStore coopMatStoreNV countLeadingZeros
	countTrailingZeros cubeFaceCoordAMD cubeFaceIndexAMD debugPrintfEXT endInvocationInterlockARB
	executeCallableEXT executeCallableNV float16BitsToInt16 float16BitsToUint16 fragmentFetchAMD
	fragmentMaskFetchAMD halfBitsToInt16 halfBitsToUint16 halhBitsToInt16 helperInvocationEXT
	hitObjectExecuteShaderNV hitObjectGetAttributesNV hitObjectGetCurrentTimeNV hitObjectGetGeometryIndexNV
	hitObjectGetHitKindNV hitObjectGetInstanceCustomIndexNV hitObjectGetInstanceIdNV
	hitObjectGetObjectRayDirectionNV hitObjectGetObjectRayOriginNV hitObjectGetObjectToWorldNV
	hitObjectGetPrimitiveIndexNV hitObjectGetRayTMaxNV hitObjectGetRayTMinNV
	hitObjectGetShaderBindingTableRecordIndexNV hitObjectGetShaderRecordBufferHandleNV
	hitObjectGetWorldRayDirectionNV hitObjectGetWorldRayOriginNV hitObjectGetWorldToObjectNV hitObjectIsEmptyNV
	hitObjectIsHitNV hitObjectIsMissNV hitObjectRecordEmptyNV hitObjectRecordHitMotionNV hitObjectRecordHitNV
	hitObjectRecordHitWithIndexMotionNV hitObjectRecordHitWithIndexNV hitObjectRecordMissMotionNV
	hitObjectRecordMissNV hitObjectTraceRayMotionNV hitObjectTraceRayNV ignoreIntersectionNV imageAtomicLoad
	imageAtomicStore int16BitsToFloat16 int16BitsToHalf interpolateAtVertexAMD max3 maxInvocationsAMD
	maxInvocationsExclusiveScanAMD maxInvocationsExclusiveScanNonUniformAMD maxInvocationsInclusiveScanAMD
	maxInvocationsInclusiveScanNonUniformAMD maxInvocationsNonUniformAMD mbcntAMD mid3 min3 minInvocationsAMD
	minInvocationsExclusiveScanAMD minInvocationsExclusiveScanNonUniformAMD minInvocationsInclusiveScanAMD
	minInvocationsInclusiveScanNonUniformAMD minInvocationsNonUniformAMD multiply32x16 pack16 pack32 pack64
	packInt2x16 packInt2x32 packInt4x16 packUint2x16 packUint2x32 packUint4x16 rayQueryConfirmIntersectionEXT
	rayQueryGenerateIntersectionEXT rayQueryGetIntersectionBarycentricsEXT
	rayQueryGetIntersectionCandidateAABBOpaqueEXT rayQueryGetIntersectionFrontFaceEXT
	rayQueryGetIntersectionGeometryIndexEXT rayQueryGetIntersectionInstanceCustomIndexEXT
	rayQueryGetIntersectionInstanceIdEXT rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT
	rayQueryGetIntersectionObjectRayDirectionEXT rayQueryGetIntersectionObjectRayOriginEXT
	rayQueryGetIntersectionObjectToWorldEXT rayQueryGetIntersectionPrimitiveIndexEXT rayQueryGetIntersectionTEXT
	rayQueryGetIntersectionTypeEXT rayQueryGetIntersectionWorldToObjectEXT rayQueryGetRayFlagsEXT
	rayQueryGetRayTMinEXT rayQueryGetWorldRayDirectionEXT rayQueryGetWorldRayOriginEXT rayQueryInitializeEXT
	rayQueryProceedEXT rayQueryTerminateEXT readFirstInvocationARB readInvocationARB reorderThreadNV
	reportIntersectionEXT reportIntersectionNV shadow1D shadow1DGradARB shadow1DLod shadow1DProj
	shadow1DProjGradARB shadow1DProjLod shadow2D shadow2DEXT shadow2DGradARB shadow2DLod shadow2DProj
	shadow2DProjEXT shadow2DProjGradARB shadow2DProjLod shadow2DRect shadow2DRectGradARB shadow2DRectProj
	shadow2DRectProjGradARB sparseTexelsResidentARB subgroupBallotBitCount subgroupBallotBitExtract
	subgroupBallotExclusiveBitCount subgroupBallotFindLSB subgroupBallotFindMSB subgroupBallotInclusiveBitCount
	subgroupClusteredAdd subgroupClusteredAnd subgroupClusteredMax subgroupClusteredMin subgroupClusteredMul
	subgroupClusteredOr subgroupClusteredXor subgroupInverseBallot subgroupMemoryBarrier
	subgroupMemoryBarrierBuffer subgroupMemoryBarrierImage subgroupMemoryBarrierShared subgroupPartitionNV
	subgroupPartitionedAddNV subgroupPartitionedAndNV subgroupPartitionedExclusiveAddNV
	subgroupPartitionedExclusiveAndNV subgroupPartitionedExclusiveMaxNV subgroupPartitionedExclusiveMinNV
	subgroupPartitionedExclusiveMulNV subgroupPartitionedExclusiveOrNV subgroupPartitionedExclusiveXorNV
	subgroupPartitionedInclusiveAddNV subgroupPartitionedInclusiveAndNV subgroupPartitionedInclusiveMaxNV
	subgroupPartitionedInclusiveMinNV subgroupPartitionedInclusiveMulNV subgroupPartitionedInclusiveOrNV
	subgroupPartitionedInclusiveXorNV subgroupPartitionedMaxNV subgroupPartitionedMinNV subgroupPartitionedMulNV
	subgroupPartitionedOrNV subgroupPartitionedXorNV subtractSaturate swizzleInvocationsAMD
	swizzleInvocationsMaskedAMD terminateRayNV texture1DGradARB texture1DLod texture1DProj texture1DProjGradARB
	texture1DProjLod texture2DGradARB texture2DGradEXT texture2DLod texture2DLodEXT texture2DProj
	texture2DProjGradARB texture2DProjGradEXT texture2DProjLod texture2DProjLodEXT texture2DRectGradARB
	texture2DRectProj texture2DRectProjGradARB texture3DGradARB texture3DLod texture3DProj texture3DProjGradARB
	texture3DProjLod textureCubeGradARB textureCubeGradEXT textureCubeLod textureCubeLodEXT textureFootprintClampNV
	textureFootprintGradClampNV textureFootprintGradNV textureFootprintLodNV textureFootprintNV textureProjGrad
	textureProjGradOffset textureProjLod textureProjLodOffset textureProjOffset timeAMD traceNV traceRayEXT
	traceRayMotionNV uint16BitsToFloat16 uint16BitsToHalf unpack16 unpack32 unpack8 unpackInt2x16 unpackInt2x32
	unpackInt4x16 unpackUint2x16 unpackUint2x32 unpackUint4x16 writeInvocationAMD writePackedPrimitiveIndices4x8NV`

var words *text.Words

// isKept reports whether a name begins like the names that the language, and WebGL, keep
// for themselves.
func isKept(name string) bool {
	if name == "" || name[0]|0x20 != 'g' && name[0] != 'w' && name[0] != '_' {
		return false
	}
	for _, prefix := range [...]string{"gl_", "GL_", "webgl_", "_webgl_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// wanted is a replacement for a name that is kept.
func wanted(name string) string {
	if isKept(name) {
		return "user_" + strings.TrimLeft(name, "_")
	}
	return name
}

// apart is the name for a declaration of module scope: not that of a built-in function,
// which OpenGL ES rejects, and compilers may call instead.
func apart(name, otherwise string) string {
	name = words.Legalize(wanted(name), otherwise)
	if words.Has(name) && !words.IsReserved(name) {
		name += "_"
	}
	return name
}

// linkName is the name by which hosts and other stages find the source's name. It depends
// on the name alone, so that all stages of a program agree.
func linkName(name, otherwise string) string {
	name = words.Legalize(wanted(name), otherwise)
	if words.Has(name) {
		name += "_"
	}
	return name
}

// word finds a built-in function.
func word(name string) text.Word { return words.Word(name) }

// tables makes the tables of words, before the first module is written: a program that
// writes none doesn't pay for them.
var tables sync.Once

func glslName(r *row.Row) string { return r.GLSL }

func makeTables() {
	words = text.NewWords(strings.Fields(reserved), append(strings.Fields(functions), clike.MathNames(glslName)...), true, func(name string) bool {
		return !strings.Contains(name, "__") && !isKept(name)
	})
	makeCallTables()
}
