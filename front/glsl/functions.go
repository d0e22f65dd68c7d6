package glsl

// This file is the table of the built-in functions but those on textures and
// images (texture.go) and memory (atomic.go), whose overloads follow from rules.
//
// A row has a name, a prototype, the scalars that the prototype's T, V and s stand for, the
// lowering of a call, and the availability of the function. A prototype is the result, then
// the parameters; each is
//
//	T, V    a scalar or vector, or a vector only, of the row's scalar
//	s       the row's scalar
//	I U B F int, uint, bool, float of as many components as T or V
//	i u b f d h l m w  int, uint, bool, float, double, float16_t, int64_t, uint64_t, uint16_t
//	.       nothing
//	a digit after any of these: that many components
//	&       after a parameter: it is out
//
// All T, V, I, U, B and F of a prototype have the same number of components.

import (
	"strings"

	"refract/ir"
)

// classes of scalars that a row is for, each an overload of its own.
type scalars uint16

const (
	sF scalars = 1 << ir.F32
	sD scalars = 1 << ir.F64
	sH scalars = 1 << ir.F16
	sI scalars = 1 << ir.I32
	sU scalars = 1 << ir.U32
	sB scalars = 1 << ir.Bool
	sL scalars = 1 << ir.I64
	sM scalars = 1 << ir.U64
	sW scalars = 1<<ir.I8 | 1<<ir.U8 | 1<<ir.I16 | 1<<ir.U16

	fh        = sF | sH
	fdh       = sF | sD | sH
	signeds   = fdh | sI | sL | 1<<ir.I8 | 1<<ir.I16
	ints      = sI | sU | sL | sM | sW
	numbers   = fdh | ints
	anyScalar = numbers | sB
)

// lowering is the form that a call of a built-in function takes: a math function of the IR,
// or one of those below.
type lowering uint16

const (
	lowMath lowering = 256 // plus an ir.MathOp

	lowMod lowering = 512 + iota
	lowModf
	lowFrexp
	lowLdexp
	lowMix
	lowMixBool
	lowStep
	lowMin
	lowIsNan
	lowIsInf
	lowBitcast
	lowPackBits
	lowPackHalf
	lowUnpackHalf
	lowLess
	lowLessEqual
	lowGreater
	lowGreaterEqual
	lowEqual
	lowNotEqual
	lowAny
	lowAll
	lowNot
	lowAddCarry
	lowSubBorrow
	lowMulExtended
	lowExtract
	lowInsert
	lowBitCount
	lowFindBit
	lowFtransform
	lowNoise
	lowDpdx
	lowDpdy
	lowFwidth
	lowDpdxFine
	lowDpdyFine
	lowFwidthFine
	lowDpdxCoarse
	lowDpdyCoarse
	lowFwidthCoarse
	lowLength
	lowNormalize
	lowFma
	lowBarrier
	lowMemoryBarrier
	lowBufferBarrier
	lowSharedBarrier
	lowImageBarrier
	lowGroupBarrier
	lowSubgroupBarrier
	lowSubgroupMemory
	lowInterlock
	lowVote
	lowVoteEqual
	lowElect
	lowCollective
	lowPartition
	lowPartitioned
	lowBallot
	lowInverseBallot
	lowBallotExtract
	lowBallotCount
	lowBallotInclusive
	lowBallotExclusive
	lowBallotFindLSB
	lowBallotFindMSB
	lowBroadcast
	lowBroadcastFirst
	lowShuffle
	lowQuad
	lowIgnored
	lowHelper
	lowDotPacked
	lowDotVector
)

// function is a row.
type function struct {
	name  string
	proto string
	class scalars
	low   lowering
	code  uint8
	av    avail
}

