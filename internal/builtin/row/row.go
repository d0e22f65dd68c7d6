// Package row is the one table of the math functions of the module IR: which types a function
// takes, which arguments of a call are an error, how it is evaluated, and its name in each
// language that is written, SPIR-V's in both directions. Names and overloads that are read from
// WGSL are in package builtin, overloads of GLSL in package front/glsl, with their versions.
package row

import (
	"refract/internal/builtin/formula"
	"refract/internal/num"
	"refract/ir"
	"refract/spirv"
)

// A Row describes a math function.
type Row struct {
	// Scalars and Shapes are the types of the first argument, Rest the rule for the others.
	Scalars ir.ScalarSet
	Shapes  Shapes
	Rest    Rest
	Domain  Domain
	// Partial is set if finite arguments may give no finite result, which makes a call an error.
	Partial bool
	// Formula is its definition by simpler operations, if it has one.
	Formula formula.Operation
	// One, Two and Three evaluate a function of floats, by components.
	One   Floats1
	Two   Floats2
	Three Floats3
	// GLSL, HLSL and MSL are the names in languages that have the function with the same
	// arguments. A writer spells or replaces a function without a name.
	GLSL, HLSL, MSL string
	// Mixed are the arguments that GLSL takes as scalars beside vectors, together: a bit each.
	Mixed uint8
	SPIRV Instructions
}

// Of returns the row of a function.
func Of(op ir.MathOp) *Row { return &rows[op] }

// Sets of scalars.
const (
	AnyFloat   = ir.ScalarSet(1<<ir.F16 | 1<<ir.F32 | 1<<ir.F64)
	ShortFloat = ir.ScalarSet(1<<ir.F16 | 1<<ir.F32) // transcendental functions exist for these only
	OnlyF32    = ir.ScalarSet(1 << ir.F32)
	AnyInt     = ir.ScalarSet(1<<ir.I8 | 1<<ir.U8 | 1<<ir.I16 | 1<<ir.U16 | 1<<ir.I32 | 1<<ir.U32 | 1<<ir.I64 | 1<<ir.U64)
	AnyNumber  = ^ir.ScalarSet(1<<ir.NoScalar | 1<<ir.Bool)
	Signed     = AnyFloat | ir.ScalarSet(1<<ir.I8|1<<ir.I16|1<<ir.I32|1<<ir.I64)
	OnlyU32    = ir.ScalarSet(1 << ir.U32)
	OnlyI32    = ir.ScalarSet(1 << ir.I32)
	Word       = OnlyU32 | OnlyI32
)

// Shapes is a set of shapes of the first argument.
type Shapes uint8

const (
	One    Shapes = 1 << iota // scalar
	Many                      // vector
	Three                     // vector of three
	Two                       // vector of two
	Four                      // vector of four
	Matrix                    // any matrix
	Square                    // a square matrix
	Each   = One | Many
)

// Rest is the rule for the arguments after the first.
type Rest uint8

const (
	Likewise       Rest = iota // the same type
	ScalarExponent             // i32 of the same component count
	Offsets                    // the last two: u32 scalars; before that, the same type
	LastScalar                 // the last: a scalar of the same kind
	RowVector                  // a vector of the same scalar, of any size
)

// A Domain is the condition that the arguments from First to Last meet, which makes a call an
// error whatever the other arguments are.
type Domain struct {
	Rule        Rule
	First, Last uint8
}

// Rule is the condition of a Domain.
type Rule uint8

const (
	NoRule   Rule = iota
	Ordered       // the first isn't greater than the last
	Apart         // they differ
	BitRange      // offset and count lie within the integer
	Exponent      // it isn't beyond the exponents of the type
)

// Floats1, Floats2 and Floats3 are functions of package num, for each type of float.
type (
	Floats1 struct {
		F16 func(num.F16) num.F16
		F32 func(float32) float32
		F64 func(float64) float64
	}
	Floats2 struct {
		F16 func(a, b num.F16) num.F16
		F32 func(a, b float32) float32
		F64 func(a, b float64) float64
	}
	Floats3 struct {
		F16 func(a, b, c num.F16) num.F16
		F32 func(a, b, c float32) float32
		F64 func(a, b, c float64) float64
	}
)

// Instructions are the instructions of SPIR-V, by the kind of the first argument: of
// GLSL.std.450 or SPIR-V's own.
type Instructions struct {
	Set [3]spirv.GLSLOp
	Own [3]spirv.Op
}

// Indices of Instructions.
const (
	Floats = iota
	Sints
	Uints
)

// Count is the number of math functions.
const Count = len(rows)

