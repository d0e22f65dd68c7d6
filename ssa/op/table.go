package op

// This file is the table of operations.

import "refract/ir"

const (
	Invalid Op = iota

	// Moves, vectors and aggregates.
	Mov
	Vec
	Compose
	Extract
	ExtractDynamic
	Insert
	InsertDynamic
	SelectWhole

	// Float arithmetic.
	FNeg
	FAbs
	FSign
	FFloor
	FCeil
	FTrunc
	FRoundEven
	FFract
	FRcp
	FSqrt
	FRsq
	FExp
	FExp2
	FLog
	FLog2
	FSin
	FCos
	FTan
	FAsin
	FAcos
	FAtan
	FSinh
	FCosh
	FTanh
	FAsinh
	FAcosh
	FAtanh
	FRadians
	FDegrees
	FSat
	FQuantizeToF16
	FAdd
	FSub
	FMul
	FDiv
	FRem
	FMod
	FMin
	FMax
	FPow
	FAtan2
	FStep
	FLdexp
	FFma
	FClamp
	FMix
	FSmoothStep
	FDot
	FCross
	FLength
	FDistance
	FNormalize
	FFaceForward
	FReflect
	FRefract
	FModf
	FFrexp
	FFrexpSig
	FFrexpExp
	FIsNan
	FIsInf

	// Integer arithmetic. Everything wraps unless the row states otherwise.
	INeg
	IAbs
	ISign
	IAdd
	ISub
	IMul
	IDiv
	UDiv
	IRem
	URem
	IMin
	IMax
	UMin
	UMax
	IMulHigh
	UMulHigh
	IAddSat
	UAddSat
	ISubSat
	USubSat
	UAddCarry
	USubBorrow
	IClamp
	UClamp
	IDot
	AddCarry
	SubBorrow
	IMulExtended
	UMulExtended

	// Bits. iand, ior, ixor and inot take bools too.
	INot
	IAnd
	IOr
	IXor
	IShl
	IShr
	UShr
	URol
	URor
	BitCount
	BitReverse
	UClz
	UCtz
	UFindMSB
	IFindMSB
	FindLSB
	IBfe
	UBfe
	Bfi
	BitSelect

	// Comparisons. Greater-than is less-than with the sources exchanged.
	FLt
	FLe
	FEq
	FNeu
	ILt
	ILe
	ULt
	ULe
	IEq
	INe
	BCsel
	BAll
	BAny

	// Comparisons of the machine form, whose results are masks: all bits set, or none.
	FLtMask
	FLeMask
	FEqMask
	FNeuMask
	ILtMask
	ILeMask
	ULtMask
	ULeMask
	IEqMask
	INeMask
	CselMask
	BoolMask
	MaskBool

	// Comparisons of machines without bools, whose results are 1 or 0.
	Slt
	Sge
	Seq
	Sne
	FCsel

	// Products of machines that multiply 24 bits.
	IMul24
	UMul24

	// Conversions. The result's type gives the size.
	F2F
	F2I
	F2U
	I2F
	U2F
	I2I
	U2U
	B2F
	B2I
	F2B
	I2B
	Bitcast

	// Packing.
	PackSnorm4x8
	PackUnorm4x8
	PackSnorm2x16
	PackUnorm2x16
	PackHalf2x16
	PackI8
	PackU8
	PackI8Clamp
	PackU8Clamp
	UnpackSnorm4x8
	UnpackUnorm4x8
	UnpackSnorm2x16
	UnpackUnorm2x16
	UnpackHalf2x16
	UnpackI8
	UnpackU8
	SDot4x8
	UDot4x8

	// Matrices: whole values until a pass takes columns.
	MatMul
	MatVec
	VecMat
	MatScale
	MatAdd
	MatSub
	MatNeg
	MatTranspose
	MatDeterminant
	MatInverse
	MatOuter
	MatConvert

	// Dereferences. The result's type is the pointer's (or resource's).
	DerefVar
	DerefArray
	DerefStruct
	DerefWildcard
	DerefCast
	DerefAddress

	// Textures: sampled, depth and external images.
	Tex
	Txf
	Txs
	TexLevels
	TexLayers
	TexSamples

	// Intrinsics: memory.
	Load
	Store
	Copy
	Declare
	Atomic
	ArrayLength
	WorkgroupUniformLoad
	ControlBarrier
	MemoryBarrier
	Interlock

	// Intrinsics: storage images.
	ImageLoad
	ImageStore
	ImageAtomic

	// Intrinsics: inputs, derivatives, fragments.
	Param
	Derivative
	Interpolate
	ConvertNumber
	Demote
	DemoteIf
	TerminateIf

	// Intrinsics: subgroups. All are convergent.
	Ballot
	SubgroupGather
	SubgroupCollective
	BallotBits

	// Intrinsics: cooperative matrices, which are whole values.
	CooperativeLoad
	CooperativeStore
	CooperativeMultiplyAdd
	CooperativeArith
	CooperativeLength

	// Intrinsics: ray queries. The query is a pointer to a local variable.
	RayInitialize
	RayProceed
	RayTerminate
	RayGenerate
	RayConfirm
	RayGet
	RayVertices

	// Intrinsics: what a stage does with its pipeline.
	Pipeline
	EmitVertexWithCounter
	EndPrimitiveWithCounter
	SetVertexAndPrimitiveCount

	// Intrinsics: for whoever debugs the shader.
	Print

	// Intrinsics: registers, storage without an address for code that leaves SSA.
	LoadReg
	StoreReg

	// Intrinsics of the machine's form: memory by offset. Package internal/ssa/lower makes them.
	ResourceIndex
	ResourceUnit
	ElementOffset
	LoadUBO
	LoadUBOVec4
	LoadSSBO
	StoreSSBO
	SSBOAtomic
	SSBOSize
	SSBOAddress
	LoadPushConstant
	LoadShared
	StoreShared
	SharedAtomic
	LoadScratch
	StoreScratch
	LoadConstant
	LoadGlobal
	StoreGlobal
	GlobalAtomic
	LoadTaskPayload
	StoreTaskPayload
	TaskPayloadAtomic

	// Intrinsics of the machine's form: inputs and outputs by slot.
	LoadInput
	LoadInterpolatedInput
	LoadBarycentric
	LoadOutput
	StoreOutput
	LoadStageInput
	LoadStageOutput
	StoreStageOutput
	LoadSystemValue

	// Known values.
	Const
	Zero
	Constant
	Override
	Undef

	// Control flow.
	Phi
	Call
	ParallelCopy
	Return
	Break
	Continue
	Halt
	numOps
)

