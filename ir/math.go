package ir

// This file declares the math functions of the IR: name, number of arguments
// and how the result's type follows from the first argument's.

// MathOp is a math function. Arguments are scalars or vectors of the same type, evaluated
// per component, unless documented otherwise. Accuracy is as WGSL's.
type MathOp uint8

const (
	MathAbs   MathOp = iota // numeric; abs(MIN) = MIN
	MathMin                 // numeric
	MathMax                 // numeric
	MathClamp               // numeric: min(max(e, low), high)
	MathSaturate
	MathCos
	MathCosh
	MathSin
	MathSinh
	MathTan
	MathTanh
	MathAcos
	MathAsin
	MathAtan
	MathAtan2
	MathAsinh
	MathAcosh
	MathAtanh
	MathRadians
	MathDegrees
	MathCeil
	MathFloor
	MathRound // half to even
	MathFract // e - floor(e)
	MathTrunc
	MathModf  // result: struct {fract, whole}
	MathFrexp // result: struct {fract, exp}
	MathLdexp // second argument: i32 of the same component count
	MathExp
	MathExp2
	MathLog
	MathLog2
	MathPow
	MathDot   // vectors, integer or float; scalar result
	MathOuter // column vector, row vector; matrix result
	MathCross // vec3
	MathDistance
	MathLength
	MathNormalize // vector
	MathFaceForward
	MathReflect
	MathRefract // third argument: scalar
	MathSign    // signed integers and floats
	MathFma
	MathMix // third argument: same type
	MathStep
	MathSmoothStep
	MathSqrt
	MathInverseSqrt
	MathInverse     // square matrix
	MathTranspose   // matrix
	MathDeterminant // square matrix; scalar result
	MathQuantizeToF16
	MathCountTrailingZeros
	MathCountLeadingZeros
	MathCountOneBits
	MathReverseBits
	MathExtractBits      // e, offset u32, count u32
	MathInsertBits       // e, newbits, offset u32, count u32
	MathFirstTrailingBit // -1 (all ones) where there is none
	MathFirstLeadingBit  // likewise
	MathPack4x8snorm     // vec4<f32> to u32
	MathPack4x8unorm
	MathPack2x16snorm // vec2<f32> to u32
	MathPack2x16unorm
	MathPack2x16float
	MathPack4xI8 // vec4<i32> to u32
	MathPack4xU8 // vec4<u32> to u32
	MathPack4xI8Clamp
	MathPack4xU8Clamp
	MathUnpack4x8snorm // u32 to vec4<f32>
	MathUnpack4x8unorm
	MathUnpack2x16snorm // u32 to vec2<f32>
	MathUnpack2x16unorm
	MathUnpack2x16float
	MathUnpack4xI8   // u32 to vec4<i32>
	MathUnpack4xU8   // u32 to vec4<u32>
	MathDot4I8Packed // u32, u32 to i32
	MathDot4U8Packed // u32, u32 to u32
	MathAddCarry     // u32: struct {result, carry}
	MathSubBorrow    // u32: struct {result, borrow}
	MathMulExtended  // u32 or i32: struct {low, high}
	numMathOps
)

// MathResult is the rule for the type of a math function's result.
type MathResult uint8

const (
	ResultSame   MathResult = iota // the first argument's type
	ResultScalar                   // its scalar
	ResultFixed                    // MathInfo.Fixed
	ResultStruct                   // a special struct: see Module.SpecialStruct
	ResultOuter                    // matrix of second argument's size columns, first argument's size rows
	ResultTransposed
)

// MathInfo describes a math function.
type MathInfo struct {
	Name   string
	Args   uint8
	Result MathResult
	Fixed  TypeID
}

