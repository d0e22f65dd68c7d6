package hlsl

// This file holds the words of HLSL and their places in tables.

import (
	"strconv"
	"strings"
	"sync"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/builtin/row"
	"refract/ir"
)

// keywords are reserved in some version of FXC or DXC, or mean something to them in the
// place of a name. FXC ignores the case of the ones in anyCase, and knows the ones in
// someCases in three forms: t, T and Title.
const keywords = `
	AppendStructuredBuffer BlendState Buffer ByteAddressBuffer CompileShader ComputeShader ConsumeStructuredBuffer
	ConstantBuffer DepthStencilState DepthStencilView DomainShader GeometryShader Hullshader InputPatch LineStream
	OutputPatch PixelShader PointStream RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D RWTexture1DArray
	RWTexture2D RWTexture2DArray RWTexture2DMS RWTexture2DMSArray RWTexture3D RasterizerState RenderTargetView
	RaytracingAccelerationStructure RayDesc RayQuery ResourceDescriptorHeap SamplerDescriptorHeap
	RasterizerOrderedBuffer RasterizerOrderedByteAddressBuffer RasterizerOrderedStructuredBuffer
	RasterizerOrderedTexture1D RasterizerOrderedTexture1DArray RasterizerOrderedTexture2D
	RasterizerOrderedTexture2DArray RasterizerOrderedTexture3D FeedbackTexture2D FeedbackTexture2DArray
	BuiltInTriangleIntersectionAttributes DispatchNodeInputRecord GroupNodeInputRecords NodeOutput
	SamplerComparisonState SamplerState StructuredBuffer Texture1DArray Texture2DArray Texture2DMS Texture2DMSArray
	TextureBuffer TextureCubeArray TriangleStream VertexShader

	alignas alignof and_eq asm_fragment auto bitand bitor break case catch cbuffer centroid char class column_major
	common compile compile_fragment compl const const_cast constexpr continue default delete discard do double
	decltype dynamic_cast else enum explicit export extern false float for friend fxgroup globallycoherent goto
	groupshared half if in inline inout int interface invariant line lineadj linear literal long matrix min10float
	min12int min16float min16int min16uint mutable namespace new nointerpolation noinline noperspective not_eq
	nullptr operator or_eq out packoffset pixelfragment point precise private protected public register
	reinterpret_cast return row_major sample sampler sampler1D sampler2D sampler3D samplerCUBE sampler_state shared
	short signed sizeof snorm stateblock stateblock_state static static_assert static_cast string struct switch
	tbuffer template texelStatus this thread_local throw triangle triangleadj true try typedef typeid typename uint uniform union
	unorm unsigned using vector vertexfragment vertices indices primitives payload virtual void volatile wchar_t
	while xor_eq technique10 technique11 vertexshader pixelshader geometryshader hullshader domainshader
	computeshader dword bool fixed NULL half1 inf nan HullShader String texture1D texture2D texture3D textureCUBE
	D3D10_COMPILER D3DX D3DX_VERSION DIRECT3D HLSL_VERSION

	int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t float16_t float32_t float64_t
	int8_t4_packed uint8_t4_packed`

const (
	anyCase   = `asm decl pass technique`
	someCases = `texture texture1d texture2d texture3d texturecube`
)