var infos = [numOps]Info{
	Invalid: {Name: "invalid"},

	// Moves, vectors and aggregates.
	Mov:            {Name: "mov", Result: Operand{Base: Any}, Srcs: []Operand{{Base: Any}}, Props: Pure, Doc: "the source; its swizzle picks components"},
	Vec:            {Name: "vec", Result: Operand{Base: Any, Comps: VarComps}, Srcs: []Operand{{Base: Any, Comps: VarComps}}, Props: Variadic | Pure, Doc: "a vector of the sources' components, in order; two or more sources"},
	Compose:        {Name: "compose", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Variadic | Pure, Doc: "a struct from its members, an array from its elements, a matrix from its columns"},
	Extract:        {Name: "extract", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Pure, Fields: []Field{{Name: "index", Bits: 32}}, Doc: "a member, element or column by constant index of a struct, array or matrix value"},
	ExtractDynamic: {Name: "extract_dynamic", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Any, Comps: 1, Bits: VarBits}}, Props: Pure, Doc: "an element, column or component by index of an array, matrix or vector value; out of bounds: any element"},
	Insert:         {Name: "insert", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Whole}}, Props: Pure, Fields: []Field{{Name: "index", Bits: 32}}, Doc: "the first source with a member, element, column or component replaced by the second"},
	InsertDynamic:  {Name: "insert_dynamic", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Whole}, {Base: Any, Comps: 1, Bits: VarBits}}, Props: Pure, Doc: "the first source with the element at the index replaced by the second; out of bounds: unchanged or any element replaced"},
	SelectWhole:    {Name: "select_whole", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Bool, Comps: 1, Bits: 1}, {Base: Whole}, {Base: Whole}}, Props: Selection | Pure, Doc: "the second source if the condition holds, else the third; of any type"},

	// Float arithmetic.
	FNeg:           {Name: "fneg", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormUnary, uint8(ir.Negate), Float, None}, Doc: "the sign changed, of NaN too"},
	FAbs:           {Name: "fabs", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAbs), Float, None}, Doc: "without its sign"},
	FSign:          {Name: "fsign", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathSign), Float, None}, Doc: "-1, 0 or 1"},
	FFloor:         {Name: "ffloor", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathFloor), Float, None}, Doc: "the greatest integer that isn't greater"},
	FCeil:          {Name: "fceil", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathCeil), Float, None}, Doc: "the least integer that isn't less"},
	FTrunc:         {Name: "ftrunc", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathTrunc), Float, None}, Doc: "without its fraction"},
	FRoundEven:     {Name: "fround_even", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathRound), Float, None}, Doc: "the nearest integer, ties to even"},
	FFract:         {Name: "ffract", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathFract), Float, None}, Doc: "x - floor(x)"},
	FRcp:           {Name: "frcp", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, Doc: "1 / x"},
	FSqrt:          {Name: "fsqrt", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathSqrt), Float, None}, Doc: "square root"},
	FRsq:           {Name: "frsq", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathInverseSqrt), Float, None}, Doc: "1 / sqrt(x)"},
	FExp:           {Name: "fexp", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathExp), Float, None}, Doc: "e to the x"},
	FExp2:          {Name: "fexp2", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathExp2), Float, None}, Doc: "2 to the x"},
	FLog:           {Name: "flog", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathLog), Float, None}, Doc: "natural logarithm"},
	FLog2:          {Name: "flog2", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathLog2), Float, None}, Doc: "logarithm to base 2"},
	FSin:           {Name: "fsin", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathSin), Float, None}, Doc: "sine; radians"},
	FCos:           {Name: "fcos", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathCos), Float, None}, Doc: "cosine; radians"},
	FTan:           {Name: "ftan", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathTan), Float, None}, Doc: "tangent; radians"},
	FAsin:          {Name: "fasin", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAsin), Float, None}, Doc: "arc sine"},
	FAcos:          {Name: "facos", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAcos), Float, None}, Doc: "arc cosine"},
	FAtan:          {Name: "fatan", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAtan), Float, None}, Doc: "arc tangent"},
	FSinh:          {Name: "fsinh", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathSinh), Float, None}, Doc: "hyperbolic sine"},
	FCosh:          {Name: "fcosh", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathCosh), Float, None}, Doc: "hyperbolic cosine"},
	FTanh:          {Name: "ftanh", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathTanh), Float, None}, Doc: "hyperbolic tangent"},
	FAsinh:         {Name: "fasinh", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAsinh), Float, None}, Doc: "inverse hyperbolic sine"},
	FAcosh:         {Name: "facosh", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAcosh), Float, None}, Doc: "inverse hyperbolic cosine"},
	FAtanh:         {Name: "fatanh", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAtanh), Float, None}, Doc: "inverse hyperbolic tangent"},
	FRadians:       {Name: "fradians", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathRadians), Float, None}, Doc: "degrees to radians"},
	FDegrees:       {Name: "fdegrees", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathDegrees), Float, None}, Doc: "radians to degrees"},
	FSat:           {Name: "fsat", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathSaturate), Float, None}, Doc: "clamped to 0 and 1"},
	FQuantizeToF16: {Name: "fquantize_to_f16", Result: Operand{Base: Float, Bits: 32}, Srcs: []Operand{{Base: Float, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathQuantizeToF16), Float, None}, Doc: "rounded to a 16-bit float and back"},
	FAdd:           {Name: "fadd", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | Associative | FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Add), Float, None}, Doc: "sum"},
	FSub:           {Name: "fsub", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Sub), Float, None}, Doc: "difference"},
	FMul:           {Name: "fmul", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | Associative | FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Mul), Float, None}, Doc: "product"},
	FDiv:           {Name: "fdiv", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Div), Float, None}, Doc: "quotient"},
	FRem:           {Name: "frem", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Rem), Float, None}, Doc: "x - y*trunc(x/y)"},
	FMod:           {Name: "fmod", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, Doc: "x - y*floor(x/y)"},
	FMin:           {Name: "fmin", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Selection | FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathMin), Float, None}, Doc: "the second if it is less, else the first"},
	FMax:           {Name: "fmax", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Selection | FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathMax), Float, None}, Doc: "the second if it is greater, else the first"},
	FPow:           {Name: "fpow", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathPow), Float, None}, Doc: "x to the y"},
	FAtan2:         {Name: "fatan2", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathAtan2), Float, None}, Doc: "arc tangent of y/x in its quadrant; first source y"},
	FStep:          {Name: "fstep", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathStep), Float, None}, Doc: "1 if the second is at least the first, else 0"},
	FLdexp:         {Name: "fldexp", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Int, Bits: VarBits}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathLdexp), None, None}, Doc: "x times 2 to the y"},
	FFma:           {Name: "ffma", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathFma), Float, None}, Doc: "x*y + z, rounded once or twice"},
	FClamp:         {Name: "fclamp", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathClamp), Float, None}, Doc: "min(max(x, low), high)"},
	FMix:           {Name: "fmix", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathMix), Float, None}, Doc: "x*(1-t) + y*t"},
	FSmoothStep:    {Name: "fsmoothstep", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormMath, uint8(ir.MathSmoothStep), Float, None}, Doc: "smooth Hermite step between low and high; sources low, high, x"},
	FDot:           {Name: "fdot", Result: Operand{Base: Float, Comps: 1}, Srcs: []Operand{{Base: Float, Comps: VarComps}, {Base: Float, Comps: VarComps}}, Props: Commutative | FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathDot), Float, None}, Doc: "dot product"},
	FCross:         {Name: "fcross", Result: Operand{Base: Float, Comps: 3}, Srcs: []Operand{{Base: Float, Comps: 3}, {Base: Float, Comps: 3}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathCross), Float, None}, Doc: "cross product"},
	FLength:        {Name: "flength", Result: Operand{Base: Float, Comps: 1}, Srcs: []Operand{{Base: Float, Comps: VarComps}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathLength), Float, None}, Doc: "Euclidean length; of a scalar its absolute value"},
	FDistance:      {Name: "fdistance", Result: Operand{Base: Float, Comps: 1}, Srcs: []Operand{{Base: Float, Comps: VarComps}, {Base: Float, Comps: VarComps}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathDistance), Float, None}, Doc: "length of the difference"},
	FNormalize:     {Name: "fnormalize", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathNormalize), Float, None}, Doc: "divided by its length"},
	FFaceForward:   {Name: "ffaceforward", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathFaceForward), Float, None}, Doc: "the first if the dot product of the others is negative, else its opposite"},
	FReflect:       {Name: "freflect", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathReflect), Float, None}, Doc: "reflection of the first on the normal that the second is"},
	FRefract:       {Name: "frefract", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}, {Base: Float}, {Base: Float, Comps: 1}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathRefract), Float, None}, Doc: "refraction of the first on the normal; third the ratio of indices"},
	FModf:          {Name: "fmodf", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Float, Comps: VarComps}}, Props: FloatControl | Pure, IR: Spelling{FormStruct, uint8(ir.MathModf), Float, None}, Doc: "struct of fraction and whole part"},
	FFrexp:         {Name: "ffrexp", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Float, Comps: VarComps}}, Props: FloatControl | Pure, IR: Spelling{FormStruct, uint8(ir.MathFrexp), Float, None}, Doc: "struct of significand and exponent"},
	FFrexpSig:      {Name: "ffrexp_sig", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float}}, Props: FloatControl | Pure, Doc: "the significand, 0.5 to 1"},
	FFrexpExp:      {Name: "ffrexp_exp", Result: Operand{Base: Int, Bits: 32}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: FloatControl | Pure, Doc: "the exponent of that significand"},
	FIsNan:         {Name: "fisnan", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: FloatControl | Pure, IR: Spelling{FormTest, uint8(ir.IsNan), Float, Bool}, Doc: "whether it is not a number"},
	FIsInf:         {Name: "fisinf", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: FloatControl | Pure, IR: Spelling{FormTest, uint8(ir.IsInf), Float, Bool}, Doc: "whether it is infinite"},

	// Integer arithmetic. Everything wraps unless the row has another rule.
	INeg:         {Name: "ineg", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}}, Props: Pure, IR: Spelling{FormUnary, uint8(ir.Negate), IntB, None}, Doc: "opposite"},
	IAbs:         {Name: "iabs", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathAbs), Int, None}, Doc: "absolute value; of the least number itself"},
	ISign:        {Name: "isign", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathSign), Int, None}, Doc: "-1, 0 or 1"},
	IAdd:         {Name: "iadd", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Commutative | Associative | Pure, IR: Spelling{FormBinary, uint8(ir.Add), IntB, None}, Doc: "sum"},
	ISub:         {Name: "isub", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Sub), IntB, None}, Doc: "difference"},
	IMul:         {Name: "imul", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Commutative | Associative | Pure, IR: Spelling{FormBinary, uint8(ir.Mul), IntB, None}, Doc: "low bits of the product"},
	IDiv:         {Name: "idiv", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Div), Int, None}, Doc: "quotient towards zero; x/0 = x, MIN/-1 = MIN"},
	UDiv:         {Name: "udiv", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Div), Uint, None}, Doc: "quotient; x/0 = x"},
	IRem:         {Name: "irem", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Rem), Int, None}, Doc: "remainder with the dividend's sign; x%0 = 0, MIN%-1 = 0"},
	URem:         {Name: "urem", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Rem), Uint, None}, Doc: "remainder; x%0 = 0"},
	IMin:         {Name: "imin", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Commutative | Associative | Selection | Pure, IR: Spelling{FormMath, uint8(ir.MathMin), Int, None}, Doc: "the lesser"},
	IMax:         {Name: "imax", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Commutative | Associative | Selection | Pure, IR: Spelling{FormMath, uint8(ir.MathMax), Int, None}, Doc: "the greater"},
	UMin:         {Name: "umin", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Associative | Selection | Pure, IR: Spelling{FormMath, uint8(ir.MathMin), Uint, None}, Doc: "the lesser"},
	UMax:         {Name: "umax", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Associative | Selection | Pure, IR: Spelling{FormMath, uint8(ir.MathMax), Uint, None}, Doc: "the greater"},
	IMulHigh:     {Name: "imul_high", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Commutative | Pure, Doc: "high bits of the signed product"},
	UMulHigh:     {Name: "umul_high", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Pure, Doc: "high bits of the unsigned product"},
	IAddSat:      {Name: "iadd_sat", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Commutative | Pure, Doc: "sum, held within the signed range"},
	UAddSat:      {Name: "uadd_sat", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Pure, Doc: "sum, held within the unsigned range"},
	ISubSat:      {Name: "isub_sat", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, Doc: "difference, held within the signed range"},
	USubSat:      {Name: "usub_sat", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, Doc: "difference, held within the unsigned range"},
	UAddCarry:    {Name: "uadd_carry", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Pure, Doc: "1 if the sum doesn't fit, else 0"},
	USubBorrow:   {Name: "usub_borrow", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, Doc: "1 if the difference is negative, else 0"},
	IClamp:       {Name: "iclamp", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Int}, {Base: Int}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathClamp), Int, None}, Doc: "min(max(x, low), high)"},
	UClamp:       {Name: "uclamp", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}, {Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathClamp), Uint, None}, Doc: "min(max(x, low), high)"},
	IDot:         {Name: "idot", Result: Operand{Base: Int, Comps: 1}, Srcs: []Operand{{Base: Int, Comps: VarComps}, {Base: Int, Comps: VarComps}}, Props: Commutative | Pure, IR: Spelling{FormWhole, uint8(ir.MathDot), IntB, None}, Doc: "dot product"},
	AddCarry:     {Name: "add_carry", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Uint, Comps: VarComps}, {Base: Uint, Comps: VarComps}}, Props: Commutative | Pure, IR: Spelling{FormStruct, uint8(ir.MathAddCarry), Uint, None}, Doc: "struct of sum and carry"},
	SubBorrow:    {Name: "sub_borrow", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Uint, Comps: VarComps}, {Base: Uint, Comps: VarComps}}, Props: Pure, IR: Spelling{FormStruct, uint8(ir.MathSubBorrow), Uint, None}, Doc: "struct of difference and borrow"},
	IMulExtended: {Name: "imul_extended", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Int, Comps: VarComps}, {Base: Int, Comps: VarComps}}, Props: Commutative | Pure, IR: Spelling{FormStruct, uint8(ir.MathMulExtended), Int, None}, Doc: "struct of low and high bits of the signed product"},
	UMulExtended: {Name: "umul_extended", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Uint, Comps: VarComps}, {Base: Uint, Comps: VarComps}}, Props: Commutative | Pure, IR: Spelling{FormStruct, uint8(ir.MathMulExtended), Uint, None}, Doc: "struct of low and high bits of the unsigned product"},

	// Bits. iand, ior, ixor and inot take bools too.
	INot:       {Name: "inot", Result: Operand{Base: IntB}, Srcs: []Operand{{Base: IntB}}, Props: Pure, Doc: "every bit changed"},
	IAnd:       {Name: "iand", Result: Operand{Base: IntB}, Srcs: []Operand{{Base: IntB}, {Base: IntB}}, Props: Commutative | Associative | Pure, IR: Spelling{FormBinary, uint8(ir.And), IntB, None}, Doc: "bits set in both"},
	IOr:        {Name: "ior", Result: Operand{Base: IntB}, Srcs: []Operand{{Base: IntB}, {Base: IntB}}, Props: Commutative | Associative | Pure, IR: Spelling{FormBinary, uint8(ir.Or), IntB, None}, Doc: "bits set in either"},
	IXor:       {Name: "ixor", Result: Operand{Base: IntB}, Srcs: []Operand{{Base: IntB}, {Base: IntB}}, Props: Commutative | Associative | Pure, IR: Spelling{FormBinary, uint8(ir.Xor), IntB, None}, Doc: "bits set in one"},
	IShl:       {Name: "ishl", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Uint, Bits: VarBits}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Shl), None, None}, Doc: "shifted left by the second modulo the size"},
	IShr:       {Name: "ishr", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Uint, Bits: VarBits}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Shr), None, None}, Doc: "shifted right with the sign, by the second modulo the size"},
	UShr:       {Name: "ushr", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint, Bits: VarBits}}, Props: Pure, IR: Spelling{FormBinary, uint8(ir.Shr), None, None}, Doc: "shifted right with zeros, by the second modulo the size"},
	URol:       {Name: "urol", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint, Bits: VarBits}}, Props: Pure, Doc: "rotated left by the second modulo the size"},
	URor:       {Name: "uror", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint, Bits: VarBits}}, Props: Pure, Doc: "rotated right by the second modulo the size"},
	BitCount:   {Name: "bit_count", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathCountOneBits), IntB, None}, Doc: "number of bits set"},
	BitReverse: {Name: "bit_reverse", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathReverseBits), IntB, None}, Doc: "bits in the opposite order"},
	UClz:       {Name: "uclz", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathCountLeadingZeros), IntB, None}, Doc: "zeros above the highest bit set"},
	UCtz:       {Name: "uctz", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathCountTrailingZeros), IntB, None}, Doc: "zeros below the lowest bit set"},
	UFindMSB:   {Name: "ufind_msb", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathFirstLeadingBit), Uint, None}, Doc: "place of the highest bit set, all ones if none"},
	IFindMSB:   {Name: "ifind_msb", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathFirstLeadingBit), Int, None}, Doc: "place of the highest bit that differs from the sign, all ones if none"},
	FindLSB:    {Name: "find_lsb", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}}, Props: Pure, IR: Spelling{FormMath, uint8(ir.MathFirstTrailingBit), IntB, None}, Doc: "place of the lowest bit set, all ones if none"},
	IBfe:       {Name: "ibfe", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int}, {Base: Uint, Comps: 1, Bits: 32}, {Base: Uint, Comps: 1, Bits: 32}}, Props: Pure, IR: Spelling{FormFields, uint8(ir.MathExtractBits), None, None}, Doc: "bits from the second, as many as the third, sign-extended; both clamped to the size"},
	UBfe:       {Name: "ubfe", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint, Comps: 1, Bits: 32}, {Base: Uint, Comps: 1, Bits: 32}}, Props: Pure, IR: Spelling{FormFields, uint8(ir.MathExtractBits), None, None}, Doc: "bits from the second, as many as the third; both clamped to the size"},
	Bfi:        {Name: "bfi", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}, {Base: Uint, Comps: 1, Bits: 32}, {Base: Uint, Comps: 1, Bits: 32}}, Props: Pure, IR: Spelling{FormFields, uint8(ir.MathInsertBits), None, None}, Doc: "the first with as many bits as the fourth, from the third on, replaced by the second's low bits"},
	BitSelect:  {Name: "bit_select", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint}, {Base: Uint}, {Base: Uint}}, Props: Pure, Doc: "the second's bits if the first's are set, else the third's"},

	// Comparisons. Greater-than is less-than with the sources exchanged.
	FLt:   {Name: "flt", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormCompare, uint8(ir.Lt), Float, Bool}, Doc: "less; false with a NaN"},
	FLe:   {Name: "fle", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, IR: Spelling{FormCompare, uint8(ir.Le), Float, Bool}, Doc: "less or equal; false with a NaN"},
	FEq:   {Name: "feq", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | FloatControl | Pure, IR: Spelling{FormCompare, uint8(ir.Eq), Float, Bool}, Doc: "equal; false with a NaN"},
	FNeu:  {Name: "fneu", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | FloatControl | Pure, IR: Spelling{FormCompare, uint8(ir.Ne), Float, Bool}, Doc: "not equal; true with a NaN"},
	ILt:   {Name: "ilt", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, IR: Spelling{FormCompare, uint8(ir.Lt), Int, Bool}, Doc: "less, signed"},
	ILe:   {Name: "ile", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, IR: Spelling{FormCompare, uint8(ir.Le), Int, Bool}, Doc: "less or equal, signed"},
	ULt:   {Name: "ult", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, IR: Spelling{FormCompare, uint8(ir.Lt), Uint, Bool}, Doc: "less, unsigned"},
	ULe:   {Name: "ule", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, IR: Spelling{FormCompare, uint8(ir.Le), Uint, Bool}, Doc: "less or equal, unsigned"},
	IEq:   {Name: "ieq", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: IntB}, {Base: IntB}}, Props: Commutative | Pure, IR: Spelling{FormCompare, uint8(ir.Eq), None, Bool}, Doc: "equal bits"},
	INe:   {Name: "ine", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: IntB}, {Base: IntB}}, Props: Commutative | Pure, IR: Spelling{FormCompare, uint8(ir.Ne), None, Bool}, Doc: "unequal bits"},
	BCsel: {Name: "bcsel", Result: Operand{Base: Any}, Srcs: []Operand{{Base: Bool, Bits: 1}, {Base: Any}, {Base: Any}}, Props: Selection | Pure, Doc: "component-wise the second if the first holds, else the third"},
	BAll:  {Name: "ball", Result: Operand{Base: Bool, Comps: 1, Bits: 1}, Srcs: []Operand{{Base: Bool, Comps: VarComps, Bits: 1}}, Props: Pure, IR: Spelling{FormTest, uint8(ir.All), Bool, Bool}, Doc: "whether all components hold"},
	BAny:  {Name: "bany", Result: Operand{Base: Bool, Comps: 1, Bits: 1}, Srcs: []Operand{{Base: Bool, Comps: VarComps, Bits: 1}}, Props: Pure, IR: Spelling{FormTest, uint8(ir.Any), Bool, Bool}, Doc: "whether any component holds"},

	// Comparisons of the machine form.
	FLtMask:  {Name: "flt_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, Doc: "less: all bits set, or none"},
	FLeMask:  {Name: "fle_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, Doc: "less or equal: all bits set, or none"},
	FEqMask:  {Name: "feq_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | FloatControl | Pure, Doc: "equal: all bits set, or none"},
	FNeuMask: {Name: "fneu_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | FloatControl | Pure, Doc: "not equal, or a NaN: all bits set, or none"},
	ILtMask:  {Name: "ilt_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, Doc: "less, signed: all bits set, or none"},
	ILeMask:  {Name: "ile_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Int}, {Base: Int}}, Props: Pure, Doc: "less or equal, signed: all bits set, or none"},
	ULtMask:  {Name: "ult_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, Doc: "less, unsigned: all bits set, or none"},
	ULeMask:  {Name: "ule_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Pure, Doc: "less or equal, unsigned: all bits set, or none"},
	IEqMask:  {Name: "ieq_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Pure, Doc: "equal bits: all bits set, or none"},
	INeMask:  {Name: "ine_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Uint}, {Base: Uint}}, Props: Commutative | Pure, Doc: "unequal bits: all bits set, or none"},
	CselMask: {Name: "csel_mask", Result: Operand{Base: Any}, Srcs: []Operand{{Base: Uint, Bits: VarBits}, {Base: Any}, {Base: Any}}, Props: Selection | Pure, Doc: "component-wise the second if the first has a bit set, else the third"},
	BoolMask: {Name: "bool_mask", Result: Operand{Base: Uint, Bits: VarBits}, Srcs: []Operand{{Base: Bool, Bits: 1}}, Props: Pure, Doc: "all bits set if it holds, else none"},
	MaskBool: {Name: "mask_bool", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Uint, Bits: VarBits}}, Props: Pure, Doc: "whether a bit is set"},

	// Comparisons of machines without bools.
	Slt:   {Name: "slt", Result: Operand{Base: Float, Bits: 32}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, Doc: "1 if less, else 0"},
	Sge:   {Name: "sge", Result: Operand{Base: Float, Bits: 32}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: FloatControl | Pure, Doc: "1 if greater or equal, else 0"},
	Seq:   {Name: "seq", Result: Operand{Base: Float, Bits: 32}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | FloatControl | Pure, Doc: "1 if equal, else 0"},
	Sne:   {Name: "sne", Result: Operand{Base: Float, Bits: 32}, Srcs: []Operand{{Base: Float}, {Base: Float}}, Props: Commutative | FloatControl | Pure, Doc: "1 if not equal, or a NaN, else 0"},
	FCsel: {Name: "fcsel", Result: Operand{Base: Any}, Srcs: []Operand{{Base: Float, Bits: 32}, {Base: Any}, {Base: Any}}, Props: Selection | Pure, Doc: "component-wise the second if the first isn't zero, else the third"},

	// Products of machines that multiply 24 bits.
	IMul24: {Name: "imul24", Result: Operand{Base: Int, Bits: 32}, Srcs: []Operand{{Base: Int, Bits: 32}, {Base: Int, Bits: 32}}, Props: Commutative | Pure, Doc: "the low 32 bits of the product of the low 24 bits of each source, signed"},
	UMul24: {Name: "umul24", Result: Operand{Base: Uint, Bits: 32}, Srcs: []Operand{{Base: Uint, Bits: 32}, {Base: Uint, Bits: 32}}, Props: Commutative | Pure, Doc: "the low 32 bits of the product of the low 24 bits of each source, unsigned"},

	// Conversions. The result's type gives the size.
	F2F:     {Name: "f2f", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Float, Float}, Doc: "to another size, nearest even"},
	F2I:     {Name: "f2i", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Float, Int}, Doc: "towards zero, held within the range; NaN: 0"},
	F2U:     {Name: "f2u", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Float, Uint}, Doc: "towards zero, held within the range; NaN: 0"},
	I2F:     {Name: "i2f", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Int, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Int, Float}, Doc: "nearest even"},
	U2F:     {Name: "u2f", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Uint, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Uint, Float}, Doc: "nearest even"},
	I2I:     {Name: "i2i", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Int, Bits: VarBits}}, Props: Conversion | Pure, IR: Spelling{FormConvert, 0, Int, IntB}, Doc: "low bits, or sign-extended"},
	U2U:     {Name: "u2u", Result: Operand{Base: Uint}, Srcs: []Operand{{Base: Uint, Bits: VarBits}}, Props: Conversion | Pure, IR: Spelling{FormConvert, 0, Uint, IntB}, Doc: "low bits, or zero-extended"},
	B2F:     {Name: "b2f", Result: Operand{Base: Float}, Srcs: []Operand{{Base: Bool, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Bool, Float}, Doc: "1 or 0"},
	B2I:     {Name: "b2i", Result: Operand{Base: Int}, Srcs: []Operand{{Base: Bool, Bits: VarBits}}, Props: Conversion | Pure, IR: Spelling{FormConvert, 0, Bool, IntB}, Doc: "1 or 0"},
	F2B:     {Name: "f2b", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Float, Bits: VarBits}}, Props: Conversion | FloatControl | Pure, IR: Spelling{FormConvert, 0, Float, Bool}, Doc: "whether it isn't zero"},
	I2B:     {Name: "i2b", Result: Operand{Base: Bool, Bits: 1}, Srcs: []Operand{{Base: Int, Bits: VarBits}}, Props: Conversion | Pure, IR: Spelling{FormConvert, 0, IntB, Bool}, Doc: "whether it isn't zero"},
	Bitcast: {Name: "bitcast", Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Base: Any, Comps: VarComps, Bits: VarBits}}, Props: Pure, Doc: "the same bits as another type; components may change when the total stays"},

	// Packing.
	PackSnorm4x8:    {Name: "pack_snorm_4x8", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Float, Comps: 4, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathPack4x8snorm), Float, Uint}, Doc: "four signed normalized bytes"},
	PackUnorm4x8:    {Name: "pack_unorm_4x8", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Float, Comps: 4, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathPack4x8unorm), Float, Uint}, Doc: "four unsigned normalized bytes"},
	PackSnorm2x16:   {Name: "pack_snorm_2x16", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Float, Comps: 2, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathPack2x16snorm), Float, Uint}, Doc: "two signed normalized 16-bit numbers"},
	PackUnorm2x16:   {Name: "pack_unorm_2x16", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Float, Comps: 2, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathPack2x16unorm), Float, Uint}, Doc: "two unsigned normalized 16-bit numbers"},
	PackHalf2x16:    {Name: "pack_half_2x16", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Float, Comps: 2, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathPack2x16float), Float, Uint}, Doc: "two 16-bit floats"},
	PackI8:          {Name: "pack_4xi8", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Int, Comps: 4, Bits: 32}}, Props: Pure, IR: Spelling{FormPack, uint8(ir.MathPack4xI8), Int, Uint}, Doc: "low bytes of four integers"},
	PackU8:          {Name: "pack_4xu8", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 4, Bits: 32}}, Props: Pure, IR: Spelling{FormPack, uint8(ir.MathPack4xU8), Uint, Uint}, Doc: "low bytes of four integers"},
	PackI8Clamp:     {Name: "pack_4xi8_clamp", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Int, Comps: 4, Bits: 32}}, Props: Pure, IR: Spelling{FormPack, uint8(ir.MathPack4xI8Clamp), Int, Uint}, Doc: "four integers held within a signed byte's range"},
	PackU8Clamp:     {Name: "pack_4xu8_clamp", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 4, Bits: 32}}, Props: Pure, IR: Spelling{FormPack, uint8(ir.MathPack4xU8Clamp), Uint, Uint}, Doc: "four integers held within an unsigned byte's range"},
	UnpackSnorm4x8:  {Name: "unpack_snorm_4x8", Result: Operand{Base: Float, Comps: 4, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack4x8snorm), Uint, Float}, Doc: "four signed normalized bytes"},
	UnpackUnorm4x8:  {Name: "unpack_unorm_4x8", Result: Operand{Base: Float, Comps: 4, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack4x8unorm), Uint, Float}, Doc: "four unsigned normalized bytes"},
	UnpackSnorm2x16: {Name: "unpack_snorm_2x16", Result: Operand{Base: Float, Comps: 2, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack2x16snorm), Uint, Float}, Doc: "two signed normalized 16-bit numbers"},
	UnpackUnorm2x16: {Name: "unpack_unorm_2x16", Result: Operand{Base: Float, Comps: 2, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack2x16unorm), Uint, Float}, Doc: "two unsigned normalized 16-bit numbers"},
	UnpackHalf2x16:  {Name: "unpack_half_2x16", Result: Operand{Base: Float, Comps: 2, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: FloatControl | Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack2x16float), Uint, Float}, Doc: "two 16-bit floats"},
	UnpackI8:        {Name: "unpack_4xi8", Result: Operand{Base: Int, Comps: 4, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack4xI8), Uint, Int}, Doc: "four sign-extended bytes"},
	UnpackU8:        {Name: "unpack_4xu8", Result: Operand{Base: Uint, Comps: 4, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}}, Props: Pure, IR: Spelling{FormPack, uint8(ir.MathUnpack4xU8), Uint, Uint}, Doc: "four zero-extended bytes"},
	SDot4x8:         {Name: "sdot_4x8", Result: Operand{Base: Int, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}, {Base: Uint, Comps: 1, Bits: 32}}, Props: Commutative | Pure, IR: Spelling{FormPack, uint8(ir.MathDot4I8Packed), Uint, Int}, Doc: "dot product of four signed bytes each"},
	UDot4x8:         {Name: "udot_4x8", Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Base: Uint, Comps: 1, Bits: 32}, {Base: Uint, Comps: 1, Bits: 32}}, Props: Commutative | Pure, IR: Spelling{FormPack, uint8(ir.MathDot4U8Packed), Uint, Uint}, Doc: "dot product of four unsigned bytes each"},

	// Matrices: whole values until a pass splits them into columns.
	MatMul:         {Name: "mat_mul", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormProduct, uint8(ir.Mul), Whole, None}, Doc: "product of two matrices"},
	MatVec:         {Name: "mat_vec", Result: Operand{Base: Float, Comps: VarComps}, Srcs: []Operand{{Base: Whole}, {Base: Float, Comps: VarComps}}, Props: FloatControl | Pure, IR: Spelling{FormProduct, uint8(ir.Mul), Float, None}, Doc: "matrix times column vector"},
	VecMat:         {Name: "vec_mat", Result: Operand{Base: Float, Comps: VarComps}, Srcs: []Operand{{Base: Float, Comps: VarComps}, {Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormProduct, uint8(ir.Mul), Float, None}, Doc: "row vector times matrix"},
	MatScale:       {Name: "mat_scale", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Float, Comps: 1}}, Props: FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Mul), Float, None}, Doc: "every component times a scalar"},
	MatAdd:         {Name: "mat_add", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Add), Whole, None}, Doc: "sum"},
	MatSub:         {Name: "mat_sub", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormBinary, uint8(ir.Sub), Whole, None}, Doc: "difference"},
	MatNeg:         {Name: "mat_neg", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormUnary, uint8(ir.Negate), Whole, None}, Doc: "opposite"},
	MatTranspose:   {Name: "mat_transpose", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathTranspose), Whole, None}, Doc: "rows and columns exchanged"},
	MatDeterminant: {Name: "mat_determinant", Result: Operand{Base: Float, Comps: 1}, Srcs: []Operand{{Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathDeterminant), Whole, Float}, Doc: "determinant of a square matrix"},
	MatInverse:     {Name: "mat_inverse", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathInverse), Whole, None}, Doc: "inverse of a square matrix"},
	MatOuter:       {Name: "mat_outer", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Float, Comps: VarComps}, {Base: Float, Comps: VarComps}}, Props: FloatControl | Pure, IR: Spelling{FormWhole, uint8(ir.MathOuter), Float, None}, Doc: "outer product: column vector times row vector"},
	MatConvert:     {Name: "mat_convert", Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: FloatControl | Pure, IR: Spelling{FormConvert, 0, None, None}, Doc: "components converted to another float size"},

	// Dereferences. The result's type is the pointer's (or resource's).
	DerefVar:      {Name: "deref_var", Class: ClassDeref, Result: Operand{Base: Whole}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "var", Bits: 32}}, Doc: "the address of a variable; of a resource variable the resource itself"},
	DerefArray:    {Name: "deref_array", Class: ClassDeref, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}, {Base: Any, Comps: 1, Bits: VarBits}}, Props: Eliminable | Reorderable, Doc: "an element, column or component behind a pointer, or a resource of an array of them"},
	DerefStruct:   {Name: "deref_struct", Class: ClassDeref, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "member", Bits: 32}}, Doc: "a member behind a pointer"},
	DerefWildcard: {Name: "deref_array_wildcard", Class: ClassDeref, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Eliminable | Reorderable, Doc: "all elements behind a pointer; only for copies"},
	DerefCast:     {Name: "deref_cast", Class: ClassDeref, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Eliminable | Reorderable, Doc: "the same address as a pointer to another type"},
	DerefAddress:  {Name: "deref_address", Class: ClassDeref, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "address", Base: Whole}}, Props: Eliminable | Reorderable, Doc: "the pointer to physical memory that a number is, or the acceleration structure at an address"},

	// Textures: sampled, depth and external images.
	Tex:        {Name: "tex", Class: ClassTex, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "texture", Base: Whole}, {Name: "sampler", Base: Whole, Optional: true}, {Name: "coord", Base: Whole}, {Name: "array", Base: Any, Comps: 1, Bits: VarBits, Optional: true}, {Name: "offset", Base: Whole, Optional: true}, {Name: "lod", Base: Whole, Optional: true}, {Name: "ddy", Base: Whole, Optional: true}, {Name: "compare", Base: Whole, Optional: true}, {Name: "min_lod", Base: Whole, Optional: true}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "level", Bits: 4, Names: levelName, Count: 6}, {Name: "gather", Shift: 4, Bits: 3}, {Name: "clamp_edge", Shift: 7, Bits: 1}, {Name: "residency", Shift: 8, Bits: 1}}, Doc: "a filtered texel, or with gather (component plus one) one component of four; lod is the level, the bias, or the derivative along x; a level that is computed is at least min_lod; with level query the level itself; with residency 1 if there is memory for all texels, or 0; level auto, bias and query are convergent: see Function.Convergent"},
	Txf:        {Name: "txf", Class: ClassTex, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "texture", Base: Whole}, {Name: "coord", Base: Whole, Optional: true}, {Name: "array", Base: Any, Comps: 1, Bits: VarBits, Optional: true}, {Name: "sample", Base: Any, Comps: 1, Bits: VarBits, Optional: true}, {Name: "lod", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "residency", Shift: 8, Bits: 1}}, Doc: "one texel of a level or sample; of an input attachment without a coordinate; with residency 1 if there is memory for it, or 0"},
	Txs:        {Name: "txs", Class: ClassTex, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "texture", Base: Whole}, {Name: "lod", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: Eliminable | Reorderable, Doc: "size in texels of a level, of any image"},
	TexLevels:  {Name: "tex_levels", Class: ClassTex, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "texture", Base: Whole}}, Props: Eliminable | Reorderable, Doc: "number of levels"},
	TexLayers:  {Name: "tex_layers", Class: ClassTex, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "texture", Base: Whole}}, Props: Eliminable | Reorderable, Doc: "number of array layers, of any image"},
	TexSamples: {Name: "tex_samples", Class: ClassTex, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "texture", Base: Whole}}, Props: Eliminable | Reorderable, Doc: "number of samples"},

	// Intrinsics: memory.
	Load:                 {Name: "load", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "pointer", Base: Whole}}, Props: Eliminable | ReadsMemory, Doc: "the value behind a pointer; of an atomic atomically"},
	Store:                {Name: "store", Class: ClassIntrinsic, Srcs: []Operand{{Name: "pointer", Base: Whole}, {Name: "value", Base: Whole}}, Props: WritesMemory, Fields: []Field{{Name: "mask", Bits: 4}}, Doc: "writes the components in the mask (0: everything) behind a pointer; to an atomic atomically"},
	Copy:                 {Name: "copy", Class: ClassIntrinsic, Srcs: []Operand{{Name: "to", Base: Whole}, {Name: "from", Base: Whole}}, Props: ReadsMemory | WritesMemory, Doc: "copies the object of one pointer to that of another; types are equal but for the layout"},
	Declare:              {Name: "declare", Class: ClassIntrinsic, Srcs: []Operand{{Name: "value", Base: Whole, Optional: true}}, Props: WritesMemory, Fields: []Field{{Name: "var", Bits: 32}}, Doc: "a local variable becomes fresh: the value, or undefined"},
	Atomic:               {Name: "atomic", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "pointer", Base: Whole}, {Name: "value", Base: Whole, Optional: true}, {Name: "compare", Base: Whole, Optional: true}}, Props: ReadsMemory | WritesMemory, Fields: []Field{{Name: "op", Bits: 4, Names: atomicName, Count: 9}, {Name: "weak", Shift: 4, Bits: 1}, {Name: "scope", Shift: 8, Bits: 4, Names: scopeName, Count: 6}, {Name: "order", Shift: 12, Bits: 4, Names: orderName, Count: 5}}, Doc: "read-modify-write; the old value, or of compare_exchange a struct of it and of whether it took place"},
	ArrayLength:          {Name: "array_length", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Name: "pointer", Base: Whole}}, Props: Eliminable | Reorderable, Doc: "number of elements of the runtime-sized array behind a pointer"},
	WorkgroupUniformLoad: {Name: "workgroup_uniform_load", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "pointer", Base: Whole}}, Props: ReadsMemory | Synchronizes | Convergent, Doc: "barrier, load, barrier"},
	ControlBarrier:       {Name: "control_barrier", Class: ClassIntrinsic, Props: Synchronizes | Convergent, Fields: []Field{{Name: "memory", Bits: 8}, {Name: "scope", Shift: 8, Bits: 4, Names: scopeName, Count: 6}, {Name: "order", Shift: 12, Bits: 4, Names: orderName, Count: 5}}, Doc: "waits for the others of the scope, and orders memory"},
	MemoryBarrier:        {Name: "memory_barrier", Class: ClassIntrinsic, Props: Synchronizes, Fields: []Field{{Name: "memory", Bits: 8}, {Name: "scope", Shift: 8, Bits: 4, Names: scopeName, Count: 6}, {Name: "order", Shift: 12, Bits: 4, Names: orderName, Count: 5}}, Doc: "orders memory"},
	Interlock:            {Name: "interlock", Class: ClassIntrinsic, Props: Synchronizes | Convergent, Fields: []Field{{Name: "op", Bits: 1, Names: interlockName, Count: 2}}, Doc: "begins or ends a critical section of fragments"},

	// Intrinsics: storage images.
	ImageLoad:   {Name: "image_load", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "image", Base: Whole}, {Name: "coord", Base: Whole}, {Name: "array", Base: Any, Comps: 1, Bits: VarBits, Optional: true}, {Name: "sample", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: Eliminable | ReadsMemory, Fields: []Field{{Name: "residency", Shift: 8, Bits: 1}}, Doc: "one texel; with residency 1 if there is memory for it, or 0"},
	ImageStore:  {Name: "image_store", Class: ClassIntrinsic, Srcs: []Operand{{Name: "image", Base: Whole}, {Name: "coord", Base: Whole}, {Name: "array", Base: Any, Comps: 1, Bits: VarBits, Optional: true}, {Name: "value", Base: Whole}, {Name: "sample", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: WritesMemory, Doc: "writes one texel"},
	ImageAtomic: {Name: "image_atomic", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "image", Base: Whole}, {Name: "coord", Base: Whole}, {Name: "array", Base: Any, Comps: 1, Bits: VarBits, Optional: true}, {Name: "value", Base: Whole, Optional: true}, {Name: "compare", Base: Whole, Optional: true}, {Name: "sample", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: ReadsMemory | WritesMemory, Fields: []Field{{Name: "op", Bits: 4, Names: atomicName, Count: 9}}, Doc: "read-modify-write of a texel"},

	// Intrinsics: inputs, derivatives, fragments.
	Param:         {Name: "param", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "index", Bits: 32}}, Doc: "a parameter of the function"},
	Derivative:    {Name: "derivative", Class: ClassIntrinsic, Result: Operand{Base: Float}, Srcs: []Operand{{Name: "value", Base: Float}}, Props: Eliminable | Reorderable | Convergent | FloatControl, Fields: []Field{{Name: "axis", Bits: 4, Names: axisName, Count: 3}, {Name: "control", Shift: 4, Bits: 4, Names: controlName, Count: 3}}, Doc: "change of a value between neighbouring fragments"},
	Interpolate:   {Name: "interpolate", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "at", Base: Whole, Optional: true}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "op", Bits: 2, Names: interpolateName, Count: 3}, {Name: "component", Shift: 4, Bits: 2}, {Name: "location", Shift: 8, Bits: 24}}, Doc: "an input, interpolated elsewhere in the fragment than it is declared to be"},
	ConvertNumber: {Name: "convert", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "number", Base: Any, Comps: VarComps, Bits: VarBits}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "rounding", Bits: 2, Names: roundingName, Count: 4}, {Name: "saturate", Shift: 2, Bits: 1}}, Doc: "the number as another type has it, by components, rounded in a direction; the types decide, not only sizes; with saturate numbers out of an integer's range become the nearest ones, and NaN zero"},
	Demote:        {Name: "demote", Class: ClassIntrinsic, Props: WritesMemory | Synchronizes, Doc: "the invocation becomes a helper: its later writes to memory have no effect"},
	DemoteIf:      {Name: "demote_if", Class: ClassIntrinsic, Srcs: []Operand{{Name: "condition", Base: Bool, Comps: 1, Bits: 1}}, Props: WritesMemory | Synchronizes, Doc: "demote, of invocations for which the condition holds; of the machine's form"},
	TerminateIf:   {Name: "terminate_if", Class: ClassIntrinsic, Srcs: []Operand{{Name: "condition", Base: Bool, Comps: 1, Bits: 1}}, Props: WritesMemory | Synchronizes | Convergent, Doc: "ends the invocations for which the condition holds; of the machine's form"},

	// Intrinsics: subgroups. All are convergent.
	Ballot:             {Name: "ballot", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 4, Bits: 32}, Srcs: []Operand{{Name: "predicate", Base: Bool, Comps: 1, Bits: 1, Optional: true}}, Props: Eliminable | Convergent, Doc: "bits of the invocations whose predicate holds (absent: that are active)"},
	SubgroupGather:     {Name: "subgroup_gather", Class: ClassIntrinsic, Result: Operand{Base: Any}, Srcs: []Operand{{Name: "value", Base: Any}, {Name: "index", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: Eliminable | Convergent, Fields: []Field{{Name: "mode", Bits: 4, Names: gatherName, Count: 10}}, Doc: "another invocation's value"},
	SubgroupCollective: {Name: "subgroup_collective", Class: ClassIntrinsic, Result: Operand{Base: Any}, Srcs: []Operand{{Name: "value", Base: Any, Optional: true}}, Props: Eliminable | Convergent, Fields: []Field{{Name: "op", Bits: 4, Names: subgroupName, Count: 10}, {Name: "collective", Shift: 4, Bits: 4, Names: collectiveName, Count: 4}, {Name: "cluster", Shift: 8, Bits: 8}}, Doc: "a reduction or scan over the subgroup, or a reduction within clusters of so many invocations"},
	BallotBits:         {Name: "ballot_bits", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{{Name: "predicate", Base: Bool, Comps: 1, Bits: 1, Optional: true}}, Props: Eliminable | Convergent, Doc: "ballot, of as many components of a size as a machine has"},

	// Intrinsics: cooperative matrices.
	CooperativeLoad:        {Name: "cooperative_load", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "pointer", Base: Whole}, {Name: "index", Base: Uint, Comps: 1, Bits: 32}, {Name: "stride", Base: Uint, Comps: 1, Bits: 32}}, Props: Eliminable | ReadsMemory | Convergent, Fields: []Field{{Name: "row_major", Bits: 1}}, Doc: "a cooperative matrix from an array, from an element on, by rows or columns of a stride"},
	CooperativeStore:       {Name: "cooperative_store", Class: ClassIntrinsic, Srcs: []Operand{{Name: "pointer", Base: Whole}, {Name: "index", Base: Uint, Comps: 1, Bits: 32}, {Name: "stride", Base: Uint, Comps: 1, Bits: 32}, {Name: "value", Base: Whole}}, Props: WritesMemory | Convergent, Fields: []Field{{Name: "row_major", Bits: 1}}, Doc: "a cooperative matrix to an array, likewise"},
	CooperativeMultiplyAdd: {Name: "cooperative_multiply_add", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "a", Base: Whole}, {Name: "b", Base: Whole}, {Name: "c", Base: Whole}}, Props: Eliminable | Convergent, Fields: []Field{{Name: "saturate", Bits: 1}}, Doc: "the product of two cooperative matrices, and a third"},
	CooperativeArith:       {Name: "cooperative_arith", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "left", Base: Whole}, {Name: "right", Base: Whole, Optional: true}}, Props: Eliminable | Reorderable | Convergent, Fields: []Field{{Name: "op", Bits: 4, Names: cooperativeName, Count: uint32(len(cooperativeNames))}}, Doc: "arithmetic on the elements of cooperative matrices: splat is of a scalar, scale by one"},
	CooperativeLength:      {Name: "cooperative_length", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Name: "matrix", Base: Whole}}, Props: Eliminable | Reorderable, Doc: "the number of elements that an invocation holds of a cooperative matrix"},

	// Intrinsics: ray queries. The query is a pointer to a local variable.
	RayInitialize: {Name: "ray_initialize", Class: ClassIntrinsic, Srcs: []Operand{{Name: "query", Base: Whole}, {Name: "structure", Base: Whole}, {Name: "ray", Base: Whole}}, Props: ReadsMemory | WritesMemory, Doc: "starts a traversal"},
	RayProceed:    {Name: "ray_proceed", Class: ClassIntrinsic, Result: Operand{Base: Bool, Comps: 1, Bits: 1}, Srcs: []Operand{{Name: "query", Base: Whole}}, Props: ReadsMemory | WritesMemory, Doc: "goes on to the next candidate; whether there is one"},
	RayTerminate:  {Name: "ray_terminate", Class: ClassIntrinsic, Srcs: []Operand{{Name: "query", Base: Whole}}, Props: ReadsMemory | WritesMemory, Doc: "ends the traversal"},
	RayGenerate:   {Name: "ray_generate_intersection", Class: ClassIntrinsic, Srcs: []Operand{{Name: "query", Base: Whole}, {Name: "t", Base: Float, Comps: 1, Bits: 32}}, Props: ReadsMemory | WritesMemory, Doc: "commits a hit at t of a procedural candidate"},
	RayConfirm:    {Name: "ray_confirm_intersection", Class: ClassIntrinsic, Srcs: []Operand{{Name: "query", Base: Whole}}, Props: ReadsMemory | WritesMemory, Doc: "commits a triangle candidate"},
	RayGet:        {Name: "ray_get", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "query", Base: Whole}}, Props: Eliminable | ReadsMemory, Fields: []Field{{Name: "committed", Bits: 1}}, Doc: "the committed or candidate intersection"},
	Pipeline:      {Name: "pipeline", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Variadic | ReadsMemory | WritesMemory | Synchronizes | Convergent, Fields: []Field{{Name: "op", Bits: 6, Names: pipelineName, Count: uint32(ir.NumPipelineOps)}, {Name: "stream", Shift: 6, Bits: 6}}, Doc: "an operation of a stage on its pipeline, on a hit object, or of a clock; of a property that is read, stream is ir.ReadOf; others may read what it points to, and write any memory that they reach"},

	// Intrinsics: for whoever debugs the shader.
	Print:       {Name: "print", Class: ClassIntrinsic, Srcs: []Operand{{Base: Whole}}, Props: Variadic | WritesMemory | Synchronizes, Fields: []Field{{Name: "format", Bits: 32}}, Doc: "prints numbers in a format of the module"},
	RayVertices: {Name: "ray_vertices", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "query", Base: Whole}}, Props: Eliminable | ReadsMemory, Fields: []Field{{Name: "committed", Bits: 1}}, Doc: "vertex positions of the intersection's triangle"},

	// Intrinsics of the machine's form: vertices of a geometry stage, with their numbers in a stream.
	EmitVertexWithCounter:      {Name: "emit_vertex_with_counter", Class: ClassIntrinsic, Srcs: counters, Props: ReadsMemory | WritesMemory | Synchronizes | Convergent, Fields: streamField, Doc: "the outputs become the vertex of a number, at most the number of vertices that there are: later ones are dropped; the sources are the vertices and strips so far"},
	EndPrimitiveWithCounter:    {Name: "end_primitive_with_counter", Class: ClassIntrinsic, Srcs: counters, Props: ReadsMemory | WritesMemory | Synchronizes | Convergent, Fields: streamField, Doc: "the strip of the stream ends"},
	SetVertexAndPrimitiveCount: {Name: "set_vertex_and_primitive_count", Class: ClassIntrinsic, Srcs: []Operand{vertices, strips}, Props: ReadsMemory | WritesMemory | Synchronizes | Convergent, Fields: streamField, Doc: "the numbers of vertices and strips of the invocation; later vertices are dropped"},

	// Intrinsics: registers, storage without an address for code that leaves SSA.
	LoadReg:  {Name: "load_reg", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "index", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: Eliminable | ReadsMemory, Fields: []Field{{Name: "reg", Bits: 32}}, Doc: "a register's value, or an element of its array"},
	StoreReg: {Name: "store_reg", Class: ClassIntrinsic, Srcs: []Operand{{Name: "value", Base: Whole}, {Name: "index", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: WritesMemory, Fields: []Field{{Name: "reg", Bits: 32}}, Doc: "sets a register, or an element of its array"},

	// Intrinsics of the machine's form: memory by offset.
	ResourceIndex:     {Name: "resource_index", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Name: "element", Base: Any, Comps: 1, Bits: VarBits, Optional: true}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "var", Bits: 32}}, Doc: "the name of a buffer for the operations on memory; the source picks one of a binding array's"},
	ResourceUnit:      {Name: "resource_unit", Class: ClassIntrinsic, Result: Operand{Base: Whole}, Srcs: []Operand{{Name: "element", Base: Uint, Comps: 1, Bits: 32, Optional: true}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "base", Bits: 32}, {Name: "range", Word: 1, Bits: 31}}, Doc: "the texture, sampler or storage image of a unit; the source picks one of the units in the range from the base on"},
	ElementOffset:     {Name: "element_offset", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{{Name: "index", Base: Uint, Comps: 1, Bits: 32}, {Name: "offset", Base: Uint, Comps: 1, Bits: 32}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "stride", Bits: 32}}, Doc: "the bytes up to a place in an element of a buffer: the index times the stride, and the offset; a machine with structured buffers takes the sources apart"},
	LoadUBO:           {Name: "load_ubo", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{block, offset}, Props: Eliminable | Reorderable, Fields: loadFields, Doc: "adjacent components in a uniform buffer; components outside it are zero"},
	LoadUBOVec4:       {Name: "load_ubo_vec4", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{block, offset}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "base", Bits: 31}, {Name: "component", Word: 1, Bits: 4}}, Doc: "components of the 16 bytes of a uniform buffer at 16 times the offset and the base, from one on"},
	LoadSSBO:          {Name: "load_ssbo", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{block, offset}, Props: Eliminable | ReadsMemory, Fields: loadFields, Doc: "adjacent components in a storage buffer; components outside it are zero"},
	StoreSSBO:         {Name: "store_ssbo", Class: ClassIntrinsic, Srcs: []Operand{value, block, offset}, Props: WritesMemory, Fields: storeFields, Doc: "writes the components in the mask (0: all) to a storage buffer; components outside it are lost"},
	SSBOAtomic:        {Name: "ssbo_atomic", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: 1}, Srcs: []Operand{block, offset, scalar, exchanged}, Props: ReadsMemory | WritesMemory, Fields: atomicFields, Doc: "read-modify-write in a storage buffer; the old value"},
	SSBOSize:          {Name: "get_ssbo_size", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 1, Bits: 32}, Srcs: []Operand{block}, Props: Eliminable | Reorderable, Doc: "bytes of a storage buffer"},
	SSBOAddress:       {Name: "load_ssbo_address", Class: ClassIntrinsic, Result: Operand{Base: Uint, Comps: 1, Bits: 64}, Srcs: []Operand{block}, Props: Eliminable | Reorderable, Doc: "the address of a storage buffer"},
	LoadPushConstant:  {Name: "load_push_constant", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{offset}, Props: Eliminable | Reorderable, Fields: loadFields, Doc: "adjacent components in the immediate data"},
	LoadShared:        {Name: "load_shared", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{offset}, Props: Eliminable | ReadsMemory, Fields: loadFields, Doc: "adjacent components in the workgroup's memory"},
	StoreShared:       {Name: "store_shared", Class: ClassIntrinsic, Srcs: []Operand{value, offset}, Props: WritesMemory, Fields: storeFields, Doc: "writes the components in the mask (0: all) to the workgroup's memory"},
	SharedAtomic:      {Name: "shared_atomic", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: 1}, Srcs: []Operand{offset, scalar, exchanged}, Props: ReadsMemory | WritesMemory, Fields: atomicFields, Doc: "read-modify-write in the workgroup's memory; the old value"},
	LoadScratch:       {Name: "load_scratch", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{offset}, Props: Eliminable | ReadsMemory, Fields: loadFields, Doc: "adjacent components in the function's memory"},
	StoreScratch:      {Name: "store_scratch", Class: ClassIntrinsic, Srcs: []Operand{value, offset}, Props: WritesMemory, Fields: storeFields, Doc: "writes the components in the mask (0: all) to the function's memory"},
	LoadConstant:      {Name: "load_constant", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{offset}, Props: Eliminable | Reorderable, Fields: loadFields, Doc: "adjacent components in the shader's constant data"},
	LoadGlobal:        {Name: "load_global", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{address}, Props: Eliminable | ReadsMemory, Fields: loadFields, Doc: "adjacent components at an address; zero if there is no memory"},
	StoreGlobal:       {Name: "store_global", Class: ClassIntrinsic, Srcs: []Operand{value, address}, Props: WritesMemory, Fields: storeFields, Doc: "writes the components in the mask (0: all) at an address"},
	GlobalAtomic:      {Name: "global_atomic", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: 1}, Srcs: []Operand{address, scalar, exchanged}, Props: ReadsMemory | WritesMemory, Fields: atomicFields, Doc: "read-modify-write at an address; the old value"},
	LoadTaskPayload:   {Name: "load_task_payload", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{offset}, Props: Eliminable | ReadsMemory, Fields: loadFields, Doc: "adjacent components in the payload that a task stage hands over"},
	StoreTaskPayload:  {Name: "store_task_payload", Class: ClassIntrinsic, Srcs: []Operand{value, offset}, Props: WritesMemory, Fields: storeFields, Doc: "writes the components in the mask (0: all) to the payload that a task stage hands over"},
	TaskPayloadAtomic: {Name: "task_payload_atomic", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: 1}, Srcs: []Operand{offset, scalar, exchanged}, Props: ReadsMemory | WritesMemory, Fields: atomicFields, Doc: "read-modify-write in the payload that a task stage hands over; the old value"},

	// Intrinsics of the machine's form: inputs and outputs by slot.
	LoadInput:             {Name: "load_input", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{slot}, Props: Eliminable | Reorderable, Fields: inputFields, Doc: "components of an input, of the slot that the base and the source make"},
	LoadInterpolatedInput: {Name: "load_interpolated_input", Class: ClassIntrinsic, Result: Operand{Base: Float, Comps: VarComps}, Srcs: []Operand{{Name: "barycentric", Base: Float, Comps: 2, Bits: 32}, slot}, Props: Eliminable | Reorderable, Fields: inputFields, Doc: "components of an input, interpolated at the place of the first source"},
	LoadBarycentric:       {Name: "load_barycentric", Class: ClassIntrinsic, Result: Operand{Base: Float, Comps: 2, Bits: 32}, Srcs: []Operand{{Name: "place", Base: Whole, Optional: true}}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "at", Bits: 3, Names: barycentricName, Count: uint32(numBarycentrics)}, {Name: "interpolation", Shift: 4, Bits: 3, Names: interpolationName, Count: 5}}, Doc: "the place in its primitive at which inputs are interpolated; the source is the sample or the offset"},
	LoadOutput:            {Name: "load_output", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{slot}, Props: Eliminable | ReadsMemory, Fields: inputFields, Doc: "components of an output's value"},
	StoreOutput:           {Name: "store_output", Class: ClassIntrinsic, Srcs: []Operand{value, slot}, Props: WritesMemory, Fields: outputFields, Doc: "writes the components in the mask (0: all) to an output, from a component on"},
	LoadStageInput:        {Name: "load_stage_input", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{owner, slot}, Props: Eliminable | Reorderable, Fields: inputFields, Doc: "components of a slot of an input's vertex; without a vertex, of a patch"},
	LoadStageOutput:       {Name: "load_stage_output", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Srcs: []Operand{owner, slot}, Props: Eliminable | ReadsMemory, Fields: inputFields, Doc: "components of a slot of an output's vertex or primitive; without one, of a patch or the vertex that is emitted next"},
	StoreStageOutput:      {Name: "store_stage_output", Class: ClassIntrinsic, Srcs: []Operand{value, owner, slot}, Props: WritesMemory, Fields: outputFields, Doc: "writes the components in the mask (0: all) to a slot of an output's vertex, primitive or patch"},
	LoadSystemValue:       {Name: "load_system_value", Class: ClassIntrinsic, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "value", Bits: 8, Names: builtInName, Count: uint32(ir.BuiltInCount)}, {Name: "corner", Shift: 8, Bits: 1}, {Name: "divisor", Shift: 9, Bits: 1}, {Name: "from_zero", Shift: 10, Bits: 1}, {Name: "column", Shift: 11, Bits: 2}}, Doc: "a system value of the invocation; of a fragment's position with corner x and y of the pixel's corner, with divisor w itself and not 1 / w; of the index of a vertex or instance with from_zero how many were before it in the draw, without the base; of a matrix a column"},

	// Known values.
	Const:    {Name: "const", Class: ClassConst, Result: Operand{Base: Any, Comps: VarComps, Bits: VarBits}, Props: Eliminable | Reorderable, Doc: "a scalar or vector, as bits"},
	Zero:     {Name: "zero", Class: ClassConst, Result: Operand{Base: Whole}, Props: Eliminable | Reorderable, Doc: "all bits zero, of an aggregate or matrix type"},
	Constant: {Name: "constant", Class: ClassConst, Result: Operand{Base: Whole}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "constant", Bits: 32}}, Doc: "a named constant of the module"},
	Override: {Name: "override", Class: ClassConst, Result: Operand{Base: Whole}, Props: Eliminable | Reorderable, Fields: []Field{{Name: "override", Bits: 32}}, Doc: "a constant that the pipeline sets"},
	Undef:    {Name: "undef", Class: ClassUndef, Result: Operand{Base: Whole}, Props: Eliminable | Reorderable, Doc: "any value at all, each use its own"},

	// Control flow.
	Phi:          {Name: "phi", Class: ClassPhi, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Variadic | Eliminable | Reorderable, Doc: "the source of the predecessor that control came from"},
	Call:         {Name: "call", Class: ClassCall, Result: Operand{Base: Whole}, Srcs: []Operand{{Base: Whole}}, Props: Variadic | ReadsMemory | WritesMemory | Synchronizes | Convergent, Fields: []Field{{Name: "function", Bits: 32}}, Doc: "calls a function; the value that it returns"},
	ParallelCopy: {Name: "pcopy", Class: ClassCopy, Srcs: []Operand{{Base: Whole}}, Props: Variadic | WritesMemory, Doc: "sets registers, all at once, to the sources"},
	Return:       {Name: "return", Class: ClassJump, Srcs: []Operand{{Name: "value", Base: Whole, Optional: true}}, Props: Terminator, Doc: "leaves the function"},
	Break:        {Name: "break", Class: ClassJump, Props: Terminator, Doc: "leaves the innermost loop or switch"},
	Continue:     {Name: "continue", Class: ClassJump, Props: Terminator, Doc: "goes to the innermost loop's continue list, or its header"},
	Halt:         {Name: "halt", Class: ClassJump, Props: Terminator, Doc: "ends the invocation"},
}

