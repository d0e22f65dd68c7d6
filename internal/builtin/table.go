package builtin

// This file is the table of built-in functions.

import "refract/ir"

// Rows of one kind.
func math(op ir.MathOp) Op             { return Op{Kind: ir.KindMath, Code: uint8(op)} }
func relational(op ir.RelationalOp) Op { return Op{Kind: ir.KindRelational, Code: uint8(op)} }
func derive(a ir.DerivativeAxis, c ir.DerivativeControl) Op {
	return Op{Kind: ir.KindDerivative, Code: uint8(a), Aux: uint8(c)}
}
func sample(l ir.SampleLevel, aux uint8) Op {
	return Op{Kind: ir.KindImageSample, Code: uint8(l), Aux: aux}
}
func atomic(op ir.AtomicOp) Op {
	return Op{Kind: ir.KindAtomicResult, Stmt: ir.StmtAtomic, Code: uint8(op)}
}
func collective(op ir.SubgroupOp, c ir.CollectiveOp) Op {
	return Op{Kind: ir.KindSubgroupResult, Stmt: ir.StmtSubgroupCollective, Code: uint8(op), Aux: uint8(c)}
}
func gather(g ir.GatherMode) Op {
	return Op{Kind: ir.KindSubgroupResult, Stmt: ir.StmtSubgroupGather, Code: uint8(g)}
}

// Qualities of a row.
const (
	no  = false
	yes = true
)

var noOverloads []Overload