// intrinsics are functions, constants and types that a declaration in a function hides, beside
// the names in rows of math functions.
// Nothing at module scope has such a name: DXC prefers its own functions to the shader's if
// both take the arguments.
const intrinsics = `
	abort all and any asdouble asfloat asfloat16 asint asint16 asuint asuint16 CheckAccessFullyMapped clip
	D3DCOLORtoUBYTE4 ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine DeviceMemoryBarrier
	DeviceMemoryBarrierWithGroupSync dst dot2add dot4add_i8packed dot4add_u8packed errorf EvaluateAttributeAtCentroid
	EvaluateAttributeAtSample EvaluateAttributeSnapped f16tof32 f32tof16 faceforward fma fmod frexp fwidth
	GetAttributeAtVertex GetRenderTargetSampleCount GetRenderTargetSamplePosition GroupMemoryBarrier
	GroupMemoryBarrierWithGroupSync AllMemoryBarrier AllMemoryBarrierWithGroupSync InterlockedAdd InterlockedAnd
	InterlockedCompareExchange InterlockedCompareStore InterlockedExchange InterlockedMax InterlockedMin InterlockedOr
	InterlockedXor isfinite isinf isnan ldexp lit log10 modf msad4 mul noise NonUniformResourceIndex or pack_clamp_s8
	pack_clamp_u8 pack_s8 pack_u8 printf Process2DQuadTessFactorsAvg Process2DQuadTessFactorsMax
	Process2DQuadTessFactorsMin ProcessIsolineTessFactors ProcessQuadTessFactorsAvg ProcessQuadTessFactorsMax
	ProcessQuadTessFactorsMin ProcessTriTessFactorsAvg ProcessTriTessFactorsMax ProcessTriTessFactorsMin
	QuadReadAcrossDiagonal QuadReadAcrossX QuadReadAcrossY QuadReadLaneAt QuadAny QuadAll rcp select sincos tex1D
	tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod tex2Dproj tex3D tex3Dbias tex3Dgrad
	tex3Dlod tex3Dproj texCUBE texCUBEbias texCUBEgrad texCUBElod texCUBEproj unpack_s8s16 unpack_s8s32 unpack_u8u16
	unpack_u8u32 WaveActiveAllEqual WaveActiveAllTrue WaveActiveAnyTrue WaveActiveBallot WaveActiveBitAnd
	WaveActiveBitOr WaveActiveBitXor WaveActiveCountBits WaveActiveMax WaveActiveMin WaveActiveProduct WaveActiveSum
	WaveGetLaneCount WaveGetLaneIndex WaveIsFirstLane WaveMatch WaveMultiPrefixBitAnd WaveMultiPrefixBitOr
	WaveMultiPrefixBitXor WaveMultiPrefixCountBits WaveMultiPrefixProduct WaveMultiPrefixSum WavePrefixCountBits
	WavePrefixProduct WavePrefixSum WaveReadLaneAt WaveReadLaneFirst IsHelperLane

	CANDIDATE_NON_OPAQUE_TRIANGLE CANDIDATE_PROCEDURAL_PRIMITIVE COMMITTED_NOTHING COMMITTED_TRIANGLE_HIT
	COMMITTED_PROCEDURAL_PRIMITIVE_HIT RAY_FLAG_NONE

	ALL_MEMORY AcceptHitAndEndSearch AddUint64 BARRIER_SEMANTIC_FLAG Barrier BindInterfaces
	BuiltInTrianglePositions CANDIDATE_TYPE CLUSTER_ID_INVALID COMMITTED_STATUS CallShader ClusterID
	ConstructGSWithSO DEVICE_SCOPE DebugBreak DispatchMesh DispatchRaysDimensions DispatchRaysIndex
	EmptyNodeInput EmptyNodeOutput EmptyNodeOutputArray EvaluateAttributeCentroid GROUP_SCOPE GROUP_SHARED_MEMORY
	GROUP_SYNC GeometryIndex GetGroupWaveCount GetGroupWaveIndex GetRemainingRecursionLevels GlobalRootSignature
	GroupNodeOutputRecords HIT_KIND_NONE HIT_KIND_TRIANGLE_BACK_FACE HIT_KIND_TRIANGLE_FRONT_FACE HitKind
	IgnoreHit InstanceID InstanceIndex InterlockedCompareExchangeFloatBitwise InterlockedCompareStoreFloatBitwise
	LocalRootSignature MEMORY_TYPE_FLAG NODE_INPUT_MEMORY NODE_OUTPUT_MEMORY NodeOutputArray OMSetRenderTargets
	ObjectRayDirection ObjectRayOrigin ObjectToWorld ObjectToWorld3x4 ObjectToWorld4x3 PIXELSHADER PrimitiveIndex
	ProceduralPrimitiveHitGroup RAYQUERY_FLAG RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS RAYQUERY_FLAG_NONE
	RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS RAYTRACING_PIPELINE_FLAG_NONE
	RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES RAY_FLAG
	RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH RAY_FLAG_CULL_BACK_FACING_TRIANGLES
	RAY_FLAG_CULL_FRONT_FACING_TRIANGLES RAY_FLAG_CULL_NON_OPAQUE RAY_FLAG_CULL_OPAQUE RAY_FLAG_FORCE_NON_OPAQUE
	RAY_FLAG_FORCE_OMM_2_STATE RAY_FLAG_FORCE_OPAQUE RAY_FLAG_SKIP_CLOSEST_HIT_SHADER
	RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES RAY_FLAG_SKIP_TRIANGLES REORDER_SCOPE RWDispatchNodeInputRecord
	RWGroupNodeInputRecords RWThreadNodeInputRecord RayFlags RayTCurrent RayTMin RaytracingPipelineConfig
	RaytracingPipelineConfig1 RaytracingShaderConfig ReportHit SAMPLER_FEEDBACK_MIN_MIP
	SAMPLER_FEEDBACK_MIP_REGION_USED STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS SetBlendState
	SetComputeShader SetDepthStencilState SetDomainShader SetGeometryShader SetHullShader SetMeshOutputCounts
	SetPixelShader SetRasterizerState SetVertexShader StateObjectConfig SubobjectToExportsAssociation
	ThreadNodeInputRecord ThreadNodeOutputRecords TraceRay TriangleHitGroup TriangleObjectPositions UAV_MEMORY
	VERTEXSHADER Vector WorldRayDirection WorldRayOrigin WorldToObject WorldToObject3x4 WorldToObject4x3 dx
	isnormal source_mark std`