// Operations of CooperativeArith.
const (
	CooperativeAdd = iota
	CooperativeSub
	CooperativeMul
	CooperativeDiv
	CooperativeNegate
	CooperativeScale
	CooperativeSplat
	CooperativeConvert
)

var cooperativeNames = [...]string{"add", "sub", "mul", "div", "negate", "scale", "splat", "convert"}

// Names of fields' values.

func cooperativeName(v uint32) string { return cooperativeNames[v] }

func roundingName(v uint32) string {
	return [...]string{"nearest_even", "toward_zero", "upward", "downward"}[v]
}
func levelName(v uint32) string       { return ir.SampleLevel(v).String() }
func interlockName(v uint32) string   { return ir.InterlockOp(v).String() }
func scopeName(v uint32) string       { return ir.Scope(v).String() }
func orderName(v uint32) string       { return ir.Ordering(v).String() }
func atomicName(v uint32) string      { return ir.AtomicOp(v).String() }
func interpolateName(v uint32) string { return ir.InterpolateOp(v).String() }
func axisName(v uint32) string        { return ir.DerivativeAxis(v).String() }
func controlName(v uint32) string     { return ir.DerivativeControl(v).String() }
func gatherName(v uint32) string      { return ir.GatherMode(v).String() }
func subgroupName(v uint32) string    { return ir.SubgroupOp(v).String() }
func pipelineName(v uint32) string    { return ir.PipelineOp(v).String() }
func collectiveName(v uint32) string  { return ir.CollectiveOp(v).String() }
