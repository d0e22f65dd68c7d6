package wgsl

// This file maps names of other shading languages to WGSL's, for messages to newcomers.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// foreignNames are names of GLSL, HLSL and MSL with WGSL's of the same meaning, which takes
// the same arguments.
var foreignNames = [...][2]string{
	{"lerp", "mix"}, {"frac", "fract"}, {"rsqrt", "inverseSqrt"}, {"inversesqrt", "inverseSqrt"}, {"ddx", "dpdx"}, {"ddy", "dpdy"}, {"dFdx", "dpdx"},
	{"dFdy", "dpdy"}, {"ddx_coarse", "dpdxCoarse"}, {"ddy_coarse", "dpdyCoarse"}, {"ddx_fine", "dpdxFine"}, {"ddy_fine", "dpdyFine"}, {"dfdx", "dpdx"},
	{"dfdy", "dpdy"}, {"dFdxCoarse", "dpdxCoarse"}, {"dFdyCoarse", "dpdyCoarse"}, {"dFdxFine", "dpdxFine"}, {"dFdyFine", "dpdyFine"}, {"mad", "fma"},
	{"roundEven", "round"}, {"rint", "round"}, {"countbits", "countOneBits"}, {"bitCount", "countOneBits"}, {"popcount", "countOneBits"},
	{"reversebits", "reverseBits"}, {"bitfieldReverse", "reverseBits"}, {"firstbithigh", "firstLeadingBit"}, {"findMSB", "firstLeadingBit"},
	{"firstbitlow", "firstTrailingBit"}, {"findLSB", "firstTrailingBit"}, {"bitfieldExtract", "extractBits"}, {"bitfieldInsert", "insertBits"},
	{"extract_bits", "extractBits"}, {"insert_bits", "insertBits"}, {"clz", "countLeadingZeros"}, {"ctz", "countTrailingZeros"},
	{"packHalf2x16", "pack2x16float"}, {"unpackHalf2x16", "unpack2x16float"}, {"packUnorm2x16", "pack2x16unorm"},
	{"unpackUnorm2x16", "unpack2x16unorm"}, {"packSnorm2x16", "pack2x16snorm"}, {"unpackSnorm2x16", "unpack2x16snorm"},
	{"packUnorm4x8", "pack4x8unorm"}, {"unpackUnorm4x8", "unpack4x8unorm"}, {"packSnorm4x8", "pack4x8snorm"}, {"unpackSnorm4x8", "unpack4x8snorm"},
	{"faceforward", "faceForward"}, {"floatBitsToInt", "bitcast<i32>"}, {"floatBitsToUint", "bitcast<u32>"}, {"intBitsToFloat", "bitcast<f32>"},
	{"uintBitsToFloat", "bitcast<f32>"}, {"barrier", "workgroupBarrier"}, {"GroupMemoryBarrierWithGroupSync", "workgroupBarrier"}, {"float", "f32"},
	{"int", "i32"}, {"uint", "u32"}, {"half", "f16"}, {"float2", "vec2f"}, {"float3", "vec3f"}, {"float4", "vec4f"}, {"int2", "vec2i"},
	{"int3", "vec3i"}, {"int4", "vec4i"}, {"uint2", "vec2u"}, {"uint3", "vec3u"}, {"uint4", "vec4u"}, {"half2", "vec2h"}, {"half3", "vec3h"},
	{"half4", "vec4h"}, {"bool2", "vec2<bool>"}, {"bool3", "vec3<bool>"}, {"bool4", "vec4<bool>"}, {"ivec2", "vec2i"}, {"ivec3", "vec3i"},
	{"ivec4", "vec4i"}, {"uvec2", "vec2u"}, {"uvec3", "vec3u"}, {"uvec4", "vec4u"}, {"bvec2", "vec2<bool>"}, {"bvec3", "vec3<bool>"},
	{"bvec4", "vec4<bool>"}, {"mat2", "mat2x2f"}, {"mat3", "mat3x3f"}, {"mat4", "mat4x4f"}, {"float2x2", "mat2x2f"}, {"float3x3", "mat3x3f"},
	{"float4x4", "mat4x4f"}, {"imageStore", "textureStore"}, {"textureSize", "textureDimensions"}, {"imageSize", "textureDimensions"},
	{"textureQueryLevels", "textureNumLevels"}, {"textureSamples", "textureNumSamples"}, {"WaveActiveSum", "subgroupAdd"},
	{"WaveActiveMin", "subgroupMin"}, {"WaveActiveMax", "subgroupMax"}, {"WaveActiveProduct", "subgroupMul"}, {"WavePrefixSum", "subgroupExclusiveAdd"},
	{"WaveReadLaneFirst", "subgroupBroadcastFirst"}, {"WaveIsFirstLane", "subgroupElect"}, {"WaveActiveBallot", "subgroupBallot"},
	{"simd_sum", "subgroupAdd"}, {"simd_min", "subgroupMin"}, {"simd_max", "subgroupMax"},
}