// Where functions exist.
func always() avail { return avail{desktop: 110, es: 100} }
func v130() avail   { return avail{desktop: 130, es: 300} }
func bitEncoding() avail {
	return avail{desktop: 330, es: 300, exts: exts{extBitEncoding, extGPUShader5, extShaderBitEncoding}}
}
func gpu5() avail { return avail{desktop: 400, es: 310, exts: exts{extGPUShader5, extGPUShader5ES}} }
func gpu5es320() avail {
	return avail{desktop: 400, es: 320, exts: exts{extGPUShader5, extGPUShader5ES}}
}
func packing() avail     { return avail{desktop: 420, es: 300, exts: exts{extShadingLanguagePacking}} }
func deriv() avail       { return avail{desktop: 110, es: 300, exts: exts{extDerivativesOES}} }
func derivCtl() avail    { return avail{desktop: 450, es: never, exts: exts{extDerivativeControl}} }
func compute() avail     { return avail{desktop: 430, es: 310, exts: exts{extComputeShader}} }
func doubles() avail     { return avail{desktop: 400, es: never, exts: exts{extFP64}} }
func vote() avail        { return avail{desktop: 460, es: never, exts: exts{extGroupVote, extGroupVoteEXT}} }
func sgBasic() avail     { return avail{desktop: never, es: never, exts: exts{extSubgroupBasic}} }
func sgVote() avail      { return avail{desktop: never, es: never, exts: exts{extSubgroupVote}} }
func sgArith() avail     { return avail{desktop: never, es: never, exts: exts{extSubgroupArithmetic}} }
func sgClustered() avail { return avail{desktop: never, es: never, exts: exts{extSubgroupClustered}} }
func sgPartitioned() avail {
	return avail{desktop: never, es: never, exts: exts{extSubgroupPartitioned}}
}
func shaderBallot() avail {
	return avail{desktop: never, es: never, exts: exts{extShaderBallot}}
}
func sgBallot() avail  { return avail{desktop: never, es: never, exts: exts{extSubgroupBallot}} }
func sgShuffle() avail { return avail{desktop: never, es: never, exts: exts{extSubgroupShuffle}} }
func sgRel() avail     { return avail{desktop: never, es: never, exts: exts{extSubgroupShuffleRelative}} }
func sgQuad() avail    { return avail{desktop: never, es: never, exts: exts{extSubgroupQuad}} }
func int64s() avail    { return avail{desktop: never, es: never, exts: exts{extInt64, extExplicitInt64}} }
func explicit() avail {
	return avail{desktop: never, es: never, exts: exts{extExplicitInt16, extExplicitInt8, extExplicitInt64}}
}
func halves() avail {
	return avail{desktop: never, es: never, exts: exts{extExplicitFloat16, extHalfFloatAMD}}
}
func int16s() avail {
	return avail{desktop: never, es: never, exts: exts{extExplicitInt16, extInt16AMD}}
}

func intDot() avail { return avail{desktop: never, es: never, exts: exts{extIntDot}} }