func reserved() []string {
	list := strings.Fields(keywords)
	for _, w := range strings.Fields(anyCase) {
		for upper := range 1 << len(w) {
			b := []byte(w)
			for i := range b {
				b[i] -= byte(upper>>i&1) * ('a' - 'A')
			}
			list = append(list, string(b))
		}
	}
	for _, w := range strings.Fields(someCases) {
		list = append(list, w, strings.ToUpper(w), strings.ToUpper(w[:1])+w[1:])
	}
	list = append(list, "Texture1D", "Texture2D", "Texture3D", "TextureCube")
	for _, s := range strings.Fields(`bool int uint dword half float double min10float min16float min12int min16int min16uint
		int16_t uint16_t int32_t uint32_t int64_t uint64_t float16_t float32_t float64_t`) {
		for a := '1'; a <= '4'; a++ {
			list = append(list, s+string(a))
			for b := '1'; b <= '4'; b++ {
				list = append(list, s+string(a)+"x"+string(b))
			}
		}
	}
	return list
}

// words are HLSL's. Identifiers are ASCII; names that begin with an underscore and another,
// or a capital, are the compiler's.
var words *text.Words

func word(s string) text.Word { return words.Word(s) }

// scalarNames are the names of types; there are no 8-bit integers.
var scalarNames = [ir.F64 + 1]string{
	ir.Bool: "bool", ir.I16: "int16_t", ir.U16: "uint16_t", ir.I32: "int", ir.U32: "uint", ir.I64: "int64_t",
	ir.U64: "uint64_t", ir.F16: "half", ir.F32: "float", ir.F64: "double",
}

var (
	vectorNames [ir.F64 + 1][5]string    // by scalar and size
	matrixNames [ir.F64 + 1][5][5]string // by scalar, columns and rows
)

func makeTypeNames() {
	for s := ir.Bool; s <= ir.F64; s++ {
		vectorNames[s][1] = scalarNames[s]
		for n := 2; n <= 4; n++ {
			vectorNames[s][n] = scalarNames[s] + strconv.Itoa(n)
			for r := 2; r <= 4; r++ {
				matrixNames[s][n][r] = scalarNames[s] + strconv.Itoa(n) + "x" + strconv.Itoa(r)
			}
		}
	}
}

// mathWords are the functions that HLSL has under another or the same name, with
// the same arguments and result.
var mathWords [row.Count]text.Word

// byComponent are the functions of isByComponent.
var byComponent [row.Count]bool

// bitFunctions are functions whose result is of another type than HLSL's.
var bitFunctions = [row.Count]bool{
	ir.MathCountOneBits: true, ir.MathReverseBits: true, ir.MathFirstTrailingBit: true, ir.MathFirstLeadingBit: true, ir.MathSign: true,
}

var deriveWords [ir.AxisY + 1][ir.ControlFine + 1]text.Word

var relWords [ir.IsInf + 1]text.Word

var atomicWords [ir.AtomicCompareExchange + 1]text.Word

// waveReductions and wavePrefixes are the collective operations; prefixes are
// exclusive.
var waveReductions [ir.SubgroupElect + 1]text.Word

var (
	selectWord, fmodWord, mulWord      text.Word
	asfloatWord, asintWord, asuintWord text.Word
	asfloat16Word, asint16Word         text.Word
	asuint16Word, asdoubleWord         text.Word
	f16tof32Word, f32tof16Word         text.Word
	fwidthWord, absWord                text.Word
	dot4u8Word, dot4i8Word             text.Word
	nonUniformWord                     text.Word
	laneIndexWord, laneCountWord       text.Word
	helperLaneWord                     text.Word
	ballotWord, firstLaneWord          text.Word
	readFirstWord, readLaneWord        text.Word
	quadReadWord, quadXWord            text.Word
	quadYWord, quadDiagonalWord        text.Word
	prefixSumWord, prefixProductWord   text.Word
	groupBarrierWord, groupSyncWord    text.Word
	deviceBarrierWord, deviceSyncWord  text.Word
	allBarrierWord, allSyncWord        text.Word
)