// foreignNotes describe WGSL's way for names of other languages without a direct
// equivalent.
var foreignNotes = [...][2]string{
	{"mul", "WGSL multiplies matrices and vectors by a * b"},
	{"rcp", "WGSL has 1 / x"},
	{"mod", "WGSL has a - b * floor(a / b), and a % b, which has the sign of a"},
	{"fmod", "WGSL has a % b"},
	{"isnan", "WGSL has no test for NaN: compilers may assume that there is none; test the bits of bitcast<u32>(x)"},
	{"isinf", "WGSL has no test for infinities: compilers may assume that there are none; test the bits of bitcast<u32>(x)"},
	{"asuint", "WGSL has bitcast<u32>(x), with vectors bitcast<vec2u>(x) and so on"},
	{"asint", "WGSL has bitcast<i32>(x), with vectors bitcast<vec2i>(x) and so on"},
	{"asfloat", "WGSL has bitcast<f32>(x), with vectors bitcast<vec2f>(x) and so on"},
	{"as_type", "WGSL has bitcast<T>(x)"},
	{"texture", "WGSL has textureSample(texture, sampler, coordinates)"},
	{"texture2D", "WGSL has textureSample(texture, sampler, coordinates)"},
	{"textureCube", "WGSL has textureSample(texture, sampler, coordinates)"},
	{"tex2D", "WGSL has textureSample(texture, sampler, coordinates)"},
	{"textureLod", "WGSL has textureSampleLevel(texture, sampler, coordinates, level)"},
	{"texture2DLod", "WGSL has textureSampleLevel(texture, sampler, coordinates, level)"},
	{"tex2Dlod", "WGSL has textureSampleLevel(texture, sampler, coordinates, level)"},
	{"textureGrad", "WGSL has textureSampleGrad(texture, sampler, coordinates, ddx, ddy)"},
	{"tex2Dgrad", "WGSL has textureSampleGrad(texture, sampler, coordinates, ddx, ddy)"},
	{"textureProj", "WGSL has textureSample(texture, sampler, coordinates.xy / coordinates.w)"},
	{"texelFetch", "WGSL has textureLoad(texture, coordinates, level)"},
	{"imageLoad", "WGSL has textureLoad(texture, coordinates)"},
	{"lessThan", "WGSL compares vectors by a < b"},
	{"lessThanEqual", "WGSL compares vectors by a <= b"},
	{"greaterThan", "WGSL compares vectors by a > b"},
	{"greaterThanEqual", "WGSL compares vectors by a >= b"},
	{"equal", "WGSL compares vectors by a == b"},
	{"notEqual", "WGSL compares vectors by a != b"},
	{"not", "WGSL has !v"},
	{"outerProduct", "WGSL has mat2x2f(a * b.x, a * b.y), and so on for other sizes"},
	{"matrixCompMult", "WGSL multiplies columns: mat2x2f(a[0] * b[0], a[1] * b[1])"},
	{"clip", "WGSL has if (x < 0) { discard; }"},
	{"sincos", "WGSL has sin(x) and cos(x)"},
	{"log10", "WGSL has log2(x) * 0.30103"},
	{"double", "WGSL has no floats of 64 bits"},
	{"double2", "WGSL has no floats of 64 bits"},
	{"atomicCompSwap", "WGSL has atomicCompareExchangeWeak(&x, compare, value).old_value"},
	{"InterlockedAdd", "WGSL has atomicAdd(&x, value)"},
	{"InterlockedMin", "WGSL has atomicMin(&x, value)"},
	{"InterlockedMax", "WGSL has atomicMax(&x, value)"},
	{"InterlockedAnd", "WGSL has atomicAnd(&x, value)"},
	{"InterlockedOr", "WGSL has atomicOr(&x, value)"},
	{"InterlockedXor", "WGSL has atomicXor(&x, value)"},
	{"InterlockedExchange", "WGSL has atomicExchange(&x, value)"},
	{"InterlockedCompareExchange", "WGSL has atomicCompareExchangeWeak(&x, compare, value)"},
	{"memoryBarrier", "WGSL has storageBarrier(), textureBarrier() and workgroupBarrier(), where all invocations come by"},
	{"memoryBarrierShared", "WGSL has workgroupBarrier(), where all invocations come by"},
	{"memoryBarrierBuffer", "WGSL has storageBarrier(), where all invocations come by"},
	{"groupMemoryBarrier", "WGSL has workgroupBarrier(), where all invocations come by"},
	{"threadgroup_barrier", "WGSL has workgroupBarrier() and storageBarrier()"},
	{"sampler2D", "WGSL has texture_2d<f32> and sampler, which are two variables"},
	{"samplerCube", "WGSL has texture_cube<f32> and sampler, which are two variables"},
	{"Texture2D", "WGSL has texture_2d<f32>"},
	{"SamplerState", "WGSL has sampler"},
	{"texture2d", "WGSL has texture_2d<f32>"},
	{"image2D", "WGSL has texture_storage_2d<rgba8unorm, write>, with other formats and read"},
	{"gl_Position", "WGSL returns it: @builtin(position) of a vertex shader's result"},
	{"gl_FragCoord", "WGSL has a parameter: @builtin(position) p: vec4f"},
	{"gl_FragColor", "WGSL returns it: @location(0) of a fragment shader's result"},
	{"gl_FragDepth", "WGSL returns it: @builtin(frag_depth) of a fragment shader's result"},
	{"gl_VertexID", "WGSL has a parameter: @builtin(vertex_index) i: u32"},
	{"gl_VertexIndex", "WGSL has a parameter: @builtin(vertex_index) i: u32"},
	{"gl_InstanceID", "WGSL has a parameter: @builtin(instance_index) i: u32"},
	{"gl_InstanceIndex", "WGSL has a parameter: @builtin(instance_index) i: u32"},
	{"gl_FrontFacing", "WGSL has a parameter: @builtin(front_facing) front: bool"},
	{"gl_GlobalInvocationID", "WGSL has a parameter: @builtin(global_invocation_id) id: vec3u"},
	{"gl_LocalInvocationID", "WGSL has a parameter: @builtin(local_invocation_id) id: vec3u"},
	{"gl_LocalInvocationIndex", "WGSL has a parameter: @builtin(local_invocation_index) i: u32"},
	{"gl_WorkGroupID", "WGSL has a parameter: @builtin(workgroup_id) id: vec3u"},
	{"gl_NumWorkGroups", "WGSL has a parameter: @builtin(num_workgroups) n: vec3u"},
	{"gl_SampleID", "WGSL has a parameter: @builtin(sample_index) i: u32"},
	{"gl_PointCoord", "WGSL draws points of one pixel"},
	{"printf", "WGSL prints nothing; write to a buffer"},
	{"NULL", "WGSL has no null"},
	{"nullptr", "WGSL has no null"},
}