// functions is the table.
var functions = []function{
	{"radians", "TT", fh, lowMath + lowering(ir.MathRadians), 0, always()},
	{"degrees", "TT", fh, lowMath + lowering(ir.MathDegrees), 0, always()},
	{"sin", "TT", fh, lowMath + lowering(ir.MathSin), 0, always()},
	{"cos", "TT", fh, lowMath + lowering(ir.MathCos), 0, always()},
	{"tan", "TT", fh, lowMath + lowering(ir.MathTan), 0, always()},
	{"asin", "TT", fh, lowMath + lowering(ir.MathAsin), 0, always()},
	{"acos", "TT", fh, lowMath + lowering(ir.MathAcos), 0, always()},
	{"atan", "TTT", fh, lowMath + lowering(ir.MathAtan2), 0, always()},
	{"atan", "TT", fh, lowMath + lowering(ir.MathAtan), 0, always()},
	{"sinh", "TT", fh, lowMath + lowering(ir.MathSinh), 0, v130()},
	{"cosh", "TT", fh, lowMath + lowering(ir.MathCosh), 0, v130()},
	{"tanh", "TT", fh, lowMath + lowering(ir.MathTanh), 0, v130()},
	{"asinh", "TT", fh, lowMath + lowering(ir.MathAsinh), 0, v130()},
	{"acosh", "TT", fh, lowMath + lowering(ir.MathAcosh), 0, v130()},
	{"atanh", "TT", fh, lowMath + lowering(ir.MathAtanh), 0, v130()},

	{"pow", "TTT", fh, lowMath + lowering(ir.MathPow), 0, always()},
	{"exp", "TT", fh, lowMath + lowering(ir.MathExp), 0, always()},
	{"log", "TT", fh, lowMath + lowering(ir.MathLog), 0, always()},
	{"exp2", "TT", fh, lowMath + lowering(ir.MathExp2), 0, always()},
	{"log2", "TT", fh, lowMath + lowering(ir.MathLog2), 0, always()},
	{"sqrt", "TT", fdh, lowMath + lowering(ir.MathSqrt), 0, always()},
	{"inversesqrt", "TT", fdh, lowMath + lowering(ir.MathInverseSqrt), 0, always()},

	{"abs", "TT", fdh, lowMath + lowering(ir.MathAbs), 0, always()},
	{"abs", "TT", signeds &^ fdh, lowMath + lowering(ir.MathAbs), 0, v130()},
	{"sign", "TT", fdh, lowMath + lowering(ir.MathSign), 0, always()},
	{"sign", "TT", signeds &^ fdh, lowMath + lowering(ir.MathSign), 0, v130()},
	{"floor", "TT", fdh, lowMath + lowering(ir.MathFloor), 0, always()},
	{"trunc", "TT", fdh, lowMath + lowering(ir.MathTrunc), 0, v130()},
	{"round", "TT", fdh, lowMath + lowering(ir.MathRound), 0, v130()},
	{"roundEven", "TT", fdh, lowMath + lowering(ir.MathRound), 0, v130()},
	{"ceil", "TT", fdh, lowMath + lowering(ir.MathCeil), 0, always()},
	{"fract", "TT", fdh, lowMath + lowering(ir.MathFract), 0, always()},
	{"mod", "TTT", fdh, lowMod, 0, always()},
	{"mod", "TTs", fdh, lowMod, 0, always()},
	{"modf", "TTT&", fdh, lowModf, 0, v130()},
	{"min", "TTT", fdh, lowMath + lowering(ir.MathMin), 0, always()},
	{"min", "TTs", fdh, lowMath + lowering(ir.MathMin), 0, always()},
	{"min", "TTT", ints, lowMath + lowering(ir.MathMin), 0, v130()},
	{"min", "TTs", ints, lowMath + lowering(ir.MathMin), 0, v130()},
	{"max", "TTT", fdh, lowMath + lowering(ir.MathMax), 0, always()},
	{"max", "TTs", fdh, lowMath + lowering(ir.MathMax), 0, always()},
	{"max", "TTT", ints, lowMath + lowering(ir.MathMax), 0, v130()},
	{"max", "TTs", ints, lowMath + lowering(ir.MathMax), 0, v130()},
	{"clamp", "TTTT", fdh, lowMath + lowering(ir.MathClamp), 0, always()},
	{"clamp", "TTss", fdh, lowMath + lowering(ir.MathClamp), 0, always()},
	{"clamp", "TTTT", ints, lowMath + lowering(ir.MathClamp), 0, v130()},
	{"clamp", "TTss", ints, lowMath + lowering(ir.MathClamp), 0, v130()},
	{"mix", "TTTT", fdh, lowMix, 0, always()},
	{"mix", "TTTs", fdh, lowMix, 0, always()},
	{"mix", "TTTB", fdh, lowMixBool, 0, v130()},
	{"mix", "TTTB", ints | sB, lowMixBool, 0, since(450, 310, exts{extIntegerMix})},
	{"step", "TTT", fdh, lowMath + lowering(ir.MathStep), 0, always()},
	{"step", "TsT", fdh, lowMath + lowering(ir.MathStep), 0, always()},
	{"smoothstep", "TTTT", fdh, lowMath + lowering(ir.MathSmoothStep), 0, always()},
	{"smoothstep", "TssT", fdh, lowMath + lowering(ir.MathSmoothStep), 0, always()},
	{"isnan", "BT", fdh, lowIsNan, 0, v130()},
	{"isinf", "BT", fdh, lowIsInf, 0, v130()},
	{"floatBitsToInt", "IF", sF, lowBitcast, uint8(ir.I32), bitEncoding()},
	{"floatBitsToUint", "UF", sF, lowBitcast, uint8(ir.U32), bitEncoding()},
	{"intBitsToFloat", "FI", sF, lowBitcast, uint8(ir.F32), bitEncoding()},
	{"uintBitsToFloat", "FU", sF, lowBitcast, uint8(ir.F32), bitEncoding()},
	{"fma", "TTTT", fdh, lowMath + lowering(ir.MathFma), 0, gpu5es320()},
	{"frexp", "TTI&", fdh, lowFrexp, 0, since(400, 310, exts{extGPUShader5, extFP64})},
	{"ldexp", "TTI", fdh, lowLdexp, 0, since(400, 310, exts{extGPUShader5, extFP64})},
	{"doubleBitsToInt64", "TT", sD, lowBitcast, uint8(ir.I64), int64s()},
	{"doubleBitsToUint64", "TT", sD, lowBitcast, uint8(ir.U64), int64s()},
	{"int64BitsToDouble", "TT", sL, lowBitcast, uint8(ir.F64), int64s()},
	{"uint64BitsToDouble", "TT", sM, lowBitcast, uint8(ir.F64), int64s()},
	{"halfBitsToInt16", "TT", sH, lowBitcast, uint8(ir.I16), halves()},
	{"halfBitsToUint16", "TT", sH, lowBitcast, uint8(ir.U16), halves()},
	{"float16BitsToInt16", "TT", sH, lowBitcast, uint8(ir.I16), halves()},
	{"float16BitsToUint16", "TT", sH, lowBitcast, uint8(ir.U16), halves()},
	{"int16BitsToHalf", "TT", 1 << ir.I16, lowBitcast, uint8(ir.F16), halves()},
	{"uint16BitsToHalf", "TT", 1 << ir.U16, lowBitcast, uint8(ir.F16), halves()},
	{"int16BitsToFloat16", "TT", 1 << ir.I16, lowBitcast, uint8(ir.F16), halves()},
	{"uint16BitsToFloat16", "TT", 1 << ir.U16, lowBitcast, uint8(ir.F16), halves()},

	{"packUnorm2x16", "uf2", 0, lowMath + lowering(ir.MathPack2x16unorm), 0, since(410, 300, exts{extShadingLanguagePacking, extGPUShader5})},
	{"packSnorm2x16", "uf2", 0, lowMath + lowering(ir.MathPack2x16snorm), 0, packing()},
	{"packUnorm4x8", "uf4", 0, lowMath + lowering(ir.MathPack4x8unorm), 0, since(400, 310, exts{extShadingLanguagePacking, extGPUShader5})},
	{"packSnorm4x8", "uf4", 0, lowMath + lowering(ir.MathPack4x8snorm), 0, since(400, 310, exts{extShadingLanguagePacking, extGPUShader5})},
	{"unpackUnorm2x16", "f2u", 0, lowMath + lowering(ir.MathUnpack2x16unorm), 0, since(410, 300, exts{extShadingLanguagePacking, extGPUShader5})},
	{"unpackSnorm2x16", "f2u", 0, lowMath + lowering(ir.MathUnpack2x16snorm), 0, packing()},
	{"unpackUnorm4x8", "f4u", 0, lowMath + lowering(ir.MathUnpack4x8unorm), 0, since(400, 310, exts{extShadingLanguagePacking, extGPUShader5})},
	{"unpackSnorm4x8", "f4u", 0, lowMath + lowering(ir.MathUnpack4x8snorm), 0, since(400, 310, exts{extShadingLanguagePacking, extGPUShader5})},
	{"packHalf2x16", "uf2", 0, lowMath + lowering(ir.MathPack2x16float), 0, packing()},
	{"unpackHalf2x16", "f2u", 0, lowMath + lowering(ir.MathUnpack2x16float), 0, packing()},
	{"packDouble2x32", "du2", 0, lowPackBits, 0, doubles()},
	{"unpackDouble2x32", "u2d", 0, lowPackBits, 0, doubles()},
	{"packInt2x32", "li2", 0, lowPackBits, 0, int64s()},
	{"packUint2x32", "mu2", 0, lowPackBits, 0, int64s()},
	{"unpackInt2x32", "i2l", 0, lowPackBits, 0, int64s()},
	{"unpackUint2x32", "u2m", 0, lowPackBits, 0, int64s()},
	{"packFloat2x16", "uh2", 0, lowPackBits, 0, halves()},
	{"unpackFloat2x16", "h2u", 0, lowPackBits, 0, halves()},
	{"packInt2x16", "ij2", 0, lowPackBits, 0, int16s()},
	{"packUint2x16", "uw2", 0, lowPackBits, 0, int16s()},
	{"unpackInt2x16", "j2i", 0, lowPackBits, 0, int16s()},
	{"unpackUint2x16", "w2u", 0, lowPackBits, 0, int16s()},
	{"packInt4x16", "lj4", 0, lowPackBits, 0, int16s()},
	{"packUint4x16", "mw4", 0, lowPackBits, 0, int16s()},
	{"unpackInt4x16", "j4l", 0, lowPackBits, 0, int16s()},
	{"unpackUint4x16", "w4m", 0, lowPackBits, 0, int16s()},
	{"pack16", "jx2", 0, lowPackBits, 0, explicit()},
	{"pack16", "wy2", 0, lowPackBits, 0, explicit()},
	{"pack32", "ix4", 0, lowPackBits, 0, explicit()},
	{"pack32", "uy4", 0, lowPackBits, 0, explicit()},
	{"pack32", "ij2", 0, lowPackBits, 0, explicit()},
	{"pack32", "uw2", 0, lowPackBits, 0, explicit()},
	{"pack64", "lj4", 0, lowPackBits, 0, explicit()},
	{"pack64", "mw4", 0, lowPackBits, 0, explicit()},
	{"pack64", "li2", 0, lowPackBits, 0, explicit()},
	{"pack64", "mu2", 0, lowPackBits, 0, explicit()},
	{"unpack8", "x2j", 0, lowPackBits, 0, explicit()},
	{"unpack8", "y2w", 0, lowPackBits, 0, explicit()},
	{"unpack8", "x4i", 0, lowPackBits, 0, explicit()},
	{"unpack8", "y4u", 0, lowPackBits, 0, explicit()},
	{"unpack16", "j2i", 0, lowPackBits, 0, explicit()},
	{"unpack16", "w2u", 0, lowPackBits, 0, explicit()},
	{"unpack16", "j4l", 0, lowPackBits, 0, explicit()},
	{"unpack16", "w4m", 0, lowPackBits, 0, explicit()},
	{"unpack32", "i2l", 0, lowPackBits, 0, explicit()},
	{"unpack32", "u2m", 0, lowPackBits, 0, explicit()},

	{"length", "sT", fdh, lowLength, 0, always()},
	{"distance", "sTT", fdh, lowMath + lowering(ir.MathDistance), 0, always()},
	{"dot", "sTT", fdh, lowMath + lowering(ir.MathDot), 0, always()},
	{"cross", "s3s3s3", fdh, lowMath + lowering(ir.MathCross), 0, always()},
	{"normalize", "TT", fdh, lowNormalize, 0, always()},
	{"ftransform", "f4", 0, lowFtransform, 0, until(140, 1)},
	{"faceforward", "TTTT", fdh, lowMath + lowering(ir.MathFaceForward), 0, always()},
	{"reflect", "TTT", fdh, lowMath + lowering(ir.MathReflect), 0, always()},
	{"refract", "TTTs", fdh, lowMath + lowering(ir.MathRefract), 0, always()},

	// Functions on matrices: their types follow from the arguments.
	{"matrixCompMult", ".", 0, lowIgnored, 0, always()},
	{"outerProduct", ".", 0, lowIgnored, 0, always()},
	{"transpose", ".", 0, lowIgnored, 0, always()},
	{"determinant", ".", 0, lowIgnored, 0, always()},
	{"inverse", ".", 0, lowIgnored, 0, always()},

	{"lessThan", "BVV", numbers, lowLess, 0, always()},
	{"lessThanEqual", "BVV", numbers, lowLessEqual, 0, always()},
	{"greaterThan", "BVV", numbers, lowGreater, 0, always()},
	{"greaterThanEqual", "BVV", numbers, lowGreaterEqual, 0, always()},
	{"equal", "BVV", anyScalar, lowEqual, 0, always()},
	{"notEqual", "BVV", anyScalar, lowNotEqual, 0, always()},
	{"any", "bV", sB, lowAny, 0, always()},
	{"all", "bV", sB, lowAll, 0, always()},
	{"not", "VV", sB, lowNot, 0, always()},

	{"uaddCarry", "TTTT&", sU, lowAddCarry, 0, gpu5()},
	{"usubBorrow", "TTTT&", sU, lowSubBorrow, 0, gpu5()},
	{"umulExtended", ".TTT&T&", sU, lowMulExtended, 0, gpu5()},
	{"imulExtended", ".TTT&T&", sI, lowMulExtended, 0, gpu5()},
	{"bitfieldExtract", "TTii", ints, lowExtract, 0, gpu5()},
	{"bitfieldInsert", "TTTii", ints, lowInsert, 0, gpu5()},
	{"bitfieldReverse", "TT", ints, lowMath + lowering(ir.MathReverseBits), 0, gpu5()},
	{"bitCount", "IT", ints, lowBitCount, 0, gpu5()},
	{"findLSB", "IT", ints, lowFindBit, uint8(ir.MathFirstTrailingBit), gpu5()},
	{"findMSB", "IT", ints, lowFindBit, uint8(ir.MathFirstLeadingBit), gpu5()},

	{"dotPacked4x8EXT", "iii", 0, lowDotPacked, 0, intDot()},
	{"dotPacked4x8EXT", "iiu", 0, lowDotPacked, 0, intDot()},
	{"dotPacked4x8EXT", "iui", 0, lowDotPacked, 0, intDot()},
	{"dotPacked4x8EXT", "uuu", 0, lowDotPacked, 0, intDot()},
	{"dotPacked4x8AccSatEXT", "iiii", 0, lowDotPacked, 1, intDot()},
	{"dotPacked4x8AccSatEXT", "iiui", 0, lowDotPacked, 1, intDot()},
	{"dotPacked4x8AccSatEXT", "iuii", 0, lowDotPacked, 1, intDot()},
	{"dotPacked4x8AccSatEXT", "uuuu", 0, lowDotPacked, 1, intDot()},
	{"dotEXT", "iVV", sI | 1<<ir.I8 | 1<<ir.I16, lowDotVector, 0, intDot()},
	{"dotEXT", "uVV", sU | 1<<ir.U8 | 1<<ir.U16, lowDotVector, 0, intDot()},
	{"dotAccSatEXT", "iVVi", sI | 1<<ir.I8 | 1<<ir.I16, lowDotVector, 1, intDot()},
	{"dotAccSatEXT", "uVVu", sU | 1<<ir.U8 | 1<<ir.U16, lowDotVector, 1, intDot()},

	{"dFdx", "TT", fh, lowDpdx, 0, deriv()},
	{"dFdy", "TT", fh, lowDpdy, 0, deriv()},
	{"fwidth", "TT", fh, lowFwidth, 0, deriv()},
	{"dFdxFine", "TT", fh, lowDpdxFine, 0, derivCtl()},
	{"dFdyFine", "TT", fh, lowDpdyFine, 0, derivCtl()},
	{"fwidthFine", "TT", fh, lowFwidthFine, 0, derivCtl()},
	{"dFdxCoarse", "TT", fh, lowDpdxCoarse, 0, derivCtl()},
	{"dFdyCoarse", "TT", fh, lowDpdyCoarse, 0, derivCtl()},
	{"fwidthCoarse", "TT", fh, lowFwidthCoarse, 0, derivCtl()},

	{"noise1", "fT", sF, lowNoise, 1, since(110, never, exts{})},
	{"noise2", "f2T", sF, lowNoise, 2, since(110, never, exts{})},
	{"noise3", "f3T", sF, lowNoise, 3, since(110, never, exts{})},
	{"noise4", "f4T", sF, lowNoise, 4, since(110, never, exts{})},

	{"barrier", ".", 0, lowBarrier, 0, since(400, 310, exts{extComputeShader})},
	{"memoryBarrier", ".", 0, lowMemoryBarrier, 0, since(420, 310, exts{extImageLoadStore})},
	{"memoryBarrierAtomicCounter", ".", 0, lowBufferBarrier, 0, compute()},
	{"memoryBarrierBuffer", ".", 0, lowBufferBarrier, 0, compute()},
	{"memoryBarrierShared", ".", 0, lowSharedBarrier, 0, compute()},
	{"memoryBarrierImage", ".", 0, lowImageBarrier, 0, compute()},
	{"groupMemoryBarrier", ".", 0, lowGroupBarrier, 0, compute()},

	{"anyInvocation", "bb", 0, lowVote, uint8(ir.SubgroupAny), vote()},
	{"allInvocations", "bb", 0, lowVote, uint8(ir.SubgroupAll), vote()},
	{"allInvocationsEqual", "bb", 0, lowVoteEqual, 0, vote()},
	{"anyInvocationARB", "bb", 0, lowVote, uint8(ir.SubgroupAny), only(exts{extGroupVote})},
	{"allInvocationsARB", "bb", 0, lowVote, uint8(ir.SubgroupAll), only(exts{extGroupVote})},
	{"allInvocationsEqualARB", "bb", 0, lowVoteEqual, 0, only(exts{extGroupVote})},

	{"ballotARB", "mb", 0, lowBallot, 1, shaderBallot()},
	{"readInvocationARB", "TTu", sF | sI | sU, lowBroadcast, 0, shaderBallot()},
	{"readFirstInvocationARB", "TT", sF | sI | sU, lowBroadcastFirst, 0, shaderBallot()},

	{"subgroupBarrier", ".", 0, lowSubgroupBarrier, 0, sgBasic()},
	{"subgroupMemoryBarrier", ".", 0, lowSubgroupMemory, uint8(ir.MemoryStorage | ir.MemoryWorkgroup | ir.MemoryTexture), sgBasic()},
	{"subgroupMemoryBarrierBuffer", ".", 0, lowSubgroupMemory, uint8(ir.MemoryStorage), sgBasic()},
	{"subgroupMemoryBarrierShared", ".", 0, lowSubgroupMemory, uint8(ir.MemoryWorkgroup), sgBasic()},
	{"subgroupMemoryBarrierImage", ".", 0, lowSubgroupMemory, uint8(ir.MemoryTexture), sgBasic()},
	{"subgroupElect", "b", 0, lowElect, 0, sgBasic()},
	{"subgroupAll", "bb", 0, lowVote, uint8(ir.SubgroupAll), sgVote()},
	{"subgroupAny", "bb", 0, lowVote, uint8(ir.SubgroupAny), sgVote()},
	{"subgroupAllEqual", "bT", anyScalar, lowVoteEqual, 0, sgVote()},
	{"subgroupBroadcast", "TTu", anyScalar, lowBroadcast, 0, sgBallot()},
	{"subgroupBroadcastFirst", "TT", anyScalar, lowBroadcastFirst, 0, sgBallot()},
	{"subgroupBallot", "u4b", 0, lowBallot, 0, sgBallot()},
	{"subgroupInverseBallot", "bu4", 0, lowInverseBallot, 0, sgBallot()},
	{"subgroupBallotBitExtract", "bu4u", 0, lowBallotExtract, 0, sgBallot()},
	{"subgroupBallotBitCount", "uu4", 0, lowBallotCount, 0, sgBallot()},
	{"subgroupBallotInclusiveBitCount", "uu4", 0, lowBallotInclusive, 0, sgBallot()},
	{"subgroupBallotExclusiveBitCount", "uu4", 0, lowBallotExclusive, 0, sgBallot()},
	{"subgroupBallotFindLSB", "uu4", 0, lowBallotFindLSB, 0, sgBallot()},
	{"subgroupBallotFindMSB", "uu4", 0, lowBallotFindMSB, 0, sgBallot()},
	{"subgroupShuffle", "TTu", anyScalar, lowShuffle, uint8(ir.Shuffle), sgShuffle()},
	{"subgroupShuffleXor", "TTu", anyScalar, lowShuffle, uint8(ir.ShuffleXor), sgShuffle()},
	{"subgroupShuffleUp", "TTu", anyScalar, lowShuffle, uint8(ir.ShuffleUp), sgRel()},
	{"subgroupShuffleDown", "TTu", anyScalar, lowShuffle, uint8(ir.ShuffleDown), sgRel()},
	{"subgroupAdd", "TT", numbers, lowCollective, uint8(ir.SubgroupAdd), sgArith()},
	{"subgroupMul", "TT", numbers, lowCollective, uint8(ir.SubgroupMul), sgArith()},
	{"subgroupMin", "TT", numbers, lowCollective, uint8(ir.SubgroupMin), sgArith()},
	{"subgroupMax", "TT", numbers, lowCollective, uint8(ir.SubgroupMax), sgArith()},
	{"subgroupAnd", "TT", ints | sB, lowCollective, uint8(ir.SubgroupAnd), sgArith()},
	{"subgroupOr", "TT", ints | sB, lowCollective, uint8(ir.SubgroupOr), sgArith()},
	{"subgroupXor", "TT", ints | sB, lowCollective, uint8(ir.SubgroupXor), sgArith()},
	{"subgroupInclusiveAdd", "TT", numbers, lowCollective, uint8(ir.SubgroupAdd) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupInclusiveMul", "TT", numbers, lowCollective, uint8(ir.SubgroupMul) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupInclusiveMin", "TT", numbers, lowCollective, uint8(ir.SubgroupMin) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupInclusiveMax", "TT", numbers, lowCollective, uint8(ir.SubgroupMax) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupInclusiveAnd", "TT", ints | sB, lowCollective, uint8(ir.SubgroupAnd) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupInclusiveOr", "TT", ints | sB, lowCollective, uint8(ir.SubgroupOr) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupInclusiveXor", "TT", ints | sB, lowCollective, uint8(ir.SubgroupXor) | uint8(ir.InclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveAdd", "TT", numbers, lowCollective, uint8(ir.SubgroupAdd) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveMul", "TT", numbers, lowCollective, uint8(ir.SubgroupMul) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveMin", "TT", numbers, lowCollective, uint8(ir.SubgroupMin) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveMax", "TT", numbers, lowCollective, uint8(ir.SubgroupMax) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveAnd", "TT", ints | sB, lowCollective, uint8(ir.SubgroupAnd) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveOr", "TT", ints | sB, lowCollective, uint8(ir.SubgroupOr) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupExclusiveXor", "TT", ints | sB, lowCollective, uint8(ir.SubgroupXor) | uint8(ir.ExclusiveScan)<<4, sgArith()},
	{"subgroupClusteredAdd", "TTu", numbers, lowCollective, uint8(ir.SubgroupAdd) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupClusteredMul", "TTu", numbers, lowCollective, uint8(ir.SubgroupMul) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupClusteredMin", "TTu", numbers, lowCollective, uint8(ir.SubgroupMin) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupClusteredMax", "TTu", numbers, lowCollective, uint8(ir.SubgroupMax) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupClusteredAnd", "TTu", ints | sB, lowCollective, uint8(ir.SubgroupAnd) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupClusteredOr", "TTu", ints | sB, lowCollective, uint8(ir.SubgroupOr) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupClusteredXor", "TTu", ints | sB, lowCollective, uint8(ir.SubgroupXor) | uint8(ir.Clustered)<<4, sgClustered()},
	{"subgroupPartitionNV", "u4T", anyScalar, lowPartition, 0, sgPartitioned()},
	{"subgroupPartitionedAddNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupAdd), sgPartitioned()},
	{"subgroupPartitionedMulNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMul), sgPartitioned()},
	{"subgroupPartitionedMinNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMin), sgPartitioned()},
	{"subgroupPartitionedMaxNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMax), sgPartitioned()},
	{"subgroupPartitionedAndNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupAnd), sgPartitioned()},
	{"subgroupPartitionedOrNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupOr), sgPartitioned()},
	{"subgroupPartitionedXorNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupXor), sgPartitioned()},
	{"subgroupPartitionedInclusiveAddNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupAdd) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedInclusiveMulNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMul) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedInclusiveMinNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMin) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedInclusiveMaxNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMax) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedInclusiveAndNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupAnd) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedInclusiveOrNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupOr) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedInclusiveXorNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupXor) | uint8(ir.InclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveAddNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupAdd) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveMulNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMul) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveMinNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMin) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveMaxNV", "TTu4", numbers, lowPartitioned, uint8(ir.SubgroupMax) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveAndNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupAnd) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveOrNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupOr) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupPartitionedExclusiveXorNV", "TTu4", ints | sB, lowPartitioned, uint8(ir.SubgroupXor) | uint8(ir.ExclusiveScan)<<4, sgPartitioned()},
	{"subgroupQuadBroadcast", "TTu", anyScalar, lowQuad, uint8(ir.QuadBroadcast), sgQuad()},
	{"subgroupQuadSwapHorizontal", "TT", anyScalar, lowQuad, uint8(ir.QuadSwapX), sgQuad()},
	{"subgroupQuadSwapVertical", "TT", anyScalar, lowQuad, uint8(ir.QuadSwapY), sgQuad()},
	{"subgroupQuadSwapDiagonal", "TT", anyScalar, lowQuad, uint8(ir.QuadSwapDiagonal), sgQuad()},

	{"beginInvocationInterlockARB", ".", 0, lowInterlock, uint8(ir.InterlockBegin), only(exts{extInterlock})},
	{"endInvocationInterlockARB", ".", 0, lowInterlock, uint8(ir.InterlockEnd), only(exts{extInterlock})},
	{"beginInvocationInterlockNV", ".", 0, lowInterlock, uint8(ir.InterlockBegin), only(exts{extInterlockNV})},
	{"endInvocationInterlockNV", ".", 0, lowInterlock, uint8(ir.InterlockEnd), only(exts{extInterlockNV})},

	{"helperInvocationEXT", "b", 0, lowHelper, 0, only(exts{extDemote})},
}

// refusedFunctions are functions that are recognized and not supported: name and subject.
var refusedFunctions = [...]refusal{
	{"EmitVertex", "geometry shaders"}, {"EndPrimitive", "geometry shaders"},
	{"EmitStreamVertex", "geometry shaders"}, {"EndStreamPrimitive", "geometry shaders"},
	{"traceRayEXT", "ray tracing stages"}, {"reportIntersectionEXT", "ray tracing stages"}, {"executeCallableEXT", "ray tracing stages"},
}

// scalarOfLetter is the scalar that a letter of a prototype stands for.
func scalarOfLetter(c byte, s ir.Scalar) ir.Scalar {
	switch c {
	case 'I', 'i':
		return ir.I32
	case 'U', 'u':
		return ir.U32
	case 'B', 'b':
		return ir.Bool
	case 'F', 'f':
		return ir.F32
	case 'd':
		return ir.F64
	case 'h':
		return ir.F16
	case 'l':
		return ir.I64
	case 'm':
		return ir.U64
	case 'w':
		return ir.U16
	case 'j':
		return ir.I16
	case 'x':
		return ir.I8
	case 'y':
		return ir.U8
	}
	return s // T, V, s
}

// functionRange is where the rows of a function begin and end.
type functionRange struct {
	first, end int
	out        bool // it has a parameter that is out
}

// shape is the shape of a prototype's parameters: how many there are, and which is the
// first whose size is that of the function, -1 if none is; it may have to be a vector.
type shape struct {
	arity, generic int8
	vector         bool
}

// functionNames lists the names in the order of the table; functionRows has the
// rows of each.
var (
	functionNames []string
	functionRows  []functionRange
	shapes        []shape // by row
)

func makeFunctionRows() (names []string, rows []functionRange) {
	for i := 0; i < len(functions); {
		j := i + 1
		for j < len(functions) && functions[j].name == functions[i].name {
			j++
		}
		names = append(names, functions[i].name)
		r := functionRange{first: i, end: j}
		for ; i < j; i++ {
			r.out = r.out || strings.Contains(functions[i].proto, "&")
		}
		rows = append(rows, r)
	}
	return names, rows
}

func makeShapes() []shape {
	list := make([]shape, len(functions))
	for i := range functions {
		at, vector := generic(functions[i].proto)
		list[i] = shape{int8(arity(functions[i].proto)), int8(at), vector}
	}
	return list
}