// tables makes the tables of words, before the first module is written: a program that
// writes none doesn't pay for them.
var tables sync.Once

func hlslName(r *row.Row) string { return r.HLSL }

func makeTables() {
	makeTypeNames()
	words = func() *text.Words {
		ws := text.NewWords(reserved(), append(strings.Fields(intrinsics), clike.MathNames(hlslName)...), true, func(name string) bool {
			return name[0] != '_' || len(name) > 1 && name[1] != '_' && (name[1] < 'A' || name[1] > 'Z')
		})
		ws.Apart = true
		return ws
	}()
	mathWords = clike.MathWords(words, hlslName)
	for op := range byComponent {
		byComponent[op] = isByComponent(ir.MathOp(op))
	}
	deriveWords = [ir.AxisY + 1][ir.ControlFine + 1]text.Word{
		ir.AxisX: {word("ddx"), word("ddx_coarse"), word("ddx_fine")},
		ir.AxisY: {word("ddy"), word("ddy_coarse"), word("ddy_fine")},
	}
	relWords = clike.Relations(words)
	atomicWords = [ir.AtomicCompareExchange + 1]text.Word{
		ir.AtomicAdd:             word("InterlockedAdd"),
		ir.AtomicSub:             word("InterlockedAdd"), // of the negated value
		ir.AtomicAnd:             word("InterlockedAnd"),
		ir.AtomicOr:              word("InterlockedOr"),
		ir.AtomicXor:             word("InterlockedXor"),
		ir.AtomicMin:             word("InterlockedMin"),
		ir.AtomicMax:             word("InterlockedMax"),
		ir.AtomicExchange:        word("InterlockedExchange"),
		ir.AtomicCompareExchange: word("InterlockedCompareExchange"),
	}
	waveReductions = [ir.SubgroupElect + 1]text.Word{
		ir.SubgroupAll: word("WaveActiveAllTrue"),
		ir.SubgroupAny: word("WaveActiveAnyTrue"),
		ir.SubgroupAdd: word("WaveActiveSum"),
		ir.SubgroupMul: word("WaveActiveProduct"),
		ir.SubgroupMin: word("WaveActiveMin"),
		ir.SubgroupMax: word("WaveActiveMax"),
		ir.SubgroupAnd: word("WaveActiveBitAnd"),
		ir.SubgroupOr:  word("WaveActiveBitOr"),
		ir.SubgroupXor: word("WaveActiveBitXor"),
	}
	selectWord, fmodWord, mulWord = word("select"), word("fmod"), word("mul")
	asfloatWord, asintWord, asuintWord = word("asfloat"), word("asint"), word("asuint")
	asfloat16Word, asint16Word = word("asfloat16"), word("asint16")
	asuint16Word, asdoubleWord = word("asuint16"), word("asdouble")
	f16tof32Word, f32tof16Word = word("f16tof32"), word("f32tof16")
	fwidthWord, absWord = word("fwidth"), word("abs")
	dot4u8Word, dot4i8Word = word("dot4add_u8packed"), word("dot4add_i8packed")
	nonUniformWord = word("NonUniformResourceIndex")
	laneIndexWord, laneCountWord = word("WaveGetLaneIndex"), word("WaveGetLaneCount")
	helperLaneWord = word("IsHelperLane")
	ballotWord, firstLaneWord = word("WaveActiveBallot"), word("WaveIsFirstLane")
	readFirstWord, readLaneWord = word("WaveReadLaneFirst"), word("WaveReadLaneAt")
	quadReadWord, quadXWord = word("QuadReadLaneAt"), word("QuadReadAcrossX")
	quadYWord, quadDiagonalWord = word("QuadReadAcrossY"), word("QuadReadAcrossDiagonal")
	prefixSumWord, prefixProductWord = word("WavePrefixSum"), word("WavePrefixProduct")
	groupBarrierWord, groupSyncWord = word("GroupMemoryBarrier"), word("GroupMemoryBarrierWithGroupSync")
	deviceBarrierWord, deviceSyncWord = word("DeviceMemoryBarrier"), word("DeviceMemoryBarrierWithGroupSync")
	allBarrierWord, allSyncWord = word("AllMemoryBarrier"), word("AllMemoryBarrierWithGroupSync")
}