// funcs: name, operation, stages, uniformity, need, const, must_use, doc, place of the
// overloads: the linker lays it out.
var funcs = [numIDs]Func{
	NoID: {list: &noOverloads},

	// Bits and logic.

	Bitcast: {"bitcast", Op{Kind: ir.KindAs, Aux: 1}, 0, AnyFlow, NoFeature, yes, yes, "The bits of a value read as another type.", &bitcastOverloads},
	All:     {"all", relational(ir.All), 0, AnyFlow, NoFeature, yes, yes, "Whether every component is true.", &boolsToBool},
	Any:     {"any", relational(ir.Any), 0, AnyFlow, NoFeature, yes, yes, "Whether some component is true.", &boolsToBool},
	Select:  {"select", Op{Kind: ir.KindSelect}, 0, AnyFlow, NoFeature, yes, yes, "The second value where the condition is true, else the first.", &selects},

	// Arrays.

	ArrayLength: {"arrayLength", Op{Kind: ir.KindArrayLength}, 0, AnyFlow, NoFeature, no, yes, "The number of elements of a runtime-sized array.", &arrayLength},

	// Buffers.

	BufferView:      {"bufferView", Op{Kind: ir.KindBufferView}, 0, AnyFlow, NoFeature, no, yes, "A pointer to a part of a buffer, read as another type.", &bufferView},
	BufferArrayView: {"bufferArrayView", Op{Kind: ir.KindBufferView}, 0, AnyFlow, NoFeature, no, yes, "A pointer to so many bytes of a buffer, read as a type that ends in a runtime-sized array.", &bufferArrayView},
	BufferLength:    {"bufferLength", Op{Kind: ir.KindArrayLength}, 0, AnyFlow, NoFeature, no, yes, "The size of a buffer in bytes.", &bufferLength},

	// Numbers.

	Abs:                {"abs", math(ir.MathAbs), 0, AnyFlow, NoFeature, yes, yes, "The absolute value.", &numeric1},
	Acos:               {"acos", math(ir.MathAcos), 0, AnyFlow, NoFeature, yes, yes, "The inverse cosine, in [0, pi].", &float1},
	Acosh:              {"acosh", math(ir.MathAcosh), 0, AnyFlow, NoFeature, yes, yes, "The inverse hyperbolic cosine.", &float1},
	Asin:               {"asin", math(ir.MathAsin), 0, AnyFlow, NoFeature, yes, yes, "The inverse sine, in [-pi/2, pi/2].", &float1},
	Asinh:              {"asinh", math(ir.MathAsinh), 0, AnyFlow, NoFeature, yes, yes, "The inverse hyperbolic sine.", &float1},
	Atan:               {"atan", math(ir.MathAtan), 0, AnyFlow, NoFeature, yes, yes, "The inverse tangent, in [-pi/2, pi/2].", &float1},
	Atanh:              {"atanh", math(ir.MathAtanh), 0, AnyFlow, NoFeature, yes, yes, "The inverse hyperbolic tangent.", &float1},
	Atan2:              {"atan2", math(ir.MathAtan2), 0, AnyFlow, NoFeature, yes, yes, "The angle whose tangent is y / x, in [-pi, pi].", &float2},
	Ceil:               {"ceil", math(ir.MathCeil), 0, AnyFlow, NoFeature, yes, yes, "The least integer not less than the value.", &float1},
	Clamp:              {"clamp", math(ir.MathClamp), 0, AnyFlow, NoFeature, yes, yes, "The value restricted to a range.", &numeric3},
	Cos:                {"cos", math(ir.MathCos), 0, AnyFlow, NoFeature, yes, yes, "The cosine of an angle in radians.", &float1},
	Cosh:               {"cosh", math(ir.MathCosh), 0, AnyFlow, NoFeature, yes, yes, "The hyperbolic cosine.", &float1},
	CountLeadingZeros:  {"countLeadingZeros", math(ir.MathCountLeadingZeros), 0, AnyFlow, NoFeature, yes, yes, "The number of 0 bits above the most significant 1.", &integer1},
	CountOneBits:       {"countOneBits", math(ir.MathCountOneBits), 0, AnyFlow, NoFeature, yes, yes, "The number of 1 bits.", &integer1},
	CountTrailingZeros: {"countTrailingZeros", math(ir.MathCountTrailingZeros), 0, AnyFlow, NoFeature, yes, yes, "The number of 0 bits below the least significant 1.", &integer1},
	Cross:              {"cross", math(ir.MathCross), 0, AnyFlow, NoFeature, yes, yes, "The cross product.", &cross},
	Degrees:            {"degrees", math(ir.MathDegrees), 0, AnyFlow, NoFeature, yes, yes, "Radians converted to degrees.", &float1},
	Determinant:        {"determinant", math(ir.MathDeterminant), 0, AnyFlow, NoFeature, yes, yes, "The determinant of a square matrix.", &squareDet},
	Distance:           {"distance", math(ir.MathDistance), 0, AnyFlow, NoFeature, yes, yes, "The distance between two points.", &length2},
	Dot:                {"dot", math(ir.MathDot), 0, AnyFlow, NoFeature, yes, yes, "The dot product.", &dot},
	Dot4U8Packed:       {"dot4U8Packed", math(ir.MathDot4U8Packed), 0, AnyFlow, FeaturePackedDot, yes, yes, "The dot product of two vectors of four packed unsigned bytes.", &dotU8},
	Dot4I8Packed:       {"dot4I8Packed", math(ir.MathDot4I8Packed), 0, AnyFlow, FeaturePackedDot, yes, yes, "The dot product of two vectors of four packed signed bytes.", &dotI8},
	Exp:                {"exp", math(ir.MathExp), 0, AnyFlow, NoFeature, yes, yes, "e raised to a power.", &float1},
	Exp2:               {"exp2", math(ir.MathExp2), 0, AnyFlow, NoFeature, yes, yes, "2 raised to a power.", &float1},
	ExtractBits:        {"extractBits", math(ir.MathExtractBits), 0, AnyFlow, NoFeature, yes, yes, "A range of bits of an integer.", &extract},
	FaceForward:        {"faceForward", math(ir.MathFaceForward), 0, AnyFlow, NoFeature, yes, yes, "The first vector, or its opposite if the dot product of the others isn't negative.", &vector3},
	FirstLeadingBit:    {"firstLeadingBit", math(ir.MathFirstLeadingBit), 0, AnyFlow, NoFeature, yes, yes, "The position of the most significant bit that isn't a sign bit.", &integer1},
	FirstTrailingBit:   {"firstTrailingBit", math(ir.MathFirstTrailingBit), 0, AnyFlow, NoFeature, yes, yes, "The position of the least significant 1 bit.", &integer1},
	Floor:              {"floor", math(ir.MathFloor), 0, AnyFlow, NoFeature, yes, yes, "The greatest integer not greater than the value.", &float1},
	Fma:                {"fma", math(ir.MathFma), 0, AnyFlow, NoFeature, yes, yes, "The first value times the second plus the third.", &float3},
	Fract:              {"fract", math(ir.MathFract), 0, AnyFlow, NoFeature, yes, yes, "The value minus its floor.", &float1},
	Frexp:              {"frexp", math(ir.MathFrexp), 0, AnyFlow, NoFeature, yes, yes, "A fraction in [0.5, 1) and an exponent of 2 that make the value.", &frexp},
	InsertBits:         {"insertBits", math(ir.MathInsertBits), 0, AnyFlow, NoFeature, yes, yes, "An integer with a range of bits replaced.", &insert},
	Inverse:            {"inverse", math(ir.MathInverse), 0, AnyFlow, FeatureInverse, yes, yes, "The inverse of a square matrix.", &square},
	InverseSqrt:        {"inverseSqrt", math(ir.MathInverseSqrt), 0, AnyFlow, NoFeature, yes, yes, "The reciprocal of the square root.", &float1},
	Ldexp:              {"ldexp", math(ir.MathLdexp), 0, AnyFlow, NoFeature, yes, yes, "The value times a power of 2.", &ldexp},
	Length:             {"length", math(ir.MathLength), 0, AnyFlow, NoFeature, yes, yes, "The length of a vector, or absolute value of a scalar.", &length1},
	Log:                {"log", math(ir.MathLog), 0, AnyFlow, NoFeature, yes, yes, "The natural logarithm.", &float1},
	Log2:               {"log2", math(ir.MathLog2), 0, AnyFlow, NoFeature, yes, yes, "The logarithm to base 2.", &float1},
	Max:                {"max", math(ir.MathMax), 0, AnyFlow, NoFeature, yes, yes, "The greater of two values.", &numeric2},
	Min:                {"min", math(ir.MathMin), 0, AnyFlow, NoFeature, yes, yes, "The lesser of two values.", &numeric2},
	Mix:                {"mix", math(ir.MathMix), 0, AnyFlow, NoFeature, yes, yes, "The linear blend of two values.", &mix},
	Modf:               {"modf", math(ir.MathModf), 0, AnyFlow, NoFeature, yes, yes, "The fractional and whole part of a value.", &modf},
	Normalize:          {"normalize", math(ir.MathNormalize), 0, AnyFlow, NoFeature, yes, yes, "The unit vector of the same direction.", &vector1},
	Pow:                {"pow", math(ir.MathPow), 0, AnyFlow, NoFeature, yes, yes, "The first value raised to the power of the second.", &float2},
	QuantizeToF16:      {"quantizeToF16", math(ir.MathQuantizeToF16), 0, AnyFlow, NoFeature, yes, yes, "The value rounded to what 16 bits can hold.", &quantize},
	Radians:            {"radians", math(ir.MathRadians), 0, AnyFlow, NoFeature, yes, yes, "Degrees converted to radians.", &float1},
	Reflect:            {"reflect", math(ir.MathReflect), 0, AnyFlow, NoFeature, yes, yes, "The reflection of a vector at a surface.", &vector2},
	Refract:            {"refract", math(ir.MathRefract), 0, AnyFlow, NoFeature, yes, yes, "The refraction of a vector at a surface.", &refract},
	ReverseBits:        {"reverseBits", math(ir.MathReverseBits), 0, AnyFlow, NoFeature, yes, yes, "The bits in opposite order.", &integer1},
	Round:              {"round", math(ir.MathRound), 0, AnyFlow, NoFeature, yes, yes, "The nearest integer, the even one of two.", &float1},
	Saturate:           {"saturate", math(ir.MathSaturate), 0, AnyFlow, NoFeature, yes, yes, "The value restricted to [0, 1].", &float1},
	Sign:               {"sign", math(ir.MathSign), 0, AnyFlow, NoFeature, yes, yes, "-1, 0 or 1 as the value is negative, zero or positive.", &signed1},
	Sin:                {"sin", math(ir.MathSin), 0, AnyFlow, NoFeature, yes, yes, "The sine of an angle in radians.", &float1},
	Sinh:               {"sinh", math(ir.MathSinh), 0, AnyFlow, NoFeature, yes, yes, "The hyperbolic sine.", &float1},
	SmoothStep:         {"smoothstep", math(ir.MathSmoothStep), 0, AnyFlow, NoFeature, yes, yes, "The smooth interpolation from 0 to 1 between two edges.", &float3},
	Sqrt:               {"sqrt", math(ir.MathSqrt), 0, AnyFlow, NoFeature, yes, yes, "The square root.", &float1},
	Step:               {"step", math(ir.MathStep), 0, AnyFlow, NoFeature, yes, yes, "1 from an edge on, and 0 below it.", &float2},
	Tan:                {"tan", math(ir.MathTan), 0, AnyFlow, NoFeature, yes, yes, "The tangent of an angle in radians.", &float1},
	Tanh:               {"tanh", math(ir.MathTanh), 0, AnyFlow, NoFeature, yes, yes, "The hyperbolic tangent.", &float1},
	Transpose:          {"transpose", math(ir.MathTranspose), 0, AnyFlow, NoFeature, yes, yes, "The matrix with columns and rows exchanged.", &transpose},
	Trunc:              {"trunc", math(ir.MathTrunc), 0, AnyFlow, NoFeature, yes, yes, "The value without its fraction.", &float1},

	// Derivatives.

	Dpdx:         {"dpdx", derive(ir.AxisX, ir.ControlNone), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The derivative along window x.", &derivative},
	DpdxCoarse:   {"dpdxCoarse", derive(ir.AxisX, ir.ControlCoarse), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The derivative along window x, perhaps shared by neighbours.", &derivative},
	DpdxFine:     {"dpdxFine", derive(ir.AxisX, ir.ControlFine), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The derivative along window x at each position.", &derivative},
	Dpdy:         {"dpdy", derive(ir.AxisY, ir.ControlNone), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The derivative along window y.", &derivative},
	DpdyCoarse:   {"dpdyCoarse", derive(ir.AxisY, ir.ControlCoarse), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The derivative along window y, perhaps shared by neighbours.", &derivative},
	DpdyFine:     {"dpdyFine", derive(ir.AxisY, ir.ControlFine), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The derivative along window y at each position.", &derivative},
	Fwidth:       {"fwidth", derive(ir.AxisWidth, ir.ControlNone), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The sum of the absolute derivatives along x and y.", &derivative},
	FwidthCoarse: {"fwidthCoarse", derive(ir.AxisWidth, ir.ControlCoarse), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The sum of the absolute coarse derivatives along x and y.", &derivative},
	FwidthFine:   {"fwidthFine", derive(ir.AxisWidth, ir.ControlFine), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "The sum of the absolute fine derivatives along x and y.", &derivative},

	// Packing.

	Pack4x8snorm:    {"pack4x8snorm", math(ir.MathPack4x8snorm), 0, AnyFlow, NoFeature, yes, yes, "Four values in [-1, 1] as signed bytes.", &packVec4},
	Pack4x8unorm:    {"pack4x8unorm", math(ir.MathPack4x8unorm), 0, AnyFlow, NoFeature, yes, yes, "Four values in [0, 1] as unsigned bytes.", &packVec4},
	Pack4xI8:        {"pack4xI8", math(ir.MathPack4xI8), 0, AnyFlow, FeaturePackedDot, yes, yes, "The low bytes of four signed integers.", &packI8},
	Pack4xU8:        {"pack4xU8", math(ir.MathPack4xU8), 0, AnyFlow, FeaturePackedDot, yes, yes, "The low bytes of four unsigned integers.", &packU8},
	Pack4xI8Clamp:   {"pack4xI8Clamp", math(ir.MathPack4xI8Clamp), 0, AnyFlow, FeaturePackedDot, yes, yes, "Four signed integers clamped to signed bytes.", &packI8},
	Pack4xU8Clamp:   {"pack4xU8Clamp", math(ir.MathPack4xU8Clamp), 0, AnyFlow, FeaturePackedDot, yes, yes, "Four unsigned integers clamped to bytes.", &packU8},
	Pack2x16snorm:   {"pack2x16snorm", math(ir.MathPack2x16snorm), 0, AnyFlow, NoFeature, yes, yes, "Two values in [-1, 1] as 16-bit signed integers.", &packVec2},
	Pack2x16unorm:   {"pack2x16unorm", math(ir.MathPack2x16unorm), 0, AnyFlow, NoFeature, yes, yes, "Two values in [0, 1] as 16-bit unsigned integers.", &packVec2},
	Pack2x16float:   {"pack2x16float", math(ir.MathPack2x16float), 0, AnyFlow, NoFeature, yes, yes, "Two values as 16-bit floats.", &packVec2},
	Unpack4x8snorm:  {"unpack4x8snorm", math(ir.MathUnpack4x8snorm), 0, AnyFlow, NoFeature, yes, yes, "Four signed bytes as values in [-1, 1].", &unpackVec4},
	Unpack4x8unorm:  {"unpack4x8unorm", math(ir.MathUnpack4x8unorm), 0, AnyFlow, NoFeature, yes, yes, "Four unsigned bytes as values in [0, 1].", &unpackVec4},
	Unpack4xI8:      {"unpack4xI8", math(ir.MathUnpack4xI8), 0, AnyFlow, FeaturePackedDot, yes, yes, "Four signed bytes.", &unpackI8},
	Unpack4xU8:      {"unpack4xU8", math(ir.MathUnpack4xU8), 0, AnyFlow, FeaturePackedDot, yes, yes, "Four unsigned bytes.", &unpackU8},
	Unpack2x16snorm: {"unpack2x16snorm", math(ir.MathUnpack2x16snorm), 0, AnyFlow, NoFeature, yes, yes, "Two 16-bit signed integers as values in [-1, 1].", &unpackVec2},
	Unpack2x16unorm: {"unpack2x16unorm", math(ir.MathUnpack2x16unorm), 0, AnyFlow, NoFeature, yes, yes, "Two 16-bit unsigned integers as values in [0, 1].", &unpackVec2},
	Unpack2x16float: {"unpack2x16float", math(ir.MathUnpack2x16float), 0, AnyFlow, NoFeature, yes, yes, "Two 16-bit floats.", &unpackVec2},

	// Textures.

	TextureDimensions:            {"textureDimensions", Op{Kind: ir.KindImageQuery, Code: uint8(ir.QuerySize)}, 0, AnyFlow, NoFeature, no, yes, "The size of a texture, or of one of its levels, in texels.", &textureSizes},
	TextureGather:                {"textureGather", sample(ir.LevelZero, AuxGather), 0, AnyFlow, NoFeature, no, yes, "One component of the four texels that a sample would blend.", &textureGathers},
	TextureGatherCompare:         {"textureGatherCompare", sample(ir.LevelZero, AuxGather), 0, AnyFlow, NoFeature, no, yes, "The comparisons of the four texels that a sample would blend.", &textureGatherCompares},
	TextureLoad:                  {"textureLoad", Op{Kind: ir.KindImageLoad}, 0, AnyFlow, NoFeature, no, yes, "One texel.", &textureLoads},
	TextureNumLayers:             {"textureNumLayers", Op{Kind: ir.KindImageQuery, Code: uint8(ir.QueryLayers)}, 0, AnyFlow, NoFeature, no, yes, "The number of layers of an arrayed texture.", &textureLayers},
	TextureNumLevels:             {"textureNumLevels", Op{Kind: ir.KindImageQuery, Code: uint8(ir.QueryLevels)}, 0, AnyFlow, NoFeature, no, yes, "The number of mip levels of a texture.", &textureLevels},
	TextureNumSamples:            {"textureNumSamples", Op{Kind: ir.KindImageQuery, Code: uint8(ir.QuerySamples)}, 0, AnyFlow, NoFeature, no, yes, "The number of samples per texel of a multisampled texture.", &textureSamples},
	TextureSample:                {"textureSample", sample(ir.LevelAuto, 0), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "A sample at the level that the derivatives of the coordinates choose.", &textureSample},
	TextureSampleBias:            {"textureSampleBias", sample(ir.LevelBias, 0), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "A sample with a bias to the level.", &textureSampleBias},
	TextureSampleCompare:         {"textureSampleCompare", sample(ir.LevelAuto, 0), fragmentOnly, DerivativeFlow, NoFeature, no, yes, "A sample of comparisons with a reference depth.", &textureSampleCompare},
	TextureSampleCompareLevel:    {"textureSampleCompareLevel", sample(ir.LevelZero, 0), 0, AnyFlow, NoFeature, no, yes, "A sample of comparisons with a reference depth, of the base level.", &textureSampleCompare},
	TextureSampleGrad:            {"textureSampleGrad", sample(ir.LevelGradient, 0), 0, AnyFlow, NoFeature, no, yes, "A sample at the level that given gradients choose.", &textureSampleGrad},
	TextureSampleLevel:           {"textureSampleLevel", sample(ir.LevelExact, 0), 0, AnyFlow, NoFeature, no, yes, "A sample of a given level.", &textureSampleLevel},
	TextureSampleBaseClampToEdge: {"textureSampleBaseClampToEdge", sample(ir.LevelZero, AuxClampEdge), 0, AnyFlow, NoFeature, no, yes, "A sample of the base level with coordinates clamped to the edge.", &textureClampToEdge},
	TextureStore:                 {"textureStore", Op{Stmt: ir.StmtImageStore}, 0, AnyFlow, NoFeature, no, no, "Writes one texel.", &textureStores},
	TextureAtomicAdd:             {"textureAtomicAdd", Op{Stmt: ir.StmtImageAtomic, Code: uint8(ir.AtomicAdd)}, 0, AnyFlow, FeatureTextureAtomics, no, no, "Atomic addition on a texel.", &textureAtomics},
	TextureAtomicAnd:             {"textureAtomicAnd", Op{Stmt: ir.StmtImageAtomic, Code: uint8(ir.AtomicAnd)}, 0, AnyFlow, FeatureTextureAtomics, no, no, "Atomic bitwise and on a texel.", &textureAtomics},
	TextureAtomicMax:             {"textureAtomicMax", Op{Stmt: ir.StmtImageAtomic, Code: uint8(ir.AtomicMax)}, 0, AnyFlow, FeatureTextureAtomics, no, no, "Atomic maximum on a texel.", &textureAtomicLimits},
	TextureAtomicMin:             {"textureAtomicMin", Op{Stmt: ir.StmtImageAtomic, Code: uint8(ir.AtomicMin)}, 0, AnyFlow, FeatureTextureAtomics, no, no, "Atomic minimum on a texel.", &textureAtomicLimits},
	TextureAtomicOr:              {"textureAtomicOr", Op{Stmt: ir.StmtImageAtomic, Code: uint8(ir.AtomicOr)}, 0, AnyFlow, FeatureTextureAtomics, no, no, "Atomic bitwise or on a texel.", &textureAtomics},
	TextureAtomicXor:             {"textureAtomicXor", Op{Stmt: ir.StmtImageAtomic, Code: uint8(ir.AtomicXor)}, 0, AnyFlow, FeatureTextureAtomics, no, no, "Atomic bitwise exclusive or on a texel.", &textureAtomics},

	// Atomics.

	AtomicLoad:                {"atomicLoad", Op{Kind: ir.KindLoad}, notVertex, AnyFlow, NoFeature, no, no, "The value of an atomic.", &atomicLoad},
	AtomicStore:               {"atomicStore", Op{Stmt: ir.StmtStore}, notVertex, AnyFlow, NoFeature, no, no, "Sets the value of an atomic.", &atomicStore},
	AtomicAdd:                 {"atomicAdd", atomic(ir.AtomicAdd), notVertex, AnyFlow, NoFeature, no, no, "Atomic addition; the result is the value before it.", &atomicFloat},
	AtomicSub:                 {"atomicSub", atomic(ir.AtomicSub), notVertex, AnyFlow, NoFeature, no, no, "Atomic subtraction; the result is the value before it.", &atomicFloat},
	AtomicMax:                 {"atomicMax", atomic(ir.AtomicMax), notVertex, AnyFlow, NoFeature, no, no, "Atomic maximum; the result is the value before it.", &atomicInteger},
	AtomicMin:                 {"atomicMin", atomic(ir.AtomicMin), notVertex, AnyFlow, NoFeature, no, no, "Atomic minimum; the result is the value before it.", &atomicInteger},
	AtomicAnd:                 {"atomicAnd", atomic(ir.AtomicAnd), notVertex, AnyFlow, NoFeature, no, no, "Atomic bitwise and; the result is the value before it.", &atomicInteger},
	AtomicOr:                  {"atomicOr", atomic(ir.AtomicOr), notVertex, AnyFlow, NoFeature, no, no, "Atomic bitwise or; the result is the value before it.", &atomicInteger},
	AtomicXor:                 {"atomicXor", atomic(ir.AtomicXor), notVertex, AnyFlow, NoFeature, no, no, "Atomic bitwise exclusive or; the result is the value before it.", &atomicInteger},
	AtomicExchange:            {"atomicExchange", atomic(ir.AtomicExchange), notVertex, AnyFlow, NoFeature, no, no, "Sets the value of an atomic; the result is the value before.", &atomicFloat},
	AtomicCompareExchangeWeak: {"atomicCompareExchangeWeak", atomic(ir.AtomicCompareExchange), notVertex, AnyFlow, NoFeature, no, no, "Sets the value of an atomic if it is the expected one; may fail spuriously.", &atomicExchange},

	// Synchronization.

	StorageBarrier:       {"storageBarrier", Op{Stmt: ir.StmtControlBarrier, Code: uint8(ir.MemoryStorage)}, workgroupOnly, BarrierFlow, NoFeature, no, no, "Waits for the workgroup and orders storage memory.", &nothing},
	TextureBarrier:       {"textureBarrier", Op{Stmt: ir.StmtControlBarrier, Code: uint8(ir.MemoryTexture)}, workgroupOnly, BarrierFlow, FeatureReadWriteStorage, no, no, "Waits for the workgroup and orders texture memory.", &nothing},
	WorkgroupBarrier:     {"workgroupBarrier", Op{Stmt: ir.StmtControlBarrier, Code: uint8(ir.MemoryWorkgroup)}, workgroupOnly, BarrierFlow, NoFeature, no, no, "Waits for the workgroup and orders workgroup memory.", &nothing},
	SubgroupBarrier:      {"subgroupBarrier", Op{Stmt: ir.StmtControlBarrier, Code: uint8(ir.MemorySubgroup)}, subgroupOnly, SubgroupFlow, FeatureSubgroups, no, no, "Waits for the subgroup.", &nothing},
	WorkgroupUniformLoad: {"workgroupUniformLoad", Op{Kind: ir.KindWorkgroupUniformResult, Stmt: ir.StmtWorkgroupUniformLoad}, workgroupOnly, BarrierFlow, NoFeature, no, yes, "A value of workgroup memory, the same in all invocations.", &workgroupLoad},

	// Subgroups and quads.

	SubgroupAdd:            {"subgroupAdd", collective(ir.SubgroupAdd, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The sum of all active invocations' values.", &subgroupNumeric},
	SubgroupExclusiveAdd:   {"subgroupExclusiveAdd", collective(ir.SubgroupAdd, ir.ExclusiveScan), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The sum of the values of active invocations before this one.", &subgroupNumeric},
	SubgroupInclusiveAdd:   {"subgroupInclusiveAdd", collective(ir.SubgroupAdd, ir.InclusiveScan), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The sum of the values of active invocations up to this one.", &subgroupNumeric},
	SubgroupAll:            {"subgroupAll", collective(ir.SubgroupAll, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "Whether the value is true in every active invocation.", &subgroupBool},
	SubgroupAnd:            {"subgroupAnd", collective(ir.SubgroupAnd, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The bitwise and of all active invocations' values.", &subgroupInteger},
	SubgroupAny:            {"subgroupAny", collective(ir.SubgroupAny, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "Whether the value is true in some active invocation.", &subgroupBool},
	SubgroupBallot:         {"subgroupBallot", Op{Kind: ir.KindSubgroupResult, Stmt: ir.StmtSubgroupBallot}, subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "A bit per active invocation in which the value is true.", &ballot},
	SubgroupBroadcast:      {"subgroupBroadcast", gather(ir.Broadcast), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The value of the invocation with a given id.", &broadcast},
	SubgroupBroadcastFirst: {"subgroupBroadcastFirst", gather(ir.BroadcastFirst), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The value of the first active invocation.", &subgroupNumeric},
	SubgroupElect:          {"subgroupElect", collective(ir.SubgroupElect, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "Whether this is the first active invocation.", &elect},
	SubgroupMax:            {"subgroupMax", collective(ir.SubgroupMax, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The greatest of all active invocations' values.", &subgroupNumeric},
	SubgroupMin:            {"subgroupMin", collective(ir.SubgroupMin, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The least of all active invocations' values.", &subgroupNumeric},
	SubgroupMul:            {"subgroupMul", collective(ir.SubgroupMul, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The product of all active invocations' values.", &subgroupNumeric},
	SubgroupExclusiveMul:   {"subgroupExclusiveMul", collective(ir.SubgroupMul, ir.ExclusiveScan), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The product of the values of active invocations before this one.", &subgroupNumeric},
	SubgroupInclusiveMul:   {"subgroupInclusiveMul", collective(ir.SubgroupMul, ir.InclusiveScan), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The product of the values of active invocations up to this one.", &subgroupNumeric},
	SubgroupOr:             {"subgroupOr", collective(ir.SubgroupOr, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The bitwise or of all active invocations' values.", &subgroupInteger},
	SubgroupShuffle:        {"subgroupShuffle", gather(ir.Shuffle), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The value of the invocation with a given id.", &shuffle},
	SubgroupShuffleDown:    {"subgroupShuffleDown", gather(ir.ShuffleDown), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The value of the invocation a distance after this one.", &shuffleBy},
	SubgroupShuffleUp:      {"subgroupShuffleUp", gather(ir.ShuffleUp), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The value of the invocation a distance before this one.", &shuffleBy},
	SubgroupShuffleXor:     {"subgroupShuffleXor", gather(ir.ShuffleXor), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The value of the invocation whose id differs by a mask.", &shuffleBy},
	SubgroupXor:            {"subgroupXor", collective(ir.SubgroupXor, ir.Reduce), subgroupOnly, SubgroupFlow, FeatureSubgroups, no, yes, "The bitwise exclusive or of all active invocations' values.", &subgroupInteger},
	QuadBroadcast:          {"quadBroadcast", gather(ir.QuadBroadcast), subgroupOnly, SubgroupFlow, FeatureQuads, no, yes, "The value of one invocation of the quad.", &quadBroadcast},
	QuadSwapDiagonal:       {"quadSwapDiagonal", gather(ir.QuadSwapDiagonal), subgroupOnly, SubgroupFlow, FeatureQuads, no, yes, "The value of the diagonally opposite invocation of the quad.", &subgroupNumeric},
	QuadSwapX:              {"quadSwapX", gather(ir.QuadSwapX), subgroupOnly, SubgroupFlow, FeatureQuads, no, yes, "The value of the horizontally neighbouring invocation of the quad.", &subgroupNumeric},
	QuadSwapY:              {"quadSwapY", gather(ir.QuadSwapY), subgroupOnly, SubgroupFlow, FeatureQuads, no, yes, "The value of the vertically neighbouring invocation of the quad.", &subgroupNumeric},

	// Ray queries.

	RayQueryInitialize:               {"rayQueryInitialize", Op{Stmt: ir.StmtRayQuery, Code: uint8(ir.RayInitialize)}, 0, AnyFlow, FeatureRayQuery, no, no, "Starts a query of an acceleration structure with a ray.", &queryInitialize},
	RayQueryProceed:                  {"rayQueryProceed", Op{Kind: ir.KindRayQueryProceedResult, Stmt: ir.StmtRayQuery, Code: uint8(ir.RayProceed)}, 0, AnyFlow, FeatureRayQuery, no, no, "Goes on to the next candidate; false when there is none.", &queryBool},
	RayQueryTerminate:                {"rayQueryTerminate", Op{Stmt: ir.StmtRayQuery, Code: uint8(ir.RayTerminate)}, 0, AnyFlow, FeatureRayQuery, no, no, "Ends a query.", &queryNone},
	RayQueryGenerateIntersection:     {"rayQueryGenerateIntersection", Op{Stmt: ir.StmtRayQuery, Code: uint8(ir.RayGenerateIntersection)}, 0, AnyFlow, FeatureRayQuery, no, no, "Commits an intersection with a bounding box at a distance.", &queryFloat},
	RayQueryConfirmIntersection:      {"rayQueryConfirmIntersection", Op{Stmt: ir.StmtRayQuery, Code: uint8(ir.RayConfirmIntersection)}, 0, AnyFlow, FeatureRayQuery, no, no, "Commits the candidate intersection with a triangle.", &queryNone},
	RayQueryGetCommittedIntersection: {"rayQueryGetCommittedIntersection", Op{Kind: ir.KindRayQueryGet, Code: 1}, 0, AnyFlow, FeatureRayQuery, no, yes, "The committed intersection.", &queryGet},
	RayQueryGetCandidateIntersection: {"rayQueryGetCandidateIntersection", Op{Kind: ir.KindRayQueryGet}, 0, AnyFlow, FeatureRayQuery, no, yes, "The candidate intersection.", &queryGet},
	GetCommittedHitVertexPositions:   {"getCommittedHitVertexPositions", Op{Kind: ir.KindRayQueryVertex, Code: 1}, 0, AnyFlow, FeatureRayVertices, no, yes, "The corners of the triangle of the committed intersection.", &queryVertices},
	GetCandidateHitVertexPositions:   {"getCandidateHitVertexPositions", Op{Kind: ir.KindRayQueryVertex}, 0, AnyFlow, FeatureRayVertices, no, yes, "The corners of the triangle of the candidate intersection.", &queryVertices},

	// Cooperative matrices.

	CoopLoad:        {"coopLoad", Op{Kind: ir.KindSubgroupResult, Stmt: ir.StmtCooperative, Code: uint8(ir.CooperativeLoad)}, workgroupOnly, SubgroupFlow, FeatureCooperative, no, yes, "A cooperative matrix that lies in memory by columns, which start a stride apart.", &coopLoad},
	CoopLoadT:       {"coopLoadT", Op{Kind: ir.KindSubgroupResult, Stmt: ir.StmtCooperative, Code: uint8(ir.CooperativeLoad), Aux: 1}, workgroupOnly, SubgroupFlow, FeatureCooperative, no, yes, "A cooperative matrix that lies in memory by rows, which start a stride apart.", &coopLoad},
	CoopStore:       {"coopStore", Op{Stmt: ir.StmtCooperative, Code: uint8(ir.CooperativeStore)}, workgroupOnly, SubgroupFlow, FeatureCooperative, no, no, "Stores a cooperative matrix by columns, which start a stride apart.", &coopStore},
	CoopStoreT:      {"coopStoreT", Op{Stmt: ir.StmtCooperative, Code: uint8(ir.CooperativeStore), Aux: 1}, workgroupOnly, SubgroupFlow, FeatureCooperative, no, no, "Stores a cooperative matrix by rows, which start a stride apart.", &coopStore},
	CoopMultiplyAdd: {"coopMultiplyAdd", Op{Kind: ir.KindSubgroupResult, Stmt: ir.StmtCooperative, Code: uint8(ir.CooperativeMultiplyAdd)}, workgroupOnly, SubgroupFlow, FeatureCooperative, no, yes, "The product of two cooperative matrices, added to a third.", &coopMultiplyAdd},

	// Ray-tracing pipelines.

	TraceRay: {"traceRay", Op{Stmt: ir.StmtPipeline, Code: uint8(ir.TraceRay)}, 0, AnyFlow, FeatureRayPipeline, no, no, "Traces a ray; the shaders that it calls see the payload.", &traceRay},
}