var rows = [...]Row{
	ir.MathAbs: {
		Scalars: AnyNumber, Shapes: Each, Rest: Likewise,
		GLSL: "abs", HLSL: "abs", MSL: "abs", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLSAbs, Floats: spirv.GLSLFAbs}},
		One: Floats1{num.AbsF16, num.AbsF32, num.AbsF64},
	},
	ir.MathMin: {
		Scalars: AnyNumber, Shapes: Each, Rest: Likewise,
		GLSL: "min", HLSL: "min", MSL: "min", Mixed: 2, SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLSMin, Uints: spirv.GLSLUMin, Floats: spirv.GLSLFMin}},
		Formula: formula.FMin, Two: Floats2{num.MinF16, num.MinF32, num.MinF64},
	},
	ir.MathMax: {
		Scalars: AnyNumber, Shapes: Each, Rest: Likewise,
		GLSL: "max", HLSL: "max", MSL: "max", Mixed: 2, SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLSMax, Uints: spirv.GLSLUMax, Floats: spirv.GLSLFMax}},
		Formula: formula.FMax, Two: Floats2{num.MaxF16, num.MaxF32, num.MaxF64},
	},
	ir.MathClamp: {
		Scalars: AnyNumber, Shapes: Each, Rest: Likewise,
		GLSL: "clamp", HLSL: "clamp", MSL: "clamp", Mixed: 6, SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLSClamp, Uints: spirv.GLSLUClamp, Floats: spirv.GLSLFClamp}},
		Formula: formula.FClamp, Domain: Domain{Ordered, 1, 2}, Three: Floats3{num.ClampF16, num.ClampF32, num.ClampF64},
	},
	ir.MathSaturate: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		HLSL: "saturate", MSL: "saturate",
		Formula: formula.FSat, One: Floats1{num.SaturateF16, num.SaturateF32, num.SaturateF64},
	},
	ir.MathCos: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "cos", HLSL: "cos", MSL: "cos", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLCos}},
		One: Floats1{num.CosF16, num.CosF32, num.CosF64},
	},
	ir.MathCosh: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "cosh", HLSL: "cosh", MSL: "cosh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLCosh}},
		One: Floats1{num.CoshF16, num.CoshF32, num.CoshF64},
	},
	ir.MathSin: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "sin", HLSL: "sin", MSL: "sin", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLSin}},
		One: Floats1{num.SinF16, num.SinF32, num.SinF64},
	},
	ir.MathSinh: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "sinh", HLSL: "sinh", MSL: "sinh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLSinh}},
		One: Floats1{num.SinhF16, num.SinhF32, num.SinhF64},
	},
	ir.MathTan: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "tan", HLSL: "tan", MSL: "tan", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLTan}},
		One: Floats1{num.TanF16, num.TanF32, num.TanF64},
	},
	ir.MathTanh: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "tanh", HLSL: "tanh", MSL: "tanh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLTanh}},
		One: Floats1{num.TanhF16, num.TanhF32, num.TanhF64},
	},
	ir.MathAcos: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "acos", HLSL: "acos", MSL: "acos", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAcos}},
		One: Floats1{num.AcosF16, num.AcosF32, num.AcosF64},
	},
	ir.MathAsin: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "asin", HLSL: "asin", MSL: "asin", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAsin}},
		One: Floats1{num.AsinF16, num.AsinF32, num.AsinF64},
	},
	ir.MathAtan: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "atan", HLSL: "atan", MSL: "atan", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAtan}},
		One: Floats1{num.AtanF16, num.AtanF32, num.AtanF64},
	},
	ir.MathAtan2: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "atan", HLSL: "atan2", MSL: "atan2", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAtan2}},
		Two: Floats2{num.Atan2F16, num.Atan2F32, num.Atan2F64},
	},
	ir.MathAsinh: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "asinh", MSL: "asinh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAsinh}},
		One: Floats1{num.AsinhF16, num.AsinhF32, num.AsinhF64},
	},
	ir.MathAcosh: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "acosh", MSL: "acosh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAcosh}},
		One: Floats1{num.AcoshF16, num.AcoshF32, num.AcoshF64},
	},
	ir.MathAtanh: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "atanh", MSL: "atanh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLAtanh}},
		One: Floats1{num.AtanhF16, num.AtanhF32, num.AtanhF64},
	},
	ir.MathRadians: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "radians", HLSL: "radians", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLRadians}},
		Formula: formula.FRadians, One: Floats1{num.RadiansF16, num.RadiansF32, num.RadiansF64},
	},
	ir.MathDegrees: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise,
		GLSL: "degrees", HLSL: "degrees", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLDegrees}},
		Formula: formula.FDegrees, One: Floats1{num.DegreesF16, num.DegreesF32, num.DegreesF64},
	},
	ir.MathCeil: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "ceil", HLSL: "ceil", MSL: "ceil", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLCeil}},
		One: Floats1{num.CeilF16, num.CeilF32, num.CeilF64},
	},
	ir.MathFloor: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "floor", HLSL: "floor", MSL: "floor", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLFloor}},
		One: Floats1{num.FloorF16, num.FloorF32, num.FloorF64},
	},
	ir.MathRound: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "roundEven", HLSL: "round", MSL: "rint", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLRoundEven}},
		One: Floats1{num.RoundF16, num.RoundF32, num.RoundF64},
	},
	ir.MathFract: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "fract", HLSL: "frac", MSL: "fract", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLFract}},
		Formula: formula.FFract, One: Floats1{num.FractF16, num.FractF32, num.FractF64},
	},
	ir.MathTrunc: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "trunc", HLSL: "trunc", MSL: "trunc", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLTrunc}},
		One: Floats1{num.TruncF16, num.TruncF32, num.TruncF64},
	},
	ir.MathModf: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLModfStruct}},
	},
	ir.MathFrexp: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLFrexpStruct}},
	},
	ir.MathLdexp: {
		Scalars: AnyFloat, Shapes: Each, Rest: ScalarExponent,
		GLSL: "ldexp", MSL: "ldexp", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLLdexp}},
		Domain: Domain{Exponent, 1, 1},
	},
	ir.MathExp: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "exp", HLSL: "exp", MSL: "exp", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLExp}},
		One: Floats1{num.ExpF16, num.ExpF32, num.ExpF64},
	},
	ir.MathExp2: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "exp2", HLSL: "exp2", MSL: "exp2", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLExp2}},
		One: Floats1{num.Exp2F16, num.Exp2F32, num.Exp2F64},
	},
	ir.MathLog: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "log", HLSL: "log", MSL: "log", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLLog}},
		One: Floats1{num.LogF16, num.LogF32, num.LogF64},
	},
	ir.MathLog2: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "log2", HLSL: "log2", MSL: "log2", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLLog2}},
		One: Floats1{num.Log2F16, num.Log2F32, num.Log2F64},
	},
	ir.MathPow: {
		Scalars: ShortFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "pow", HLSL: "pow", MSL: "pow", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLPow}},
		Two: Floats2{num.PowF16, num.PowF32, num.PowF64},
	},
	ir.MathDot: {
		Scalars: AnyNumber, Shapes: Many, Rest: Likewise,
		GLSL: "dot", HLSL: "dot", MSL: "dot", SPIRV: Instructions{Own: [3]spirv.Op{Floats: spirv.OpDot}},
		Formula: formula.FDot,
	},
	ir.MathOuter: {
		Scalars: AnyFloat, Shapes: Many, Rest: RowVector,
		GLSL: "outerProduct", SPIRV: Instructions{Own: [3]spirv.Op{Floats: spirv.OpOuterProduct}},
	},
	ir.MathCross: {
		Scalars: AnyFloat, Shapes: Three, Rest: Likewise,
		GLSL: "cross", HLSL: "cross", MSL: "cross", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLCross}},
	},
	ir.MathDistance: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "distance", HLSL: "distance", MSL: "distance", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLDistance}},
		Formula: formula.FDistance,
	},
	ir.MathLength: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "length", HLSL: "length", MSL: "length", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLLength}},
		Formula: formula.FLength,
	},
	ir.MathNormalize: {
		Scalars: AnyFloat, Shapes: Many, Rest: Likewise, Partial: true,
		GLSL: "normalize", HLSL: "normalize", MSL: "normalize", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLNormalize}},
		Formula: formula.FNormalize,
	},
	ir.MathFaceForward: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "faceforward", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLFaceForward}},
		Formula: formula.FFaceForward,
	},
	ir.MathReflect: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "reflect", HLSL: "reflect", MSL: "reflect", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLReflect}},
		Formula: formula.FReflect,
	},
	ir.MathRefract: {
		Scalars: AnyFloat, Shapes: Each, Rest: LastScalar,
		GLSL: "refract", HLSL: "refract", MSL: "refract", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLRefract}},
		Formula: formula.FRefract,
	},
	ir.MathSign: {
		Scalars: Signed, Shapes: Each, Rest: Likewise,
		GLSL: "sign", HLSL: "sign", MSL: "sign", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLSSign, Floats: spirv.GLSLFSign}},
		One: Floats1{num.SignF16, num.SignF32, num.SignF64},
	},
	ir.MathFma: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "fma", HLSL: "mad", MSL: "fma", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLFma}},
		Three: Floats3{num.FmaF16, num.FmaF32, num.FmaF64},
	},
	ir.MathMix: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "mix", HLSL: "lerp", MSL: "mix", Mixed: 4, SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLFMix}},
		Formula: formula.FMix, Three: Floats3{num.MixF16, num.MixF32, num.MixF64},
	},
	ir.MathStep: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "step", HLSL: "step", MSL: "step", Mixed: 1, SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLStep}},
		Formula: formula.FStep, Two: Floats2{num.StepF16, num.StepF32, num.StepF64},
	},
	ir.MathSmoothStep: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise,
		GLSL: "smoothstep", HLSL: "smoothstep", MSL: "smoothstep", Mixed: 3, SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLSmoothStep}},
		Formula: formula.FSmoothStep, Domain: Domain{Apart, 0, 1}, Three: Floats3{num.SmoothStepF16, num.SmoothStepF32, num.SmoothStepF64},
	},
	ir.MathSqrt: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "sqrt", HLSL: "sqrt", MSL: "sqrt", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLSqrt}},
		One: Floats1{num.SqrtF16, num.SqrtF32, num.SqrtF64},
	},
	ir.MathInverseSqrt: {
		Scalars: AnyFloat, Shapes: Each, Rest: Likewise, Partial: true,
		GLSL: "inversesqrt", HLSL: "rsqrt", MSL: "rsqrt", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLInverseSqrt}},
		Formula: formula.FRsq, One: Floats1{num.InverseSqrtF16, num.InverseSqrtF32, num.InverseSqrtF64},
	},
	ir.MathInverse: {
		Scalars: AnyFloat, Shapes: Square, Rest: Likewise, Partial: true,
		GLSL: "inverse", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLMatrixInverse}},
	},
	ir.MathTranspose: {
		Scalars: AnyFloat, Shapes: Matrix, Rest: Likewise,
		GLSL: "transpose", HLSL: "transpose", MSL: "transpose", SPIRV: Instructions{Own: [3]spirv.Op{Floats: spirv.OpTranspose}},
	},
	ir.MathDeterminant: {
		Scalars: AnyFloat, Shapes: Square, Rest: Likewise,
		GLSL: "determinant", HLSL: "determinant", MSL: "determinant", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLDeterminant}},
	},
	ir.MathQuantizeToF16: {
		Scalars: OnlyF32, Shapes: Each, Rest: Likewise, Partial: true,
		SPIRV: Instructions{Own: [3]spirv.Op{Floats: spirv.OpQuantizeToF16}},
		One:   Floats1{F32: num.QuantizeToF16},
	},
	ir.MathCountTrailingZeros: {
		Scalars: AnyInt, Shapes: Each, Rest: Likewise,
		MSL: "ctz",
	},
	ir.MathCountLeadingZeros: {
		Scalars: AnyInt, Shapes: Each, Rest: Likewise,
		MSL: "clz",
	},
	ir.MathCountOneBits: {
		Scalars: AnyInt, Shapes: Each, Rest: Likewise,
		GLSL: "bitCount", HLSL: "countbits", MSL: "popcount", SPIRV: Instructions{Own: [3]spirv.Op{Sints: spirv.OpBitCount, Uints: spirv.OpBitCount}},
	},
	ir.MathReverseBits: {
		Scalars: AnyInt, Shapes: Each, Rest: Likewise,
		GLSL: "bitfieldReverse", HLSL: "reversebits", MSL: "reverse_bits", SPIRV: Instructions{Own: [3]spirv.Op{Sints: spirv.OpBitReverse, Uints: spirv.OpBitReverse}},
	},
	ir.MathExtractBits: {
		Scalars: AnyInt, Shapes: Each, Rest: Offsets,
		GLSL: "bitfieldExtract", MSL: "extract_bits", SPIRV: Instructions{Own: [3]spirv.Op{Sints: spirv.OpBitFieldSExtract, Uints: spirv.OpBitFieldUExtract}},
		Domain: Domain{BitRange, 1, 2},
	},
	ir.MathInsertBits: {
		Scalars: AnyInt, Shapes: Each, Rest: Offsets,
		GLSL: "bitfieldInsert", MSL: "insert_bits", SPIRV: Instructions{Own: [3]spirv.Op{Sints: spirv.OpBitFieldInsert, Uints: spirv.OpBitFieldInsert}},
		Domain: Domain{BitRange, 2, 3},
	},
	ir.MathFirstTrailingBit: {
		Scalars: AnyInt, Shapes: Each, Rest: Likewise,
		GLSL: "findLSB", HLSL: "firstbitlow", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLFindILsb, Uints: spirv.GLSLFindILsb}},
	},
	ir.MathFirstLeadingBit: {
		Scalars: AnyInt, Shapes: Each, Rest: Likewise,
		GLSL: "findMSB", HLSL: "firstbithigh", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Sints: spirv.GLSLFindSMsb, Uints: spirv.GLSLFindUMsb}},
	},
	ir.MathPack4x8snorm: {
		Scalars: OnlyF32, Shapes: Four, Rest: Likewise,
		GLSL: "packSnorm4x8", MSL: "pack_float_to_snorm4x8", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLPackSnorm4x8}},
	},
	ir.MathPack4x8unorm: {
		Scalars: OnlyF32, Shapes: Four, Rest: Likewise,
		GLSL: "packUnorm4x8", MSL: "pack_float_to_unorm4x8", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLPackUnorm4x8}},
	},
	ir.MathPack2x16snorm: {
		Scalars: OnlyF32, Shapes: Two, Rest: Likewise,
		GLSL: "packSnorm2x16", MSL: "pack_float_to_snorm2x16", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLPackSnorm2x16}},
	},
	ir.MathPack2x16unorm: {
		Scalars: OnlyF32, Shapes: Two, Rest: Likewise,
		GLSL: "packUnorm2x16", MSL: "pack_float_to_unorm2x16", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLPackUnorm2x16}},
	},
	ir.MathPack2x16float: {
		Scalars: OnlyF32, Shapes: Two, Rest: Likewise, Partial: true,
		GLSL: "packHalf2x16", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Floats: spirv.GLSLPackHalf2x16}},
	},
	ir.MathPack4xI8: {
		Scalars: OnlyI32, Shapes: Four, Rest: Likewise,
	},
	ir.MathPack4xU8: {
		Scalars: OnlyU32, Shapes: Four, Rest: Likewise,
	},
	ir.MathPack4xI8Clamp: {
		Scalars: OnlyI32, Shapes: Four, Rest: Likewise,
	},
	ir.MathPack4xU8Clamp: {
		Scalars: OnlyU32, Shapes: Four, Rest: Likewise,
	},
	ir.MathUnpack4x8snorm: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		GLSL: "unpackSnorm4x8", MSL: "unpack_snorm4x8_to_float", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Uints: spirv.GLSLUnpackSnorm4x8}},
	},
	ir.MathUnpack4x8unorm: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		GLSL: "unpackUnorm4x8", MSL: "unpack_unorm4x8_to_float", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Uints: spirv.GLSLUnpackUnorm4x8}},
	},
	ir.MathUnpack2x16snorm: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		GLSL: "unpackSnorm2x16", MSL: "unpack_snorm2x16_to_float", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Uints: spirv.GLSLUnpackSnorm2x16}},
	},
	ir.MathUnpack2x16unorm: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		GLSL: "unpackUnorm2x16", MSL: "unpack_unorm2x16_to_float", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Uints: spirv.GLSLUnpackUnorm2x16}},
	},
	ir.MathUnpack2x16float: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		GLSL: "unpackHalf2x16", SPIRV: Instructions{Set: [3]spirv.GLSLOp{Uints: spirv.GLSLUnpackHalf2x16}},
	},
	ir.MathUnpack4xI8: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
	},
	ir.MathUnpack4xU8: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
	},
	ir.MathDot4I8Packed: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		SPIRV: Instructions{Own: [3]spirv.Op{Uints: spirv.OpSDot}},
	},
	ir.MathDot4U8Packed: {
		Scalars: OnlyU32, Shapes: One, Rest: Likewise,
		SPIRV: Instructions{Own: [3]spirv.Op{Uints: spirv.OpUDot}},
	},
	ir.MathAddCarry: {
		Scalars: OnlyU32, Shapes: Each, Rest: Likewise,
		SPIRV: Instructions{Own: [3]spirv.Op{Uints: spirv.OpIAddCarry}},
	},
	ir.MathSubBorrow: {
		Scalars: OnlyU32, Shapes: Each, Rest: Likewise,
		SPIRV: Instructions{Own: [3]spirv.Op{Uints: spirv.OpISubBorrow}},
	},
	ir.MathMulExtended: {
		Scalars: Word, Shapes: Each, Rest: Likewise,
		SPIRV: Instructions{Own: [3]spirv.Op{Sints: spirv.OpSMulExtended, Uints: spirv.OpUMulExtended}},
	},
}