var mathInfos = [numMathOps]MathInfo{
	MathAbs:                {"abs", 1, ResultSame, 0},
	MathMin:                {"min", 2, ResultSame, 0},
	MathMax:                {"max", 2, ResultSame, 0},
	MathClamp:              {"clamp", 3, ResultSame, 0},
	MathSaturate:           {"saturate", 1, ResultSame, 0},
	MathCos:                {"cos", 1, ResultSame, 0},
	MathCosh:               {"cosh", 1, ResultSame, 0},
	MathSin:                {"sin", 1, ResultSame, 0},
	MathSinh:               {"sinh", 1, ResultSame, 0},
	MathTan:                {"tan", 1, ResultSame, 0},
	MathTanh:               {"tanh", 1, ResultSame, 0},
	MathAcos:               {"acos", 1, ResultSame, 0},
	MathAsin:               {"asin", 1, ResultSame, 0},
	MathAtan:               {"atan", 1, ResultSame, 0},
	MathAtan2:              {"atan2", 2, ResultSame, 0},
	MathAsinh:              {"asinh", 1, ResultSame, 0},
	MathAcosh:              {"acosh", 1, ResultSame, 0},
	MathAtanh:              {"atanh", 1, ResultSame, 0},
	MathRadians:            {"radians", 1, ResultSame, 0},
	MathDegrees:            {"degrees", 1, ResultSame, 0},
	MathCeil:               {"ceil", 1, ResultSame, 0},
	MathFloor:              {"floor", 1, ResultSame, 0},
	MathRound:              {"round", 1, ResultSame, 0},
	MathFract:              {"fract", 1, ResultSame, 0},
	MathTrunc:              {"trunc", 1, ResultSame, 0},
	MathModf:               {"modf", 1, ResultStruct, 0},
	MathFrexp:              {"frexp", 1, ResultStruct, 0},
	MathLdexp:              {"ldexp", 2, ResultSame, 0},
	MathExp:                {"exp", 1, ResultSame, 0},
	MathExp2:               {"exp2", 1, ResultSame, 0},
	MathLog:                {"log", 1, ResultSame, 0},
	MathLog2:               {"log2", 1, ResultSame, 0},
	MathPow:                {"pow", 2, ResultSame, 0},
	MathDot:                {"dot", 2, ResultScalar, 0},
	MathOuter:              {"outer", 2, ResultOuter, 0},
	MathCross:              {"cross", 2, ResultSame, 0},
	MathDistance:           {"distance", 2, ResultScalar, 0},
	MathLength:             {"length", 1, ResultScalar, 0},
	MathNormalize:          {"normalize", 1, ResultSame, 0},
	MathFaceForward:        {"face_forward", 3, ResultSame, 0},
	MathReflect:            {"reflect", 2, ResultSame, 0},
	MathRefract:            {"refract", 3, ResultSame, 0},
	MathSign:               {"sign", 1, ResultSame, 0},
	MathFma:                {"fma", 3, ResultSame, 0},
	MathMix:                {"mix", 3, ResultSame, 0},
	MathStep:               {"step", 2, ResultSame, 0},
	MathSmoothStep:         {"smoothstep", 3, ResultSame, 0},
	MathSqrt:               {"sqrt", 1, ResultSame, 0},
	MathInverseSqrt:        {"inverse_sqrt", 1, ResultSame, 0},
	MathInverse:            {"inverse", 1, ResultSame, 0},
	MathTranspose:          {"transpose", 1, ResultTransposed, 0},
	MathDeterminant:        {"determinant", 1, ResultScalar, 0},
	MathQuantizeToF16:      {"quantize_to_f16", 1, ResultSame, 0},
	MathCountTrailingZeros: {"count_trailing_zeros", 1, ResultSame, 0},
	MathCountLeadingZeros:  {"count_leading_zeros", 1, ResultSame, 0},
	MathCountOneBits:       {"count_one_bits", 1, ResultSame, 0},
	MathReverseBits:        {"reverse_bits", 1, ResultSame, 0},
	MathExtractBits:        {"extract_bits", 3, ResultSame, 0},
	MathInsertBits:         {"insert_bits", 4, ResultSame, 0},
	MathFirstTrailingBit:   {"first_trailing_bit", 1, ResultSame, 0},
	MathFirstLeadingBit:    {"first_leading_bit", 1, ResultSame, 0},
	MathPack4x8snorm:       {"pack4x8snorm", 1, ResultFixed, TypeU32},
	MathPack4x8unorm:       {"pack4x8unorm", 1, ResultFixed, TypeU32},
	MathPack2x16snorm:      {"pack2x16snorm", 1, ResultFixed, TypeU32},
	MathPack2x16unorm:      {"pack2x16unorm", 1, ResultFixed, TypeU32},
	MathPack2x16float:      {"pack2x16float", 1, ResultFixed, TypeU32},
	MathPack4xI8:           {"pack4xi8", 1, ResultFixed, TypeU32},
	MathPack4xU8:           {"pack4xu8", 1, ResultFixed, TypeU32},
	MathPack4xI8Clamp:      {"pack4xi8_clamp", 1, ResultFixed, TypeU32},
	MathPack4xU8Clamp:      {"pack4xu8_clamp", 1, ResultFixed, TypeU32},
	MathUnpack4x8snorm:     {"unpack4x8snorm", 1, ResultFixed, TypeVec4F32},
	MathUnpack4x8unorm:     {"unpack4x8unorm", 1, ResultFixed, TypeVec4F32},
	MathUnpack2x16snorm:    {"unpack2x16snorm", 1, ResultFixed, TypeVec2F32},
	MathUnpack2x16unorm:    {"unpack2x16unorm", 1, ResultFixed, TypeVec2F32},
	MathUnpack2x16float:    {"unpack2x16float", 1, ResultFixed, TypeVec2F32},
	MathUnpack4xI8:         {"unpack4xi8", 1, ResultFixed, TypeVec4I32},
	MathUnpack4xU8:         {"unpack4xu8", 1, ResultFixed, TypeVec4U32},
	MathDot4I8Packed:       {"dot4_i8_packed", 2, ResultFixed, TypeI32},
	MathDot4U8Packed:       {"dot4_u8_packed", 2, ResultFixed, TypeU32},
	MathAddCarry:           {"add_carry", 2, ResultStruct, 0},
	MathSubBorrow:          {"sub_borrow", 2, ResultStruct, 0},
	MathMulExtended:        {"mul_extended", 2, ResultStruct, 0},
}

// Info describes the function.
func (o MathOp) Info() *MathInfo { return &mathInfos[o] }

func (o MathOp) String() string { return mathInfos[o].Name }