// foreign adds WGSL's equivalent to a report of an undeclared name, if another shading
// language has it.
func (c *checker) foreign(d *diag.Diagnostic, n syntax.Node, name string) bool {
	if s := rowOf(foreignNames[:], name); s != "" {
		if c.t.Kind(n) == syntax.KindIdent && len(c.t.Ident(n).Args) > 0 {
			return false
		}
		d.Suggest(c.t.Primary(n), s, "WGSL calls it %s", s)
		return true
	}
	if s := rowOf(foreignNotes[:], name); s != "" {
		d.Note("%s", s)
		return true
	}
	return false
}

// rowOf is the row of a table for a name, or "". Tables are plain data, so that nothing is
// made at start.
func rowOf(table [][2]string, name string) string {
	for i := range table {
		if table[i][0] == name {
			return table[i][1]
		}
	}
	return ""
}

// handConversion is the type that a value of type from has to be converted to by hand, if
// numbers of type to are expected, or 0: values keep their shape.
func (c *checker) handConversion(from, to ir.TypeID) ir.TypeID {
	if !c.m.Types.IsScalarOrVector(from) || !c.m.Types.IsScalarOrVector(to) {
		return 0
	}
	f, t := c.m.Types.At(from), c.m.Types.At(to)
	if f.Scalar == t.Scalar || t.Scalar.IsAbstract() {
		return 0
	}
	return c.m.Types.WithScalar(from, t.Scalar)
}

// converted suggests to convert a value by hand. A conversion that loses the fraction of a
// number is no edit to be made unseen.
func (c *checker) converted(d *diag.Diagnostic, n syntax.Node, from, to ir.TypeID) {
	name := c.typeName(to)
	if c.m.Types.ScalarOf(from).IsFloat() && !c.m.Types.ScalarOf(to).IsFloat() {
		d.Note("%s(x) converts it", name)
		return
	}
	text := c.t.Text(n)
	if bare := strings.TrimRight(text, "iu"); c.t.Kind(n) == syntax.KindLiteral && len(bare) < len(text) {
		d.Suggest(c.t.Span(n), bare, "write %s, which takes the required type", bare)
		return
	}
	d.Suggest(c.t.Span(n), name+"("+text+")", "convert it to %s", name)
}

// convertOperand suggests which operand of an operator to convert to the other's numbers:
// integers beside floats, else the right one.
func (c *checker) convertOperand(d *diag.Diagnostic, op ir.BinaryOp, l, r operand, ln, rn syntax.Node) {
	lt, rt := c.m.Types.At(l.ty), c.m.Types.At(r.ty)
	to := l.ty
	switch op {
	case ir.Shl, ir.Shr:
		to = ir.TypeU32
	case ir.And, ir.Or, ir.Xor:
		if lt.Scalar.IsFloat() || rt.Scalar.IsFloat() {
			return
		}
	default:
		if lt.Scalar.IsInteger() && rt.Scalar.IsFloat() {
			if rt.Scalar.IsAbstract() {
				to = ir.TypeF32
			} else {
				to = r.ty
			}
			l, ln, r, rn = r, rn, l, ln
		}
	}
	if lt.Scalar == ir.Bool || rt.Scalar == ir.Bool || lt.Kind == ir.TypeVector && rt.Kind == ir.TypeVector && lt.Rows != rt.Rows {
		return
	}
	if want := c.handConversion(r.ty, to); want != 0 {
		c.converted(d, rn, r.ty, want)
	}
}
