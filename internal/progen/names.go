package progen

// This file holds names that mean something in the languages that programs are translated
// to, or to their compilers: each must lose that meaning. They are identifiers of WGSL, and
// none of its built-in functions or types.

import "strings"

// foreign are intrinsics, types, keywords and macros of HLSL, Metal, GLSL, C++ and
// SPIR-V.
var foreign = strings.Fields(`
	abort AllMemoryBarrier asdouble asfloat asint asuint CheckAccessFullyMapped clip countbits D3DCOLORtoUBYTE4 ddx
	ddy ddx_coarse ddy_fine DeviceMemoryBarrier dst dot4add_u8packed EvaluateAttributeSnapped f16tof32 f32tof16
	firstbithigh firstbitlow fmod frac GetRenderTargetSampleCount GroupMemoryBarrierWithGroupSync InterlockedAdd
	InterlockedMin InterlockedExchange isfinite isinf isnan lerp lit log10 mad mul msad4 noise printf rcp
	reversebits rsqrt sincos tex2D tex2Dlod texCUBE transpose_ WaveActiveSum WaveGetLaneIndex WavePrefixSum
	QuadReadAcrossX NonUniformResourceIndex ByteAddressBuffer RWByteAddressBuffer StructuredBuffer Texture2D
	SamplerState cbuffer tbuffer numthreads float1 float2 float3 float4 float4x4 int2 uint3 half4 min16float bool2
	dword vector matrix string technique pass_ SV_Position row_major globallycoherent Buffer Load Store
	GetDimensions

	metal simd device constant threadgroup thread kernel vertex_ fragment_ stage_in access sampler_ texture2d
	as_type precise_ fast fma_ fmin fmax fmin3 mad24 mulhi mul24 mad_hi popcount clz ctz reverse_bits rotate rint
	rsqrt_ sinpi copysign fdim ilogb nextafter powr hypot half3x3 float3x3 packed_float3 uchar ushort ulong
	atomic_int atomic_uint atomic_fetch_add_explicit memory_order_relaxed threadgroup_barrier mem_flags select_
	insert_bits extract_bits absdiff hadd rhadd addsat subsat simd_sum quad_broadcast discard_fragment get_width
	size_t ptrdiff_t int32_t uint32_t nullptr_ M_PI_F INFINITY NAN FLT_MAX INT_MAX HUGE_VALF assert_ main0 main_

	texture texture2D textureLod_ texelFetch mix_ inversesqrt_ dFdx dFdy dFdxFine fwidthCoarse_ gl_Position_ inout
	out in_ buffer uniform_ invariant_ centroid_ flat noperspective_ sample subroutine_ bitCount bitfieldExtract
	findLSB findMSB floatBitsToInt uintBitsToFloat imulExtended uaddCarry lessThan greaterThanEqual notEqual not
	matrixCompMult outerProduct packHalf2x16 unpackUnorm4x8 roundEven barrier memoryBarrierShared
	groupMemoryBarrier imageLoad imageSize atomicCompSwap subgroupElect_ ivec3 uvec4 bvec2 dvec2 mat2 mat3 mat4
	sampler2D image2D usampler2D float16_t f16vec2 uint8_t int64_t input output defined VULKAN GL_ES_ isinf_
	ftransform noise1 interpolateAtOffset

	int uint float double half char short long signed unsigned void auto_ register_ volatile_ typedef_ sizeof_
	template_ operator_ class_ public_ private_ union_ goto_ delete_ new_ this_ true_ NULL_ min_ max_ abs_ OpLabel
	OpFunction GLSL450 entry result_ input_ output_ arg param value temp xyzw rgba ss
`)

// A namer gives names of the list, each once in a program.
type namer struct{ left []string }

// name is one of the names, or otherwise if none are left, or by chance.
func (g *gen) foreignName(otherwise string) string {
	if !g.o.Wide || len(g.names.left) == 0 || !g.r.percent(60) {
		return otherwise
	}
	name := g.names.left[0]
	g.names.left = g.names.left[1:]
	return name
}

// memberName is a name of a member, which has to be another one only in its struct.
func (g *gen) memberName(otherwise string, i int) string {
	if !g.o.Wide || !g.r.percent(40) {
		return otherwise
	}
	n := len(foreign) / 8 // so that members of a struct differ
	return foreign[i%8*n+g.r.n(n)]
}
